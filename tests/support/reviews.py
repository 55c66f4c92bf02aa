"""Reviews of the first decisions alone: a whole game takes some seconds, and most tests look at a page of it."""

from __future__ import annotations

from functools import partial

from bot.house.reviewer import Reviewer
from ecarte.teaching import Decision, Judged, Seeded, review
from tests.support.threads import ThreadWorker


def reviewer_of_the_first(number: int) -> Reviewer:
    """Reviews so many decisions of each player, in a thread."""
    return Reviewer(judge=partial(_first, number), worker=ThreadWorker())


def _first(number: int, made: tuple[Decision, ...], seeded: Seeded) -> tuple[Judged, ...]:
    return review(made[:number], seeded)
