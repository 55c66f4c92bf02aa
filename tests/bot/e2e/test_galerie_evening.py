"""An evening of five games with eight people at one table, by clicks and reactions, with a restart in each of them.

All chips are counted after every game, and every log is folded anew. Sources: the treatise, pp. 36-37; Law 54.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.table import stakes
from tests.support.cardroom import CardWorld, card_world
from tests.support.ledger import stakes_at
from tests.support.shown import texts_of, verbs_of

STAKE = 50


class Evening:
    """One table, and eight people around it."""

    def __init__(self, cards: CardWorld, table: int) -> None:
        self.cards = cards
        self.table = table

    async def view(self) -> TableView:
        """The table as all see it."""
        return await lookup.table(self.cards.room.tables, self.table)

    async def press(self, person: simcord.MemberActor, verb: Verb, index: int = 0) -> None:
        """A person presses a button of the table."""
        await self.cards.press(person, await self.cards.table(self.table), verb, index)

    async def bet(self, person: simcord.MemberActor, seat: Seat, amount: int) -> None:
        """A person bets by button and form."""
        table = await self.cards.table(self.table)
        await self.cards.fill(person, table, Verb.BET, str(amount), seat.index)

    async def bystanders(self) -> list[simcord.MemberActor]:
        """Those who do not play."""
        playing = {person.id for person in (await self.view()).seats or ()}
        return [person for person in self.cards.all_people if person.id not in playing]

    async def some_tricks(self) -> None:
        """Deals the cards, makes a few clicks, and starts the bot anew."""
        await self.cards.deal(self.table)
        clicks = 0

        async def enough() -> bool:
            nonlocal clicks
            clicks += 1
            return clicks > 4

        await self.cards.play(self.table, enough)
        await self.cards.world.restart(crash=bool(self.cards.chance.getrandbits(1)))

    async def may_point(self) -> bool:
        """Whether the player to act has a choice, so that backers can point."""
        view = await self.view()
        if view.galerie.pause is not None or view.to_cut is not None or view.game is None or view.galerie.book is None:
            return False
        assert view.game.turn is not None
        adviser = stakes.advisers(view.galerie.book, view.game.turn)[0]
        return bool((await lookup.backed_view(self.cards.room.tables, self.table, adviser.person)).may_point)

    async def over(self) -> TableView:
        """Plays the game to its end, and checks that every chip is where it should be."""
        await self.cards.play(self.table)
        view = await self.view()
        assert view.status is Status.BETWEEN
        assert await stakes_at(self.cards.room.database, self.table) == {}
        await self.cards.expect_balanced()
        return view

    async def next_game(self) -> None:
        """Seats the person called, by the message with the call. A player who sits goes on."""
        for _ in range(6):
            view = await self.view()
            if view.status is Status.PLAYING:
                return
            queue, awaited = view.galerie.queue, view.galerie.awaited
            assert queue is not None
            if awaited is not None:
                person = self.cards.person(awaited)
                called = self.cards.world.dms(person)[-1]
                verb = Verb.SIT if Verb.SIT in verbs_of(called) else Verb.REMATCH
                await self.cards.press(person, called, verb)
            else:
                for person_id in [one.id for one in view.sat or ()]:
                    if person_id not in view.asked:
                        await self.press(self.cards.person(person_id), Verb.REMATCH)
        raise AssertionError("the next game does not begin")


@pytest.mark.parametrize("seed", [5, pytest.param(11, marks=pytest.mark.soak)])
async def test_an_evening_of_five_games_with_eight_people(tmp_path: Path, seed: int) -> None:
    async with card_world(tmp_path, seed=seed, fair=True) as cards:
        emma, felix, gina, hugo = cards.come("emma", "felix", "gina", "hugo")
        world = cards.world
        alice, bruno, chloe, david = world.people
        evening = Evening(cards, await cards.sit_down(alice, bruno, stake=STAKE, count="single-double-treble"))

        # The first game: two back each player, two wait for a chair.
        for person, seat, amount in (
            (chloe, Seat.NORTH, 30),
            (david, Seat.SOUTH, 20),
            (gina, Seat.SOUTH, 40),
            (hugo, Seat.NORTH, 10),
        ):
            await evening.bet(person, seat, amount)
        for person in (emma, felix):
            await evening.press(person, Verb.ENTER)
        await evening.some_tricks()
        view = await evening.over()
        assert view.game is not None
        assert view.game.outcome is not None
        assert view.game.outcome.winner is not None
        loser = (alice, bruno)[view.game.outcome.winner.other.index]
        assert view.galerie.awaited == emma.id

        # The second: the first rentrant has the loser's chair; a player plays La Chouette, and no one sees the hand.
        await evening.next_game()
        view = await evening.view()
        assert emma.id in {person.id for person in view.seats or ()}
        assert loser.id not in {person.id for person in view.seats or ()}
        side = view.seat_of(emma.id)
        assert side is not None
        await evening.press(emma, Verb.CHOUETTE)
        await evening.bet(gina, side.other, 60)
        await evening.bet(david, side, 15)
        await evening.some_tricks()
        behind = (await evening.view()).galerie.book
        assert behind is not None
        assert stakes.advisers(behind, side) == ()
        view = await evening.over()
        assert view.game is not None
        assert view.game.outcome is not None
        assert view.galerie.queue is not None
        if view.game.outcome.winner is side.other:
            assert view.galerie.queue.seat_of(emma.id) is side, "the loser at La Chouette keeps the chair"

        # The third: a player resigns, and the largest backer plays the game out.
        await evening.next_game()
        behind_north = [person for person in await evening.bystanders() if person is not felix][:3]
        for person, amount in zip(behind_north, (10, 30, 20), strict=True):
            await evening.bet(person, Seat.NORTH, amount)
        heir = behind_north[1]
        other = (await evening.bystanders())[-1]
        if other not in behind_north:
            await evening.bet(other, Seat.SOUTH, 60)
        else:
            await evening.press(cards.person((await evening.view()).person(Seat.SOUTH).id), Verb.CHOUETTE)
        await evening.some_tricks()
        while (await evening.view()).galerie.pause is not None:
            await cards.deal(evening.table)
        player = cards.person((await evening.view()).person(Seat.NORTH).id)
        mine = await cards.my_hand(player, evening.table)
        menu = (await cards.press(player, mine, Verb.MORE)).response
        assert menu is not None
        asked = await cards.press(player, menu, Verb.RESIGN)
        sure = asked.response
        assert sure is not None
        await cards.press(player, await cards.again(sure), Verb.RESIGN)
        assert (await evening.view()).galerie.heir == heir.id
        await world.restart()
        await cards.press(heir, world.dms(heir)[-1], Verb.TAKE_HAND)
        view = await evening.view()
        assert view.person(Seat.NORTH).id == heir.id
        await evening.over()

        # The fourth: backers point by buttons and reactions.
        await evening.next_game()
        for number, person in enumerate((await evening.bystanders())[:4]):
            await evening.bet(person, (Seat.NORTH, Seat.SOUTH)[number % 2], 20)
        await evening.some_tricks()
        # If only one card may be played, there is nothing to point at.
        await cards.play(evening.table, evening.may_point)
        mover, _ = await cards.mover(evening.table)
        book = (await evening.view()).galerie.book
        deciding = (await evening.view()).seat_of(mover.id)
        assert book is not None
        assert deciding is not None
        backers = [cards.person(adviser.person) for adviser in stakes.advisers(book, deciding)]
        for backer in backers:
            await cards.press(backer, world.dms(backer)[-1], Verb.POINT)
        assert f"·{len(backers)}" in texts_of(cards.held(mover.name))
        await evening.over()

        # The fifth: no one bets, the two play on.
        await evening.next_game()
        await evening.some_tricks()
        await evening.over()
        assert (await evening.view()).game_no == 5
        total = sum([await cards.purse(person) for person in cards.all_people])
        assert total == 8 * 1000
