"""The ratings of solvers and puzzles: they find the order of both, and presses by chance bring no one up."""

from __future__ import annotations

from random import Random

import pytest

from bot.ranking.puzzle_rating import FARTHEST, MEAN, NEW, chance_to_solve, first_rating, rate_try
from bot.ranking.rating_model import Rating

SOLVERS, PUZZLES = 200, 100


def spearman(first: list[float], second: list[float]) -> float:
    """Returns the rank correlation of two lists without equal values."""
    number = len(first)
    ranks = [
        {place: rank for rank, place in enumerate(sorted(range(number), key=values.__getitem__))}
        for values in (first, second)
    ]
    squares = sum((ranks[0][place] - ranks[1][place]) ** 2 for place in range(number))
    return 1 - 6 * squares / (number * (number**2 - 1))


def test_tries_recover_the_order_of_solvers_and_of_puzzles() -> None:
    rng = Random(1)
    strengths = [Rating(round(rng.gauss(MEAN, 200_000)), 0) for _ in range(SOLVERS)]
    hardness = [Rating(round(rng.gauss(MEAN, 200_000)), 0) for _ in range(PUZZLES)]
    options = [rng.choice((2, 2, 3, 4, 5)) for _ in range(PUZZLES)]
    solvers, puzzles = [NEW] * SOLVERS, [first_rating(1500)] * PUZZLES
    tries = [(solver, puzzle) for solver in range(SOLVERS) for puzzle in range(PUZZLES)]
    rng.shuffle(tries)
    for solver, puzzle in tries:
        number = options[puzzle]
        right = rng.random() < chance_to_solve(strengths[solver], hardness[puzzle], number)
        solvers[solver], puzzles[puzzle] = rate_try(solvers[solver], puzzles[puzzle], number, right=right)
    assert spearman([each.rating for each in strengths], [each.rating for each in solvers]) >= 0.9
    assert spearman([each.rating for each in hardness], [each.rating for each in puzzles]) >= 0.9


@pytest.mark.parametrize("options", [2, 3, 5])
def test_presses_by_chance_climb_nowhere(options: int) -> None:
    rng, solver = Random(2), NEW
    for _ in range(300):
        solver, _ = rate_try(solver, Rating(MEAN, 60_000), options, right=rng.random() < 1 / options)
    assert solver.rating < MEAN - 200_000


def test_a_try_of_two_options_tells_less_than_one_of_five() -> None:
    moves = [rate_try(NEW, first_rating(1500), options, right=True)[0] for options in (2, 3, 5)]
    assert [move.rating for move in moves] == sorted(move.rating for move in moves)
    assert [-move.deviation for move in moves] == sorted(-move.deviation for move in moves)
    assert all(move.deviation < NEW.deviation for move in moves)


def test_what_was_expected_moves_less() -> None:
    strong, weak = Rating(MEAN + 300_000, 100_000), Rating(MEAN - 300_000, 100_000)
    gains = [
        rate_try(solver, Rating(MEAN, 100_000), 2, right=True)[0].rating - solver.rating for solver in (strong, weak)
    ]
    losses = [
        solver.rating - rate_try(solver, Rating(MEAN, 100_000), 2, right=False)[0].rating for solver in (strong, weak)
    ]
    assert 0 < gains[0] < gains[1]
    assert losses[0] > losses[1] > 0


def test_a_puzzle_stays_within_bounds() -> None:
    solver, puzzle = Rating(MEAN + FARTHEST, 60_000), first_rating(1700)
    for _ in range(500):
        _, puzzle = rate_try(solver, puzzle, 2, right=False)
    assert puzzle.rating == MEAN + FARTHEST


def test_half_the_weight_moves_both_ratings_half_as_far() -> None:
    solver, puzzle = Rating(MEAN, 100_000), first_rating(1600)
    for right in (True, False):
        whole, half = (rate_try(solver, puzzle, 3, right=right, weight=weight) for weight in (1.0, 0.5))
        for before, far, near in zip((solver, puzzle), whole, half, strict=True):
            assert abs(2 * (near.rating - before.rating) - (far.rating - before.rating)) <= 2
            assert far.deviation < near.deviation < before.deviation + 100
