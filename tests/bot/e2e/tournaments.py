"""Tournaments by clicks: the messages in their channel, entrants who are ready, and a quick way to lose."""

from __future__ import annotations

from typing import Any

import discord
import simcord

from bot.adapter.custom_ids import Verb
from bot.tournaments import service
from bot.tournaments.tournament import Tournament
from tests.support.cardroom import CardWorld
from tests.support.shown import MessageLike, texts_of, verbs_of


class TournamentHall:
    """The tournament of the one channel of a world."""

    def __init__(self, cards: CardWorld) -> None:
        self.cards = cards

    async def opened(self, by: simcord.MemberActor, **options: Any) -> MessageLike:
        """Opens a tournament with /ecarte tournament. Returns the invitation."""
        result = await by.slash(self.cards.world.channel, "ecarte tournament", **options)
        assert result.response is not None
        assert not result.response.ephemeral, texts_of(result.response)
        invitation: MessageLike = result.response
        return invitation

    async def started(self, *people: simcord.MemberActor, **options: Any) -> MessageLike:
        """Opens a tournament as the first person, joins as the others, and begins. Returns the invitation."""
        invitation = await self.opened(people[0], **options)
        for person in people[1:]:
            await self.cards.press(person, await self.cards.again(invitation), Verb.TOURNAMENT_JOIN)
        await self.start(people[0], invitation)
        return invitation

    async def organised(self, by: simcord.MemberActor, message: MessageLike) -> MessageLike:
        """Presses Organise; returns the private answer."""
        answer = (await self.cards.press(by, await self.cards.again(message), Verb.TOURNAMENT_START)).response
        assert answer is not None
        assert answer.ephemeral
        page: MessageLike = answer
        return page

    async def start(self, by: simcord.MemberActor, message: MessageLike) -> None:
        """Starts it, behind Organise."""
        await self.cards.press(by, await self.organised(by, message), Verb.TOURNAMENT_START)

    async def call_off(self, by: simcord.MemberActor, message: MessageLike) -> None:
        """Calls it off, behind Organise, and confirms."""
        asked = (await self.cards.press(by, await self.organised(by, message), Verb.TOURNAMENT_STOP)).response
        await self.cards.press(by, asked, Verb.TOURNAMENT_STOP)

    async def tournament(self) -> Tournament:
        """The tournament in the database."""
        view = await service.tournament_at(self.cards.room.tournaments, self.cards.world.channel.id)
        assert view is not None
        return view.tournament

    async def tables(self) -> dict[int, int]:
        """The tables of this round."""
        view = await service.tournament_at(self.cards.room.tournaments, self.cards.world.channel.id)
        assert view is not None
        return dict(view.tables)

    def latest(self, text: str = "") -> discord.Message:
        """The newest message in the channel with this text."""
        messages = [message for message in self.cards.world.channel.history() if text in texts_of(message)]
        return max(messages, key=lambda message: message.id)

    def round(self) -> discord.Message:
        """The message of the current round."""
        rounds = [
            message
            for message in self.cards.world.channel.history()
            if Verb.TOURNAMENT_READY in verbs_of(message, disabled=True)
        ]
        return max(rounds, key=lambda message: message.id)

    async def ready(self, person: simcord.MemberActor) -> Any:
        """Presses Ready for a person."""
        return await self.cards.press(person, self.round(), Verb.TOURNAMENT_READY)

    async def pairs(self) -> list[tuple[simcord.MemberActor, simcord.MemberActor]]:
        """The pairs that have still to play in this round."""
        tournament = await self.tournament()
        open_ones = [match for match in tournament.begun_rounds.rounds[-1] if match.outcome is None]
        people = [
            tuple(self.cards.person(tournament.person(entrant).id) for entrant in match.people) for match in open_ones
        ]
        return [(entrant, other) for entrant, other in people]

    async def seat(self, first: simcord.MemberActor, second: simcord.MemberActor) -> int:
        """Makes both ready; returns their table."""
        before = set((await self.tables()).values())
        await self.ready(first)
        await self.ready(second)
        (table,) = set((await self.tables()).values()) - before
        return table

    async def resigns(self, loser: simcord.MemberActor) -> None:
        """Resigns: the button on the hand, the question, the button."""
        held = self.cards.hand(loser)
        assert held is not None
        menu = (await self.cards.press(loser, held, Verb.MORE)).response
        for _ in range(2):
            await loser.user.click(menu, custom_id=verbs_of(menu)[Verb.RESIGN][0])
