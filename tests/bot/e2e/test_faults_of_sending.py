"""A fault of Discord leaves no hand and no table out of date once Discord answers again.

A staked game with backers is played by clicks. After each click one request for messages meets a fault: the first in
one game, the second in another, and so on. If possible, the game goes on by another click. Then Discord answers again,
and everything that people see is compared with the state.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import pytest
import simcord

from bot import work_queue
from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from bot.tables.state.table_state import Status
from tests.bot.e2e.agreement import differences
from tests.support.cardroom import CardWorld, card_world
from tests.support.faults import Fault, Faults, faults
from tests.support.shown import MessageLike, verbs_of

_RETRY_S = 20.0
"""Longer than the simulation waits for timers, so that the bot tries again only when the test lets time pass."""
_PLACES = 12
"""The bot makes no more requests for one click here."""


class Game:
    """A staked game between Alice and Bruno. Chloé and David bet, and Alice has opened a copy of the hand."""

    def __init__(self, cards: CardWorld, between: Faults, fault: Fault, place: int) -> None:
        self.cards, self.between = cards, between
        self.fault, self.place = fault, place
        self.table = 0
        self.copies: dict[int, MessageLike] = {}
        self.compared = 0

    async def begin(self) -> None:
        """Seats the players, lets the backers bet, and deals."""
        cards, world = self.cards, self.cards.world
        message = await cards.challenge(world.alice, world.bruno, stake=50, clock="correspondence")
        self._strike()
        await cards.press(world.bruno, message, Verb.ACCEPT)
        (row,) = await cards.room.database.tables.open_of(world.alice.id)
        self.table = row.id
        await self.expect_agreement()
        for seat, person in enumerate((world.chloe, world.david)):
            self._strike()
            await cards.fill(person, await cards.table(self.table), Verb.BET, "30", seat)
            await self.expect_agreement()
        self._strike()
        await cards.deal(self.table)
        await self.expect_agreement()

    async def play(self, clicks: int) -> None:
        """Plays a number of clicks, each with its fault, or until the game is over."""
        for number in range(clicks):
            if (await lookup.table(self.cards.room.tables, self.table)).status is not Status.PLAYING:
                break
            self._strike()
            await self._click()
            if number % 3:
                # The game goes on before Discord answers again, if the hand that is shown allows it.
                await self._click()
            await self.expect_agreement()
        assert self.between.struck, "no request met the fault"

    async def expect_agreement(self, *, pictures: bool = False) -> None:
        """Lets Discord answer again, and compares."""
        self.between.strikes.clear()
        self.between.released.set()
        await self.cards.world.pass_time(_RETRY_S + 1)
        self.between.released = asyncio.Event()
        self.compared += 1
        found = await differences(self.cards, self.table, self.copies, pictures=pictures)
        assert not found, f"after {self.between.asked[-20:]}"

    def _strike(self) -> None:
        """Makes one of the coming requests meet the fault."""
        self.between.strikes = {len(self.between.asked) + self.place: self.fault}

    async def _click(self) -> None:
        table = await lookup.table(self.cards.room.tables, self.table)
        if table.status is not Status.PLAYING or table.game is None or table.game.turn is None:
            return
        person, _ = await self.cards.mover(self.table)
        hand = self.cards.hand(person)
        offered = {} if hand is None else verbs_of(hand)
        if hand is None:
            return
        if table.galerie.pause is not None:
            for player in {seated.id for seated in table.seats or ()} - table.galerie.pause.ready:
                await self._wants_cards(self.cards.person(player))
        elif Verb.CHOOSE_DISCARDS in offered:
            await self._discards(person, hand)
        elif {Verb.PLAY, Verb.PROPOSE, Verb.GIVE} & offered.keys():
            await self.cards.act(person, hand)

    async def _wants_cards(self, person: simcord.MemberActor) -> None:
        hand = self.cards.hand(person)
        if hand is not None and Verb.WANT_CARDS in verbs_of(hand):
            await self.cards.press(person, hand, Verb.WANT_CARDS)

    async def _discards(self, person: simcord.MemberActor, hand: discord.Message) -> None:
        """Picks a card and confirms it, unless the edit that shows the choice is still under way."""
        await person.user.click(hand, custom_id=verbs_of(hand)[Verb.CHOOSE_DISCARDS][0])
        picked = await self.cards.again(hand)
        if confirm := verbs_of(picked).get(Verb.DISCARD):
            await person.user.click(picked, custom_id=confirm[0])


async def _game(folder: Path, fault: Fault, place: int, clicks: int) -> Status:
    async with card_world(folder, seed=3) as cards:
        with faults(cards.world.env) as between:
            game = Game(cards, between, fault, place)
            await game.begin()
            game.copies[cards.world.alice.id] = await cards.my_hand(cards.world.alice, game.table)
            await game.play(clicks)
            await game.expect_agreement(pictures=True)
            return (await cards.view(game.table)).status


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_queue, "_FIRST_RETRY_S", _RETRY_S)


@pytest.mark.parametrize(("fault", "place"), [(fault, number) for number, fault in enumerate(Fault)])
async def test_a_fault_of_sending_leaves_nothing_stale(tmp_path: Path, fault: Fault, place: int) -> None:
    await _game(tmp_path, fault, place, clicks=6)


@pytest.mark.soak
@pytest.mark.parametrize("place", range(_PLACES))
@pytest.mark.parametrize("fault", Fault)
async def test_no_fault_at_any_request_of_a_game_leaves_anything_stale(
    tmp_path: Path, fault: Fault, place: int
) -> None:
    assert await _game(tmp_path, fault, place, clicks=400) is Status.BETWEEN
