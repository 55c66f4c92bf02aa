"""Rubbers: who wins one, what it is worth, whose deal comes next; and random rubbers, played to their end.

Sources: the treatise, pp. 33-34; Law 46; the short code at its end. What becomes of a rubber that is left, and of a
game that neither won, is this library's.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import (
    Dialect,
    Ending,
    GameEnded,
    ImpossibleEvent,
    Multiple,
    NextDeal,
    Propose,
    Rules,
    RulesError,
    Seat,
    Stakes,
)
from ecarte.table import Rubber
from ecarte.table.rubber import LENGTHS, RUBBER_POINTS, Counted, call_off, count_game, dealer_after, open_rubber
from tests.ecarte.game.table import Table

N, S = Seat.NORTH, Seat.SOUTH
SINGLES = Rules()
TREBLES = Rules(stakes=Stakes.SINGLE_DOUBLE_TREBLE)


def played(games: int, *winners: Seat | None, rules: Rules = SINGLES, loser: int = 4) -> Rubber:
    """A rubber after games that these won five to `loser`; None: neither won that one."""
    rubber = open_rubber(games, rules)
    for winner in winners:
        rubber = count_game(rubber, *game(winner, loser), rules)
    return rubber


def game(winner: Seat | None, loser: int) -> tuple[GameEnded, tuple[int, int]]:
    if winner is None:
        return GameEnded(None, Ending.AGREED), (loser, loser)
    return GameEnded(winner, Ending.FIVE), (5, loser) if winner is N else (loser, 5)


def test_p33_two_games_of_three_win_the_rubber() -> None:
    assert played(3, N).winner is None
    assert played(3, N, S).won == (1, 1)
    assert played(3, N, S, N).winner is N
    assert played(3, S, S).winner is S, "the third is not played"


@pytest.mark.parametrize(("games", "needed"), [(1, 1), (3, 2), (5, 3), (7, 4), (11, 6)])
def test_p34_best_of_so_many_games(games: int, needed: int) -> None:
    assert games in LENGTHS
    before = played(games, *[S] * (needed - 1), *[N] * (needed - 1))
    assert (before.over, before.number) == (False, games)
    assert count_game(before, *game(N, 0), SINGLES).winner is N


@pytest.mark.parametrize("games", [0, 2, 9, -3, True, "3", None])
def test_a_rubber_of_another_length_cannot_be_agreed_on(games: object) -> None:
    with pytest.raises(RulesError):
        open_rubber(games, SINGLES)  # type: ignore[arg-type]  # what a file or a form may bring


def test_p34_trebles_do_not_win_a_rubber_of_three_but_say_what_it_is_worth() -> None:
    """South wins a treble, North two singles: North has 2 + 2, South 3, as at Whist."""
    rubber = open_rubber(3, TREBLES)
    for winner, loser in ((S, 0), (N, 3), (N, 4)):
        rubber = count_game(rubber, *game(winner, loser), TREBLES)
    assert rubber.counted == (Counted(S, Multiple.TREBLE), Counted(N, Multiple.SINGLE), Counted(N, Multiple.SINGLE))
    assert (rubber.winner, rubber.points, rubber.worth) == (N, (2 + RUBBER_POINTS, 3), 1)


def test_without_reckoning_each_game_is_one_and_nothing_is_added() -> None:
    rubber = played(3, S, N, N, loser=0)
    assert (rubber.reckoned, rubber.points, rubber.worth) == (False, (2, 1), 1)


def test_a_game_without_a_winner_is_played_again_under_its_number() -> None:
    rubber = played(3, N, None, None)
    assert (rubber.won, rubber.void, rubber.number, rubber.over) == ((1, 0), 2, 2, False)
    assert rubber.worth == 0


def test_a_rubber_that_is_left_has_no_winner_and_goes_no_further() -> None:
    left = call_off(played(5, N, N))
    assert (left.over, left.winner, left.won, left.worth) == (True, None, (2, 0), 0)
    with pytest.raises(ImpossibleEvent):
        count_game(left, *game(N, 0), SINGLES)


def test_a_rubber_that_is_won_cannot_be_called_off_or_played_on() -> None:
    won = played(3, S, S)
    assert call_off(won) is won
    with pytest.raises(ImpossibleEvent):
        count_game(won, *game(N, 0), SINGLES)


@pytest.mark.parametrize(
    ("rules", "within", "after"),
    [
        (Rules(), N, N),
        (Rules(next_deal=NextDeal.FRESH_CUT), None, None),
        (Rules(next_deal=NextDeal.CUT_FOR_RUBBER), N, None),
        (Rules.of(Dialect.SHORT), N, None),
    ],
    ids=["alternating", "cut for each game", "cut for each rubber", "the short code"],
)
def test_p34_the_deal_alternates_or_is_cut_for_after_a_game_or_a_rubber(
    rules: Rules, within: Seat | None, after: Seat | None
) -> None:
    table = Table(rules).deal()
    table.does(N, Propose())
    assert dealer_after(table.state, played(3, N)) is within
    assert dealer_after(table.state, played(3, N, N)) is after
    assert dealer_after(table.state, call_off(played(3, N))) is after


def test_the_short_codes_deal_is_taken_alternately_where_no_rubber_is_played_for() -> None:
    table = Table(Rules.of(Dialect.SHORT)).deal()
    table.does(N, Propose())
    assert dealer_after(table.state, played(1, S)) is N


GAMES = st.tuples(st.sampled_from([N, S, None]), st.integers(0, 4))


@given(st.sampled_from(LENGTHS), st.sampled_from([SINGLES, TREBLES]), st.lists(GAMES, min_size=30, max_size=40))
def test_any_rubber_ends_with_one_winner_who_has_the_majority_and_no_game_too_many(
    games: int, rules: Rules, drawn: list[tuple[Seat | None, int]]
) -> None:
    rubber = open_rubber(games, rules)
    for winner, loser in drawn:
        if rubber.over:
            break
        before = rubber
        rubber = count_game(rubber, *game(winner, loser), rules)
        assert len(rubber.counted) + rubber.void == len(before.counted) + before.void + 1
        assert rubber.counted[: len(before.counted)] == before.counted
        assert 1 <= before.number <= games
    assert sum(rubber.won) == len(rubber.counted) <= games
    assert max(rubber.won) <= rubber.needed
    if rubber.over:
        assert rubber.winner is not None
        assert rubber.counted[-1].winner is rubber.winner, "who wins the rubber has won its last game"
        assert rubber.won[rubber.winner.index] > rubber.won[rubber.winner.other.index]
        if games == 3 or not rules.stakes.value.endswith("treble"):
            assert rubber.worth > 0, "a rubber of three is always worth something to its winner"
    else:
        assert rubber.worth == 0
