"""A game that is left after its cards are dealt is lost. Also: which games count as left, and who is notified."""

from __future__ import annotations

import pytest

from bot.clock import WarningSent
from bot.people.leaving import Leaving, find_leavers, of_member
from bot.rows.sanctions import PairGame
from bot.tables.actions import play, rematch
from bot.tables.state.table_state import Status
from ecarte.game import ClaimTime, Resign, Scope, Seat
from tests.bot.tables.salon import GUILD, Salon, staked


async def _lost(room: Salon, place: int) -> tuple[int, Leaving]:
    """Returns how many games a person has lost by the standings, and how many they have left."""
    person = room.people[place].id
    found = await room.database.results.statistics(GUILD, person)
    return found.played - found.won, await of_member(room.crowd, GUILD, person)


async def _leave(room: Salon, table: int) -> int:
    """Lets the player to move stay away, and the opponent take the game. Returns the number of the player who left."""
    loser = (await room.game(table)).turn
    assert loser is not None
    while (view := await room.view(table)).sent_warning is not WarningSent.UP:
        assert view.deadline is not None
        await room.later(view.deadline - room.now, table)
    await play.move(room.tables, table, room.people[loser.other.index].id, None, lambda _: ClaimTime(Scope.GAME))
    return loser.index


@pytest.mark.parametrize("stake", [0, 50])
async def test_a_game_abandoned_once_hands_are_dealt_is_lost_and_left(room: Salon, stake: int) -> None:
    table = await room.seated(staked(stake))
    await room.cards(table)
    loser = await _leave(room, table)
    assert await _lost(room, loser) == (1, Leaving(1, 1))
    assert await _lost(room, 1 - loser) == (0, Leaving(1, 0))
    await room.expect_balanced()


async def test_a_game_resigned_once_hands_are_dealt_is_lost_and_left_in_its_first_deal_alone(room: Salon) -> None:
    table = await room.seated(staked(0))
    await room.cards(table)
    await play.move(room.tables, table, 2, None, lambda _: Resign())
    assert await _lost(room, 1) == (1, Leaving(1, 1))
    for person in room.people[:2]:
        await rematch.rematch(room.tables, table, person.id)
    while (await room.game(table)).number < 2:
        await room.step(table)
    await play.move(room.tables, table, 2, None, lambda _: Resign())
    assert await _lost(room, 1) == (2, Leaving(2, 1))
    assert await _lost(room, 0) == (0, Leaving(2, 0))


async def test_a_game_that_neither_comes_back_to_is_nobodys(room: Salon) -> None:
    table = await room.seated(staked(0))
    await room.cards(table)
    for _ in range(10):
        view = await room.later(3_600_000, table)
    assert view.status is Status.CLOSED
    for place in (0, 1):
        assert await _lost(room, place) == (0, Leaving(0, 0))


async def test_a_game_that_is_played_to_its_end_is_not_left(room: Salon) -> None:
    await room.lose(await room.seated(staked(0)), Seat.SOUTH)
    assert await _lost(room, 1) == (1, Leaving(1, 0))


def test_a_few_games_one_game_and_one_in_twenty_are_not_worth_a_word() -> None:
    assert not Leaving(9, 9).is_often
    assert not Leaving(10, 1).is_often
    assert not Leaving(40, 2).is_often
    assert Leaving(10, 2).is_often
    assert Leaving(50, 3).finished == pytest.approx(0.94)
    assert Leaving(0, 0).finished == 1


def test_managers_are_shown_who_often_leaves_the_most_first() -> None:
    games = [
        *[PairGame((1, 2), 0, "time", 4, (0, 0))] * 3,
        *[PairGame((1, 2), 1, "five", 7, (0, 0))] * 8,
        *[PairGame((3, 1), 1, "resigned", 1, (0, 0))] * 10,
        *[PairGame((4, 1), 1, "resigned", 2, (0, 0))] * 10,
        *[PairGame((5, 1), None, "agreed", 1, (0, 0))] * 10,
    ]
    assert find_leavers(games) == ((3, Leaving(10, 10)), (2, Leaving(11, 3)))
