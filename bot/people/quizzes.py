"""Quizzes: the one that a person is taking, or took last. Questions and answers are texts of the caller."""

from __future__ import annotations

from collections.abc import Sequence

from bot.people.service import People
from bot.storage import Quiz

__all__ = ["Quiz", "answer", "begin", "quiz_of"]


async def quiz_of(people: People, user_id: int) -> Quiz | None:
    """The quiz of a person; None: none was ever begun."""
    return await people.quizzes.of(user_id)


async def begin(people: People, user_id: int, questions: Sequence[str]) -> Quiz:
    """Begins a quiz in place of the last one; the best result stays."""
    return await people.quizzes.begin(user_id, questions, people.now())


async def answer(people: People, user_id: int, run: int, place: int, text: str, right: int | None) -> Quiz | None:
    """Stores the answer to the question at `place` of quiz `run`, once.

    Args:
        right: with the last answer, how many were right.

    Returns:
        The quiz as it is now; None: there is none.
    """
    return await people.quizzes.answer(user_id, run, place, text, people.now(), right)
