"""Helpers for the tests of the pages: short games, and messages read as their readers see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
import simcord

from bot.people.person import Person
from bot.rows.game_results import GameResult
from bot.tables.actions import betting, play, rematch, seating
from bot.tables.terms import Terms
from bot.texts import Language
from ecarte.game import AcceptStop, Move, OfferStop, PlayerView, Resign
from tests.bot.features.reading import Reading, read
from tests.support.room import Room
from tests.support.simcord import World

Actor: TypeAlias = simcord.MemberActor | simcord.UserHandle
"""A person in the server, or in direct messages."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of an interaction: a message, and whether only one person sees it."""

    message: discord.Message
    reading: Reading
    private: bool

    @property
    def text(self) -> str:
        """All its text."""
        return self.reading.text


@dataclass(frozen=True, slots=True)
class Hall:
    """The world, with the bot in it."""

    world: World

    @property
    def room(self) -> Room:
        """The running bot."""
        assert isinstance(self.world.bot, Room)
        return self.world.bot

    async def ask(self, person: simcord.MemberActor, command: str, /, **options: Any) -> Answer:
        """Uses a command of the group in the card room as a person."""
        return self.answer(await person.slash(self.world.channel, f"ecarte {command}", **options))

    async def open(self, person: simcord.MemberActor, command: str, *labels: str, **options: Any) -> Answer:
        """Uses a command as a person, and presses the buttons with these labels."""
        answer = await self.ask(person, command, **options)
        for label in labels:
            answer = await self.click(person, answer, label)
        return answer

    async def click(self, person: Actor, answer: Answer, label: str) -> Answer:
        """Presses a button of a message as a person."""
        custom_id = answer.reading.buttons[label]
        return self.answer(await person.click(answer.message, custom_id=custom_id), answer)

    async def choose(self, person: simcord.MemberActor, answer: Answer, select: str, *values: str) -> Answer:
        """Chooses in the select whose argument begins so, as a person."""
        custom_id = answer.reading.select(select)["custom_id"]
        return self.answer(await person.select(answer.message, list(values), custom_id=custom_id), answer)

    def answer(self, result: simcord.InteractionResult, pressed: Answer | None = None) -> Answer:
        """Returns the message after an interaction: a new one, or the pressed one in its current state."""
        found = result.response
        if result.followups and (found is None or found.ephemeral):
            # After a public answer comes a private confirmation.
            found = result.followups[-1]
        if found is not None:
            return Answer(found.message, read(found.components), found.ephemeral)
        assert pressed is not None, "no answer came"
        assert result.acknowledged
        return self.again(pressed)

    def again(self, answer: Answer) -> Answer:
        """Returns a message in its current state."""
        stored = self.world.env.backend.get_message(answer.message.channel.id, answer.message.id)
        return Answer(answer.message, read(stored.components), answer.private)

    async def sleep(self, seconds: float) -> None:
        """Stops the bot for some seconds: thousands of its heartbeats would prove nothing here."""
        env = self.world.env
        with env.time_context():
            await env.bot.close()
        await env.advance_time(seconds)
        await self.world.restart(crash=True)

    async def begin(self) -> int:
        """Has Alice challenge Bruno, who accepts. Returns the id of their table."""
        challenge = await self.ask(self.world.alice, "challenge", member=self.world.bruno)
        await self.world.bruno.click(challenge.message, custom_id=challenge.reading.buttons["Accept"])
        (row,) = [row for row in (await self.room.database.tables.all_open()).rows if row.status == "playing"]
        return row.id

    def elsewhere(self) -> int:
        """Another server with the same people; returns its id."""
        guild = self.world.env.create_guild("Elsewhere")
        for person in self.world.people:
            guild.add_member(person.user)
        return int(guild.id)

    async def play(
        self,
        winner: simcord.MemberActor,
        loser: simcord.MemberActor,
        *,
        guild_id: int | None = None,
        agreed: bool = False,
        stake: int = 0,
    ) -> GameResult:
        """Plays a short game: the loser resigns after a move (or both agree to stop), and the table is closed."""
        tables, channel = self.room.tables, self.world.channel.id
        one, two = (Person(actor.id, actor.user.global_name or actor.name) for actor in (winner, loser))
        for person in (one, two):
            await self.room.people.profiles.mark_seen(person.id, person.name, Language.ENGLISH)
        terms = Terms(in_thread=False, stake=stake)
        table = await seating.challenge(tables, guild_id or self.world.guild.id, channel, one, two, terms)
        table = await seating.accept(tables, table.id, two)
        if stake:
            await betting.want_cards(tables, table.id, one.id)
            table = await betting.want_cards(tables, table.id, two.id)
        assert table.game is not None
        assert table.game.turn is not None
        await play.move(tables, table.id, table.person(table.game.turn).id, None, _first)
        if agreed:
            await play.move(tables, table.id, winner.id, None, lambda _: OfferStop())
            await play.move(tables, table.id, loser.id, None, lambda _: AcceptStop())
        else:
            await play.move(tables, table.id, loser.id, None, lambda _: Resign())
        await rematch.close(tables, table.id, winner.id)
        await self.world.env.settle()
        game = await self.room.database.results.game(table.id, 1)
        assert game is not None
        return game


def _first(view: PlayerView) -> Move:
    return view.legal_moves[0]
