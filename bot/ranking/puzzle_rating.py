"""The ratings of solvers and puzzles: a try is a game between the two.

The scale is that of `bot.ranking.rating_model`, so that both are read alike, but the two never mix: a puzzle has little
luck, and puzzles differ much. So the prior is wide, and a try moves a new number by tens of points.

A solver who presses by chance is right once in as many tries as there are options. So the chance to be right is

    guess + (1 - guess) / (1 + 10^(-difference / 400 points)),      guess = 1 / options

A try moves both numbers as Weng and Lin (2011) approximate it, and by what it tells under this chance: a try of two
options about a third of one without guessing. Without that, presses by chance would climb.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from bot.ranking.rating_model import Rating

__all__ = ["MEAN", "NEW", "PuzzleTry", "RatedPuzzle", "Solver", "chance_to_solve", "first_rating", "rate_try"]

_POINT: Final = 1000
MEAN: Final = 1500 * _POINT
"""The mean of all puzzles."""
_DEVIATION: Final = 200 * _POINT
_BETA: Final = 122.84 * _POINT
_TAU: Final = 2 * _POINT
_LEAST_SHARE: Final = 0.0001
FARTHEST: Final = 600 * _POINT
"""How far the rating of a puzzle may be from the mean."""
NEW: Final = Rating(MEAN, _DEVIATION)
"""The rating of a new solver."""


def first_rating(points: int) -> Rating:
    """Returns the rating of a new puzzle. `points`: its first difficulty."""
    return Rating(points * _POINT, _DEVIATION)


def chance_to_solve(solver: Rating, puzzle: Rating, options: int) -> float:
    """Returns the chance that the solver is right, from 0 to 1."""
    guess = 1 / options
    return guess + (1 - guess) * solver.chance_against(puzzle)


def rate_try(solver: Rating, puzzle: Rating, options: int, *, right: bool) -> tuple[Rating, Rating]:
    """Returns the ratings of the solver and of the puzzle after a try.

    Args:
        options: the number of options, two or more.
    """
    widened = [math.hypot(each.deviation, _TAU) for each in (solver, puzzle)]
    spread = math.sqrt(2 * _BETA**2 + widened[0] ** 2 + widened[1] ** 2)
    guess = 1 / options
    knows = 1 / (1 + math.exp((puzzle.rating - solver.rating) / spread))
    solves = guess + (1 - guess) * knows
    # The slope of the logarithm of the chance of what happened, and what a try tells on average.
    slope = (1 - guess) * knows * (1 - knows) / solves if right else -knows
    told = (1 - guess) * knows**2 * (1 - knows) / solves
    ratings = []
    for each, deviation, side in zip((solver, puzzle), widened, (1, -1), strict=True):
        rating = each.rating + side * deviation**2 / spread * slope
        share = max(_LEAST_SHARE, 1 - (deviation / spread) ** 2 * told)
        ratings.append(Rating(round(rating), round(deviation * math.sqrt(share))))
    low, high = MEAN - FARTHEST, MEAN + FARTHEST
    return ratings[0], Rating(min(high, max(low, ratings[1].rating)), ratings[1].deviation)


@dataclass(frozen=True, slots=True)
class RatedPuzzle:
    """A puzzle as it is stored.

    Attributes:
        position, solution, difficulty: as `ecarte.teaching.puzzles.Puzzle.read` takes them.
        is_own: whether it comes from a game of the server; else from the stock.
        tries, solved: how many people have tried it, and how many were right.
    """

    id: int
    position: str
    solution: str
    difficulty: int
    rating: Rating
    is_own: bool
    tries: int
    solved: int


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A person's one try at a puzzle.

    Attributes:
        choice: the place of the option.
        moved: how it moved the person's rating, in thousandths of a point.
        liked: 1 or -1; None: not said.
    """

    puzzle_id: int
    choice: int
    solved: bool
    moved: int
    liked: int | None


@dataclass(frozen=True, slots=True)
class Solver:
    """A person as a solver of puzzles.

    Attributes:
        puzzle_id: the puzzle that waits for their answer.
    """

    rating: Rating = NEW
    tries: int = 0
    solved: int = 0
    puzzle_id: int | None = None
