"""The cut at a table where no deal waits for it: by the rule of the promise, or at the elder's earlier choice."""

from __future__ import annotations

import pytest

from bot.tables import archive
from bot.tables.actions import seating, seed
from bot.tables.problems import Problem, Refused
from bot.tables.terms import Terms
from ecarte.fair import Bound, Verdict, pack_of
from tests.bot.tables.cutting import CUT_MS, TERMS, elder_of, kept
from tests.bot.tables.salon import GUILD, Salon, staked


async def test_once_both_have_asked_for_the_cards_they_come_at_once(room: Salon) -> None:
    table = await room.seated(staked(50))
    view = await room.cards(table)
    assert (view.galerie.pause, view.to_cut) == (None, None)
    assert view.game is not None
    assert view.game.number == 1
    (made,) = await kept(room, table, "pack_made")
    state = await room.tables.log.state(table)
    assert state.deal_promise is not None
    assert state.deal_promise.fair is not None
    assert (made.by, made.place) == (None, pack_of(state.deal_promise.fair.key(1), None)[1]), (
        "by the rule of the promise"
    )


@pytest.mark.law(3)
@pytest.mark.parametrize("terms", [TERMS, Terms(in_thread=False)], ids=["a table that waits", "a table that does not"])
async def test_a_cut_that_the_elder_has_chosen_in_this_game_counts_without_a_wait(room: Salon, terms: Terms) -> None:
    opened = await seating.challenge(room.tables, GUILD, 70, room.people[0], room.people[1], terms)
    for user, place in ((1, 9), (2, 30)):
        view = await seed.choose_cut(room.tables, opened.id, user, place)
    assert view.game_promise is not None
    assert view.game_promise.cutters == {1, 2}
    await seating.accept(room.tables, opened.id, room.people[1])
    await room.play(opened.id)
    assert await kept(room, opened.id, "cut_awaited") == []
    made = await kept(room, opened.id, "pack_made")
    assert {(pack.by, pack.place) for pack in made} == {(1, 9), (2, 30)}, "each deal has its elder's own place"
    checked = await archive.check_game(room.tables, opened.id, 1)
    assert {(check.verdict, check.bound) for check in checked} == {(Verdict.FAIR, Bound.CUT)}
    promise = (await room.view(opened.id)).game_promise
    assert promise is not None
    assert promise.cutters == frozenset()


async def test_a_cut_is_chosen_by_players_for_one_game_and_taken_back(room: Salon) -> None:
    table = await room.seated(TERMS)
    for user, place, problem in ((3, 9, Problem.NOT_A_PLAYER), (1, 1, Problem.BAD_CUT), (1, 31, Problem.BAD_CUT)):
        with pytest.raises(Refused) as caught:
            await seed.choose_cut(room.tables, table, user, place)
        assert caught.value.problem is problem
    elder = elder_of(await room.view(table))
    await seed.choose_cut(room.tables, table, 3 - elder, 9)
    assert await kept(room, table, "pack_made") == [], "the dealer's choice cuts nothing"
    for user in (1, 2):
        await seed.choose_cut(room.tables, table, user, None)
    await room.later(CUT_MS, table)
    (made,) = await kept(room, table, "pack_made")
    assert made.by is None


async def test_a_cut_that_is_chosen_while_the_deal_waits_for_it_brings_the_cards(room: Salon) -> None:
    table = await room.seated(TERMS)
    elder = elder_of(await room.view(table))
    view = await seed.choose_cut(room.tables, table, elder, 9)
    assert view.game is not None
    assert view.game.number == 1
    (made,) = await kept(room, table, "pack_made")
    assert (made.by, made.place) == (elder, 9)
