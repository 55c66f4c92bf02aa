"""A simulated Discord with a town in it: people by the thousand, tables opened for them, clicks one at a time.

Time moves by `Town.wait` alone: no clock of a table runs out, no heartbeat comes between. simcord's own wait for the
bot is replaced, because it would wait in real time for timers that fall due within seconds. The private parts of
simcord 3.2.1 (pinned) are named where they are used.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.config import Settings
from bot.people.person import Person
from bot.pictures import HandPlace, Side, TrickCard, hand_picture, table_picture
from bot.storage import Database
from bot.tables import lookup
from bot.tables.actions import seating
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from bot.texts import Texts
from ecarte.game import PACK
from tests.bench.habits import Click, Habits, next_click
from tests.support.room import Room
from tests.support.scenes import CHOOSING, LED
from tests.support.shown import verbs_of
from tests.support.simcord import World, world

_STEP = 25
_LONGEST_S = 60.0
_MOST_TABLES = 100_000
_TEXTS = Texts.load()


class BenchRoom(Room):
    """The bot, except that a press can be given to the null bot.

    Attributes:
        instead: answers presses in place of the bot, while it is set.
    """

    instead: Callable[[discord.Interaction[Any]], Any] | None = None

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles a button, a select or a form."""
        if self.instead is not None and interaction.type is discord.InteractionType.component:
            await self.instead(interaction)
        else:
            await super().on_interaction(interaction)


async def rest() -> None:
    """Waits until no other task is left, except those of discord.py that wait for their next turn.

    Raises:
        TimeoutError: the bot does not come to rest.
    """
    me = asyncio.current_task()
    quiet = 0
    while quiet < 2:
        await asyncio.sleep(0)
        others = {task for task in asyncio.all_tasks() - {me} if not task.get_name().startswith("discord-ext-tasks")}
        quiet = 0 if others else quiet + 1
        if others:
            _, late = await asyncio.wait(others, timeout=_LONGEST_S)
            if late:
                raise TimeoutError(f"the bot does not rest: {', '.join(task.get_name() for task in late)}")


@dataclass(slots=True)
class Town:
    """Many people, the bot, and their tables.

    Attributes:
        chance: chooses presses and tables.
        seated: the players of each open table.
    """

    world: World
    chance: random.Random
    habits: Habits
    members: list[simcord.MemberActor] = field(default_factory=list)
    seated: dict[int, tuple[simcord.MemberActor, simcord.MemberActor]] = field(default_factory=dict)

    @property
    def room(self) -> BenchRoom:
        """The running bot."""
        bot = self.world.bot
        assert isinstance(bot, BenchRoom)
        return bot

    def people(self, number: int) -> list[simcord.MemberActor]:
        """Adds `number` people."""
        env, guild = self.world.env, self.world.guild
        begun = len(self.members)
        new = [guild.add_member(env.create_user(f"guest{begun + index}")) for index in range(number)]
        self.members += new
        return new

    async def open_tables(self, number: int) -> None:
        """Opens tables for new people, without a click; the bot draws all that belongs to them."""
        done = 0
        while done < number:
            step = min(_STEP, number - done)
            fresh = self.people(2 * step)
            # As the bot itself would: with the simulation's clock and its way to Discord.
            with self.world.env.time_context():
                for north, south in zip(fresh[::2], fresh[1::2], strict=True):
                    table = await self._open(north, south)
                    self.seated[table.id] = (north, south)
                await rest()
            done += step

    async def _open(self, north: simcord.MemberActor, south: simcord.MemberActor) -> TableView:
        one, two = Person(north.id, north.name), Person(south.id, south.name)
        tables, guild, channel = self.room.tables, self.world.guild.id, self.world.channel.id
        opened = await seating.challenge(tables, guild, channel, one, two, Terms())
        return await seating.accept(tables, opened.id, two)

    async def click(self, click: Click) -> None:
        """Makes the click, and waits until the bot has drawn all that changed."""
        private = click.message.guild is None
        actor = click.person.user if private else click.person
        await actor.click(click.message, custom_id=click.custom_id)

    async def wait(self, seconds: float) -> None:
        """Moves the clock, and draws what the bot has put off until then: no other timer is looked at."""
        env, renderer = self.world.env, self.room.renderer
        env.backend.clock.elapsed += seconds
        if renderer.pace.delayed_lanes:
            with env.time_context():
                for table_id in self.seated:
                    renderer.wake(table_id)
                await rest()

    def hand(self, person: simcord.MemberActor) -> discord.Message | None:
        """A person's current hand, if a game is on."""
        hands = [message for message in self.world.dms(person) if Verb.MORE in verbs_of(message)]
        return hands[-1] if hands else None

    async def next_click(self, table_id: int) -> Click | None:
        """The next press of the player to act; None if the game is over."""
        table = await lookup.table(self.room.tables, table_id)
        if table.status is not Status.PLAYING or table.game is None or table.game.turn is None:
            return None
        person = self.seated[table_id][table.game.turn.index]
        message = self.hand(person)
        assert message is not None, "no hand has come"
        return next_click(person, message, self.habits, self.chance)

    async def table_message(self, table_id: int) -> discord.Message:
        """The public message of the current or last deal."""
        table = await lookup.table(self.room.tables, table_id)
        history = self._place(table.place).history()
        drawn: list[discord.Message] = [message for message in history if message.attachments and verbs_of(message)]
        return drawn[-1]

    async def rematch(self, table_id: int) -> None:
        """Lets both players ask for another game, where one is over."""
        for person in self.seated[table_id]:
            message = await self.table_message(table_id)
            await self.click(Click(person, message, verbs_of(message)[Verb.REMATCH][0]))

    def _place(self, channel_id: int) -> Any:
        channels = (self.world.channel, *self.world.channel.threads)
        return next(channel for channel in channels if channel.id == channel_id)


@asynccontextmanager
async def town(folder: Path, habits: Habits, *, seed: int) -> AsyncIterator[Town]:
    """The bot with a new database in `folder`, in a town without games."""
    path = folder / "bench.sqlite3"
    _paint_cards()

    async def make(now: Callable[[], int]) -> BenchRoom:
        database = await Database.open(str(path))
        await database.migrate()
        # A game that has ended is looked back on in a process of its own; here that would be a thread of this one.
        settings = Settings(database=str(path), server_tables=_MOST_TABLES, end_reviews=False)
        return BenchRoom(settings, database, _TEXTS, chance=random.Random(seed), now=now)

    with pytest.MonkeyPatch.context() as patch:
        # simcord's timers that do not follow its own clock would fall due in real time.
        patch.setattr(simcord.Env, "_schedule_timer", lambda *_: None)
        async with world(make) as simulated:
            _rest_plainly(simulated.env)
            yield Town(simulated, random.Random(seed), habits)


def _paint_cards() -> None:
    """Draws every card in the sizes of a deal: that is done once in the life of a process."""
    for card in PACK:
        hand_picture(replace(CHOOSING, places=(HandPlace(card),), lead=(card, False)))
        for side in Side:
            table_picture(replace(LED, trick=(TrickCard(card, side),)))


def _rest_plainly(env: simcord.Env) -> None:
    """Lets this one environment wait by `rest`; there is no public way (see the top)."""

    async def settle(*_: Any, **__: Any) -> None:
        await rest()
        # As simcord's own way does: cancelled timers pile up, and each callback that runs is sought among them.
        work = env._work
        work.callbacks = [
            callback for callback in work.callbacks if callback.handle is not None and not callback.handle.cancelled()
        ]

    env._settle_internal = settle  # type: ignore[method-assign]  # of this one environment
