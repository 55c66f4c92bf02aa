"""Advice at a table: by place, for one decision, and only from the player's backers (Laws 54 and 55)."""

from __future__ import annotations

import contextlib

import pytest

from bot.tables import archive, lookup
from bot.tables.actions import advice as advice_actions
from bot.tables.actions import betting
from bot.tables.problems import Problem, Refused
from ecarte.game import Play, Propose, Seat
from ecarte.table import advice
from tests.bot.tables.salon import Salon, staked


async def backed(room: Salon) -> tuple[int, Seat]:
    """Plays to a game whose elder has the third and the fourth person as backers, the dealer the
    fifth. Returns both.
    """
    table = await room.seated(staked(50))
    game = await room.game(table)
    assert game.elder is not None
    elder = game.elder
    await betting.bet(room.tables, table, room.people[2], elder, 20)
    await betting.bet(room.tables, table, room.people[3], elder, 20)
    await betting.bet(room.tables, table, room.people[4], elder.other, 40)
    await room.cards(table)
    return table, elder


@pytest.mark.law(54)
async def test_the_player_sees_how_many_point_where_and_the_opponent_nothing_of_it(room: Salon) -> None:
    table, elder = await backed(room)
    await advice_actions.point(room.tables, table, 3, None, 2)
    await advice_actions.point(room.tables, table, 4, None, 2)
    table_view = await advice_actions.point(room.tables, table, 4, None, advice.TALON)
    player, other = table_view.person(elder), table_view.person(elder.other)
    assert (await lookup.hand(room.tables, table, player.id)).pointed == (0, 0, 1, 0, 0, 1)
    assert (await lookup.hand(room.tables, table, other.id)).pointed == (0, 0, 0, 0, 0, 0)


async def test_the_next_decision_starts_with_no_advice(room: Salon) -> None:
    table, _ = await backed(room)
    old = await advice_actions.point(room.tables, table, 3, None, 2)
    table_view = await room.step(table)
    for seat in Seat:
        assert not any((await lookup.hand(room.tables, table, table_view.person(seat).id)).pointed)
    with pytest.raises(Refused) as refused:
        await advice_actions.point(room.tables, table, 3, old.decision, 2)
    assert refused.value.problem is Problem.STALE


async def test_advice_by_backers_of_the_other_player_and_by_bystanders_is_refused(room: Salon) -> None:
    table, _ = await backed(room)
    for person, problem in ((5, Problem.GALERIE), (6, Problem.NOT_A_BACKER), (1, Problem.NOT_A_BACKER)):
        with pytest.raises(Refused) as refused:
            await advice_actions.point(room.tables, table, person, None, 0)
        assert refused.value.problem is problem


async def test_the_record_and_the_profile_say_who_pointed_where_and_whether_the_player_followed(room: Salon) -> None:
    table, elder = await backed(room)
    await advice_actions.point(room.tables, table, 3, None, advice.TALON)
    await advice_actions.point(room.tables, table, 4, None, 0)
    await room.step(table, lambda view: Propose())
    table_view = await room.lose(table, elder)
    assert table_view.game is not None
    text = await archive.record(room.tables, table, 1)
    assert "; P3 points at the talon: followed" in text
    assert "; P4 points at 1: not followed" in text
    third, fourth = await room.database.results.advice_of(7, 3), await room.database.results.advice_of(7, 4)
    assert (third.given, third.followed, third.made) == (1, 1, 0)
    assert (fourth.given, fourth.followed) == (1, 0)


async def test_pointing_at_the_card_that_is_led_is_followed(room: Salon) -> None:
    table, elder = await backed(room)
    table_view = await room.view(table)
    view = (await lookup.hand(room.tables, table, table_view.person(elder).id)).view
    await advice_actions.point(room.tables, table, 3, None, 1)
    card = view.places[1]
    assert card is not None
    await room.step(table, lambda view: Play(card))
    await room.lose(table, elder.other)
    assert "; P3 points at 2: followed" in await archive.record(room.tables, table, 1)


@pytest.mark.law(54)
async def test_only_a_card_that_may_be_played_can_be_pointed_at_and_none_where_nothing_is_to_be_decided(
    room: Salon,
) -> None:
    table, elder = await backed(room)
    with pytest.raises(Refused) as refused:
        await advice_actions.point(room.tables, table, 5, None, 0)
    assert refused.value.problem is Problem.GALERIE, "the dealer has nothing to decide yet"
    await room.step(table, lambda view: next(move for move in view.legal_moves if isinstance(move, Play)))
    dealer = (await room.view(table)).person(elder.other).id
    view = (await lookup.hand(room.tables, table, dealer)).view
    lawful = {place for place, card in enumerate(view.places) if card is not None and Play(card) in view.legal_moves}
    pointed = set()
    for place in range(6):
        with contextlib.suppress(Refused):
            await advice_actions.point(room.tables, table, 5, None, place)
            pointed.add(place)
    assert pointed == (lawful if len(lawful) > 1 else set())
