"""Reviewers that do less than the bot's own: it takes seconds for a game, and most tests look at one page or none."""

from __future__ import annotations

from functools import partial

from bot.house.reviewer import Reviewer
from ecarte.teaching import Decision, Judged, Seeded, review
from tests.support.threads import ThreadWorker


def reviewer_of_the_first(number: int) -> Reviewer:
    """Returns a reviewer that reviews the first `number` decisions of each player, in a thread."""
    return Reviewer(judge=partial(_first, number), worker=ThreadWorker())


def reviewer_without_hints() -> Reviewer:
    """Returns a reviewer that has no hint to give.

    At a table of the house a tip comes with each decision, and takes longer than the game.
    """
    return Reviewer(advise=lambda _view, _seeded: None, worker=ThreadWorker())


def _first(number: int, made: tuple[Decision, ...], seeded: Seeded) -> tuple[Judged, ...]:
    return review(made[:number], seeded)
