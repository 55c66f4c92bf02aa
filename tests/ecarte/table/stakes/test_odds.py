"""The odds of the table, row by row as printed on p. 72, and what must hold between the rows.

Where our scan is torn or silent the row is marked: its value is what the rule in the text above the table gives.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from ecarte.game import RulesError, Seat
from ecarte.table.stakes import Odds, bad_to_lay, odds_on, points_to_make

# (leader's score, the other's): the odds on the leader.
PRINTED = {
    (0, 0): (1, 1),
    (1, 0): (5, 4),
    (2, 0): (5, 3),
    (3, 0): (5, 2),
    (4, 0): (5, 1),
    (1, 1): (1, 1),  # no value left in the scan
    (2, 1): (4, 3),  # torn in the scan: "4 in :;"
    (3, 1): (4, 2),
    (4, 1): (4, 1),
    (2, 2): (1, 1),
    (3, 2): (3, 2),
    (4, 2): (3, 1),
    (3, 3): (1, 1),
    (4, 3): (2, 1),
    (4, 4): (1, 1),
}
SCORES = list(product(range(5), range(5)))


def chance(side: Seat, score: tuple[int, int]) -> Fraction:
    odds = odds_on(side, points_to_make(score))
    return Fraction(odds.stake, odds.stake + odds.win)


def test_the_table_has_every_score_once() -> None:
    assert set(PRINTED) == {(high, low) for high, low in SCORES if high >= low}


@pytest.mark.parametrize(("score", "printed"), PRINTED.items())
def test_p72_every_row_follows_from_the_points_that_each_has_to_make(
    score: tuple[int, int], printed: tuple[int, int]
) -> None:
    odds = odds_on(Seat.NORTH, points_to_make(score))
    if printed == (1, 1):
        assert odds.is_even
        assert str(odds) == "even"
    else:
        assert (odds.stake, odds.win) == printed
        assert str(odds) == f"{printed[0]} to {printed[1]}"


@pytest.mark.parametrize("score", SCORES)
def test_what_one_side_lays_the_other_takes(score: tuple[int, int]) -> None:
    north, south = (odds_on(seat, points_to_make(score)) for seat in Seat)
    assert north == Odds(south.win, south.stake)
    assert chance(Seat.NORTH, score) + chance(Seat.SOUTH, score) == 1
    assert chance(Seat.NORTH, score) == chance(Seat.SOUTH, score[::-1])


@pytest.mark.parametrize("score", [score for score in SCORES if score[0] < 4])
def test_a_point_more_is_always_better(score: tuple[int, int]) -> None:
    north, south = score
    assert chance(Seat.NORTH, (north + 1, south)) > chance(Seat.NORTH, score)
    assert chance(Seat.SOUTH, (north + 1, south)) < chance(Seat.SOUTH, score)


def test_p72_two_rows_are_bad_to_lay_when_the_leader_deals() -> None:
    bad = {(score, dealer) for score, dealer in product(SCORES, Seat) if bad_to_lay(points_to_make(score), dealer)}
    north_leads = {((3, 2), Seat.NORTH), ((4, 3), Seat.NORTH)}
    assert bad == north_leads | {(score[::-1], dealer.other) for score, dealer in north_leads}


@pytest.mark.parametrize("score", [(5, 0), (0, 5), (-1, 0), (1.0, 0), (True, 0)])
def test_a_score_that_no_game_in_progress_has_is_refused(score: tuple[int, int]) -> None:
    with pytest.raises(RulesError):
        points_to_make(score)


def test_a_game_of_other_length_has_its_own_points_to_make() -> None:
    assert points_to_make((6, 3), 7) == (1, 4)
