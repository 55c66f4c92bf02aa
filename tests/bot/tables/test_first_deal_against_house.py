"""The first deal against the house: its opponent has time to name a seed, after the commitment and before the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clock import Pace
from bot.house.tasks import task_of
from bot.people.person import Person
from bot.tables import archive
from bot.tables.actions import cut, rematch, seating, seed
from bot.tables.problems import Problem
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.ai import Level
from ecarte.fair import Bound, Verdict
from ecarte.game import Seat
from tests.bot.tables.cutting import CUT_MS, kept, refused
from tests.bot.tables.salon import GUILD, Salon

HOUSE = Person.of_house(Level.NOVICE)
TERMS = replace(
    Terms(in_thread=False, pace=Pace.without_clock(), cut_ms=CUT_MS).against_house, last_trick_by_itself=False
)
LONG_MS = 600_000


async def private(room: Salon) -> TableView:
    """The first person asks for a game."""
    return await seating.against_house(room.tables, GUILD, room.people[0], HOUSE, TERMS)


async def public(room: Salon) -> TableView:
    """The same in the channel."""
    table = await seating.challenge(room.tables, GUILD, 70, room.people[0], HOUSE, TERMS)
    return await seating.accept(room.tables, table.id, HOUSE)


@pytest.mark.parametrize("begin", [private, public])
async def test_the_cards_wait_for_a_word_of_the_opponent_who_may_name_a_seed(room: Salon, begin: object) -> None:
    for _ in range(4):  # elder and dealer
        table = await begin(room)  # type: ignore[operator]  # one of the two above
        assert table.game_promise is not None
        assert table.waits_for_deal
        assert task_of(table) is None, "the house does not press on"
        await seed.name_seed(room.tables, table.id, 1, "sparrow")
        before = table.decision
        table = await cut.cut(room.tables, table.id, 1, before, None)
        assert table.game is not None
        assert table.game.number == 1
        (made,) = await kept(room, table.id, "pack_made")
        assert (made.by, made.named[0] or made.named[1]) == (None, True)
        await room.play(table.id)
        checked = await archive.check_game(room.tables, table.id, 1)
        assert {(check.verdict, check.bound) for check in checked} == {(Verdict.FAIR, Bound.SEED)}


async def test_a_word_alone_counts_as_a_press_after_the_promise(room: Salon) -> None:
    table = await private(room)
    await cut.cut(room.tables, table.id, 1, table.decision, None, cause=502)
    (made,) = await kept(room, table.id, "pack_made")
    assert set(made.presses) == {None, 502}, "the command came before the promise"


async def test_the_key_cuts_when_no_word_comes_for_long(room: Salon) -> None:
    table = await private(room)
    assert (await room.later(LONG_MS - 1, table.id)).waits_for_deal
    table = await room.later(1, table.id)
    assert table.game is not None
    assert table.game.number == 1


async def test_later_deals_in_private_wait_for_nothing_and_a_second_game_neither(room: Salon) -> None:
    table = await private(room)
    await cut.cut(room.tables, table.id, 1, table.decision, None)
    await room.play(table.id)
    assert len(await kept(room, table.id, "cut_awaited")) == 1
    await rematch.rematch(room.tables, table.id, 1, cause=700)
    table = await rematch.rematch(room.tables, table.id, HOUSE.id)
    assert table.game is not None
    assert (table.game_no, table.game.number) == (2, 1)
    assert set((await kept(room, table.id, "pack_made"))[-1].presses) == {None, 700}


async def test_only_the_elder_names_a_place_and_members_do_not_bring_each_others_cards(room: Salon) -> None:
    elder = None
    while elder is not Seat.NORTH:  # the house, in a private game
        table = await private(room)
        assert table.to_cut is not None
        elder = table.to_cut.elder
        if elder is not Seat.NORTH:
            await cut.cut(room.tables, table.id, 1, table.decision, None)
            await room.play(table.id)
    assert await refused(room, table.id, 1, table.decision, 9) is Problem.NOT_ELDER
    members = await room.view(await room.seated(Terms(in_thread=False, cut_ms=CUT_MS), 2, 3))
    assert members.to_cut is not None
    dealer = members.person(members.to_cut.elder.other).id
    assert await refused(room, members.id, dealer, members.decision, None) is Problem.NOT_ELDER


async def test_no_later_deal_of_a_public_game_waits_and_the_house_cuts_nowhere(room: Salon) -> None:
    table = await public(room)
    if table.to_cut is not None and table.person(table.to_cut.elder) == HOUSE:
        assert await refused(room, table.id, HOUSE.id, table.decision, 9) is Problem.NOT_ELDER
    await cut.cut(room.tables, table.id, 1, table.decision, None)
    await room.play(table.id)
    assert len(await kept(room, table.id, "cut_awaited")) == 1
    assert {made.by for made in await kept(room, table.id, "pack_made")} == {None}


async def test_the_place_that_the_opponent_has_chosen_counts_where_they_are_the_elder(room: Salon) -> None:
    table = await public(room)
    table = await seed.choose_cut(room.tables, table.id, 1, 9)
    assert table.waits_for_deal, "a choice brings no cards: there may be a seed to name"
    await cut.cut(room.tables, table.id, 1, table.decision, None)
    await room.play(table.id)
    made = await kept(room, table.id, "pack_made")
    assert {(pack.by, pack.place) for pack in made if pack.by is not None} == {(1, 9)}
    assert any(pack.by is None for pack in made), "where the house is the elder the key cuts"
