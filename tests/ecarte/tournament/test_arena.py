"""Arenas: points, streaks, who may meet, and the stored form."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from ecarte.tournament.arena import (
    MOST_IN_ARENA,
    Arena,
    arena_from_dict,
    arena_standings,
    arena_to_dict,
    end_meeting,
    enter,
    meet,
    open_arena,
)
from ecarte.tournament.rounds import TournamentError, TournamentRule


def played(arena: Arena, *results: tuple[int, int]) -> Arena:
    """Returns the arena after these games, each between the winner and the loser."""
    for winner, loser in results:
        arena = meet(arena, [(loser, winner)])
        arena = end_meeting(arena, len(arena.meetings), winner)
    return arena


def points(arena: Arena) -> dict[int, int]:
    return {line.entrant: line.points for line in arena_standings(arena)}


def test_the_third_win_in_a_row_and_each_later_one_are_worth_four_points_until_a_loss() -> None:
    arena = open_arena([1, 2, 3])
    expected = [2, 4, 8, 12]
    for total in expected:
        arena = played(arena, (1, 2))
        assert points(arena)[1] == total
    arena = played(arena, (3, 1), (1, 3), (1, 2), (1, 3))
    assert points(arena)[1] == 12 + 2 + 2 + 4


def test_a_game_without_a_result_counts_for_neither_and_ends_no_streak() -> None:
    arena = played(open_arena([1, 2, 3]), (1, 2), (1, 3))
    arena = end_meeting(meet(arena, [(1, 2)]), 3, None)
    first = arena_standings(arena)[0]
    assert (first.entrant, first.points, first.won, first.lost, first.streak) == (1, 4, 2, 0, 2)
    assert points(played(arena, (1, 3)))[1] == 8


def test_a_game_that_was_given_up_at_once_ends_the_losers_streak_and_gives_no_points() -> None:
    arena = played(open_arena([1, 2]), (1, 2), (1, 2))
    arena = end_meeting(meet(arena, [(1, 2)]), 3, 1, given_up=True)
    assert points(arena)[1] == 4
    assert points(played(arena, (1, 2)))[1] == 8, "it ends no streak of the winner"
    arena = end_meeting(meet(arena, [(1, 2)]), 4, 2, given_up=True)
    assert [(line.entrant, line.points, line.lost, line.streak) for line in arena_standings(arena)] == [
        (1, 4, 1, 0),
        (2, 0, 3, 0),
    ]
    assert arena_from_dict(json.loads(json.dumps(arena_to_dict(arena)))) == arena


def test_standings_go_by_points_then_by_fewer_games_and_equals_share_a_place() -> None:
    arena = played(open_arena([1, 2, 3, 4]), (1, 4), (2, 4), (3, 2), (4, 3), (3, 4))
    assert [(line.place, line.entrant, line.points) for line in arena_standings(arena)] == [
        (1, 3, 4),
        (2, 1, 2),
        (3, 2, 2),
        (4, 4, 2),
    ]
    assert [line.place for line in arena_standings(open_arena([5, 6]))] == [1, 1]


def test_an_arena_is_read_as_it_was_written() -> None:
    arena = enter(meet(played(open_arena([1, 2, 3]), (1, 2)), [(2, 3)]), 4)
    assert arena_from_dict(json.loads(json.dumps(arena_to_dict(arena)))) == arena
    assert arena.playing == {2, 3}


def test_an_entrant_plays_one_game_at_a_time_and_a_result_stands() -> None:
    arena = meet(open_arena([1, 2, 3, 4]), [(1, 2)])
    refused: list[tuple[Callable[[], Arena], TournamentRule]] = [
        (lambda: meet(arena, [(1, 3)]), TournamentRule.NOT_PAIRED_SO),
        (lambda: meet(arena, [(3, 3)]), TournamentRule.NOT_PAIRED_SO),
        (lambda: meet(arena, [(3, 9)]), TournamentRule.NOT_AN_ENTRANT),
        (lambda: enter(arena, 1), TournamentRule.ENTERED_TWICE),
        (lambda: end_meeting(arena, 2, 1), TournamentRule.NO_SUCH_PAIRING),
        (lambda: end_meeting(arena, 1, 3), TournamentRule.NOT_SO),
        (lambda: end_meeting(end_meeting(arena, 1, 1), 1, 2), TournamentRule.DECIDED_ALREADY),
        (lambda: open_arena(range(MOST_IN_ARENA + 1)), TournamentRule.TOO_MANY),
    ]
    for call, rule in refused:
        with pytest.raises(TournamentError) as forbidden:
            call()
        assert forbidden.value.rule is rule


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"entrants": [1, 1]},
        {"meetings": [[1, 9, True, None]]},
        {"meetings": [[1, 1, True, None]]},
        {"meetings": [[1, 2, True, 1]]},
        {"meetings": [[1, 2, False, 3]]},
        {"meetings": [[1, 2, False, None, True]]},
        {"meetings": [[1, 2]]},
        {"meetings": None},
    ],
)
def test_an_arena_that_is_not_written_so_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(TournamentError):
        arena_from_dict({**arena_to_dict(open_arena([1, 2, 3])), **change})
