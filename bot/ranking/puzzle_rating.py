"""The ratings of solvers and puzzles. A person's try at a puzzle is rated like a game between the two.

The scale is that of `bot.ranking.rating_model`, so that a reader understands both alike. But the two ratings never mix:
a puzzle has little luck, and puzzles differ much. So a new rating is very uncertain (a wide prior), and a try moves it
by tens of points.

A solver who presses at random is right once in as many tries as there are options. So the chance to be right is

    guess + (1 - guess) / (1 + 10^(-difference / 400 points)),    guess = 1 / options

A try moves both ratings by the approximation of Weng and Lin (2011). A try tells less if a guess may have been right: a
try with two options moves the ratings about a third as far as a try without guessing. Otherwise a solver could climb by
random presses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from bot.ranking.rating_model import Rating

__all__ = ["MEAN", "NEW", "PuzzleTry", "RatedPuzzle", "Solver", "chance_to_solve", "first_rating", "rate_try"]

_POINT: Final = 1000
MEAN: Final = 1500 * _POINT
"""The mean rating of all puzzles, in thousandths of a point."""
_DEVIATION: Final = 200 * _POINT
_BETA: Final = 122.84 * _POINT
_TAU: Final = 2 * _POINT
_LEAST_SHARE: Final = 0.0001
FARTHEST: Final = 600 * _POINT
"""The rating of a puzzle stays within this distance of the mean, in thousandths of a point."""
NEW: Final = Rating(MEAN, _DEVIATION)
"""The rating of a new solver."""


def first_rating(points: int) -> Rating:
    """Returns the rating of a new puzzle whose difficulty is estimated at `points` points."""
    return Rating(points * _POINT, _DEVIATION)


def chance_to_solve(solver: Rating, puzzle: Rating, options: int) -> float:
    """Returns the chance that the solver is right, from 0 to 1."""
    guess = 1 / options
    return guess + (1 - guess) * solver.chance_against(puzzle)


def rate_try(
    solver: Rating, puzzle: Rating, options: int, *, right: bool, weight: float = 1.0
) -> tuple[Rating, Rating]:
    """Returns the ratings of the solver and of the puzzle after a try.

    Args:
        options: the number of options, two or more.
        weight: a factor by which the try moves the ratings, 1 for a usual try.
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
        rating = each.rating + weight * side * deviation**2 / spread * slope
        share = max(_LEAST_SHARE, 1 - weight * (deviation / spread) ** 2 * told)
        ratings.append(Rating(round(rating), round(deviation * math.sqrt(share))))
    low, high = MEAN - FARTHEST, MEAN + FARTHEST
    return ratings[0], Rating(min(high, max(low, ratings[1].rating)), ratings[1].deviation)


@dataclass(frozen=True, slots=True)
class RatedPuzzle:
    """A stored puzzle, with its rating.

    Attributes:
        position, solution, difficulty: the values from which `ecarte.teaching.puzzles.Puzzle.read` makes the puzzle.
        is_own: True if the puzzle comes from a game of the server, False if it comes from the bot's stock or from a
            deal of the day.
        tries, solved: how many people have tried the puzzle, and how many of them were right.
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
    """A person's only try at a puzzle.

    Attributes:
        choice: the index of the option that the person chose, from 0.
        moved: by how much the try changed the person's rating, in thousandths of a point.
        liked: 1 if the person liked the puzzle, -1 if not; None if the person has not said.
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
        puzzle_id: the id of the puzzle that waits for the person's answer. None if no puzzle waits.
        theme: the theme of all puzzles that the person gets, or None if they get puzzles of all themes.
        by_theme: whether the waiting puzzle was drawn by a theme that the person had chosen.
    """

    rating: Rating = NEW
    tries: int = 0
    solved: int = 0
    puzzle_id: int | None = None
    theme: str | None = None
    by_theme: bool = False
