"""The real bot in the simulated Discord, and people who play at it by clicking what they see.

A `Guest` finds buttons by what their `custom_id` asks for, on messages that he really can see, and presses only those
that are enabled: what a person cannot do, he cannot do either. He knows no rule of the game.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.components import walk_components

from bot.client import CardRoom
from bot.config import Settings
from bot.storage import Database
from bot.texts import Texts
from bot.ui.custom_ids import BUTTON, SELECT, Verb, decode
from tests.support.simcord import World, world

__all__ = ["CardWorld", "card_world", "texts_of", "verbs_of"]

_TEXTS = Texts.load()
SAYINGS = (Verb.PROPOSE, Verb.GIVE, Verb.GIVE_IF_ENOUGH, Verb.REFUSE)
MessageLike = discord.Message | simcord.ResponseMessage


def components_of(message: MessageLike) -> list[dict[str, Any]]:
    """All components of a message, nested ones too."""
    roots = (
        message.components
        if isinstance(message, simcord.ResponseMessage)
        else [component.to_dict() for component in message.components]
    )
    return list(walk_components(roots))  # type: ignore[arg-type]  # plain dicts, as the function says


def texts_of(message: MessageLike) -> str:
    """All that can be read in a message."""
    found = components_of(message)
    texts = [component["content"] for component in found if component["type"] == 10]
    alts = [item.get("description") or "" for component in found for item in component.get("items", ())]
    labels = [component["label"] for component in found if component.get("label")]
    options = [option["label"] for component in found for option in component.get("options", ())]
    return "\n".join([message.content, *texts, *alts, *labels, *options])


def verbs_of(message: MessageLike, *, disabled: bool = False) -> dict[Verb, list[str]]:
    """What can be pressed on a message: the custom ids by what they ask for."""
    found: dict[Verb, list[str]] = {}
    for component in components_of(message):
        custom_id = component.get("custom_id")
        if custom_id is None or (component.get("disabled") and not disabled):
            continue
        match = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
        press = decode(match) if match else None
        if press is not None:
            found.setdefault(press.verb, []).append(custom_id)
    return found


@dataclass(slots=True)
class CardWorld:
    """A world with the card room in it.

    Attributes:
        chance: decides what the people press; the same seed, the same evening.
    """

    world: World
    chance: random.Random
    database: Path

    @property
    def room(self) -> CardRoom:
        """The bot that is running now."""
        bot = self.world.bot
        assert isinstance(bot, CardRoom)
        return bot

    async def challenge(
        self, challenger: simcord.MemberActor, member: simcord.MemberActor | None = None, **options: Any
    ) -> MessageLike:
        """Uses /ecarte challenge; the public message that comes of it."""
        if member is not None:
            options["member"] = member
        result = await challenger.slash(self.world.channel, "ecarte challenge", **options)
        assert result.response is not None
        return result.response

    async def press(self, person: simcord.MemberActor, message: MessageLike, verb: Verb, index: int = 0) -> Any:
        """Presses the button that asks for `verb`."""
        custom_id = verbs_of(message)[verb][index]
        return await self._actor(person, message).click(message, custom_id=custom_id)

    async def sit_down(self, one: simcord.MemberActor, two: simcord.MemberActor, **options: Any) -> int:
        """A challenge, accepted; the table's id."""
        message = await self.challenge(one, two, **options)
        await self.press(two, message, Verb.ACCEPT)
        (row,) = await self.room.database.open_tables_of(one.id)
        return row.id

    def hand(self, person: simcord.MemberActor) -> discord.Message | None:
        """The message with a person's hand that came last in his direct messages."""
        hands = [message for message in self.world.dms(person) if Verb.MORE in verbs_of(message, disabled=True)]
        return hands[-1] if hands else None

    async def tables(self, table_id: int) -> list[discord.Message]:
        """The public messages of a table, oldest first."""
        sight = await self.room.tables.sight(table_id)
        channel = self.room.get_partial_messageable(sight.place)
        messages = [message async for message in channel.history(limit=None, oldest_first=True)]
        return [message for message in messages if message.attachments]

    async def act(self, person: simcord.MemberActor, message: discord.Message) -> bool:
        """Does one thing of those that a hand offers; False if it offers none."""
        offered = verbs_of(message)
        who = self._actor(person, message)
        if Verb.KING in offered and self.chance.random() < 0.5:
            await who.click(message, custom_id=offered[Verb.KING][0])
            return True
        if Verb.CHOOSE_DISCARDS in offered:
            await self._discard(who, message, offered)
            return True
        choices = [it for verb in (*SAYINGS, Verb.PLAY) for it in offered.get(verb, [])]
        if not choices:
            return False
        await who.click(message, custom_id=self.chance.choice(choices))
        return True

    async def play(
        self,
        table_id: int,
        *people: simcord.MemberActor,
        until: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        """Both play, by clicks on their hands, until the game is over (or `until` says so)."""
        for _ in range(2000):
            sight = await self.room.tables.sight(table_id)
            if sight.status.value != "playing" or (until is not None and await until()):
                return
            assert sight.game is not None
            assert sight.game.turn is not None
            person = next(it for it in people if it.id == sight.person(sight.game.turn).id)
            message = self.hand(person)
            assert message is not None, "no hand has come"
            assert await self.act(person, message), texts_of(message)
        raise AssertionError("the game does not end")

    async def _discard(self, who: Any, message: discord.Message, offered: dict[Verb, list[str]]) -> None:
        """Picks some cards and confirms; more than once if the first number will not do."""
        select = next(it for it in components_of(message) if it.get("custom_id") == offered[Verb.CHOOSE_DISCARDS][0])
        values = [option["value"] for option in select["options"]]
        picked = self.chance.sample(values, self.chance.randint(1, select["max_values"]))
        await who.select(message, picked, custom_id=select["custom_id"])
        again = await self.room.get_partial_messageable(message.channel.id).fetch_message(message.id)
        await who.click(again, custom_id=verbs_of(again)[Verb.DISCARD][0])

    def _actor(self, person: simcord.MemberActor, message: MessageLike) -> Any:
        """In direct messages a member acts as a user."""
        private = isinstance(message, discord.Message) and message.guild is None
        return person.user if private else person


@asynccontextmanager
async def card_world(folder: Path, *, seed: int = 1, **settings: Any) -> AsyncIterator[CardWorld]:
    """The card room with a real database in `folder`, on the simulated Discord."""
    chance = random.Random(seed)
    path = folder / "room.sqlite3"

    async def make(now: Callable[[], int]) -> CardRoom:
        database = await Database.open(str(path))
        await database.migrate()
        return CardRoom(Settings(database=str(path), **settings), database, _TEXTS, chance=chance, now=now)

    async with world(make) as discord_world:
        yield CardWorld(discord_world, chance, path)
