"""Stored quizzes: one under way, each question once, the best result, and the effect of an erasure."""

from __future__ import annotations

import asyncio

from bot.rows.member_rows import Quiz
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO
from tests.support.erasing import erase_person

ASKED = ("one", "two")


async def taken(database: Database, right: int, ms: int, at: int = 1000) -> Quiz:
    """Takes a quiz to its end as Alice."""
    quiz = await database.quizzes.begin(ALICE, ASKED, at)
    await database.quizzes.answer(ALICE, quiz.run, 0, "p", at + 1)
    ended = await database.quizzes.answer(ALICE, quiz.run, 1, "x", at + ms, right)
    assert ended is not None
    return ended


async def test_a_quiz_begins_empty_and_takes_its_answers_in_order(database: Database) -> None:
    assert await database.quizzes.of(ALICE) is None
    quiz = await database.quizzes.begin(ALICE, ASKED, 1000)
    assert quiz == Quiz(ALICE, 1, 1000, None, ASKED, "", None, None, 0)
    one = await database.quizzes.answer(ALICE, 1, 0, "p", 1500)
    assert one is not None
    assert (one.answers, one.ended_at) == ("p", None)
    two = await database.quizzes.answer(ALICE, 1, 1, "x", 4000, 2)
    assert two == Quiz(ALICE, 1, 1000, 4000, ASKED, "px", 2, 3000, 1)
    assert await database.quizzes.of(ALICE) == two
    assert await database.quizzes.of(BRUNO) is None


async def test_any_answer_but_the_next_changes_nothing(database: Database) -> None:
    assert await database.quizzes.answer(ALICE, 1, 0, "p", 1) is None
    begun = await database.quizzes.begin(ALICE, ASKED, 1000)
    for run, place in ((0, 0), (2, 0), (1, 1), (1, 5)):
        assert await database.quizzes.answer(ALICE, run, place, "p", 1100) == begun
    ended = await taken(database, 2, 50)
    assert await database.quizzes.answer(ALICE, ended.run, 2, "p", 9999) == ended


async def test_a_press_that_comes_twice_counts_once(database: Database) -> None:
    await database.quizzes.begin(ALICE, ASKED, 1000)
    both = await asyncio.gather(*(database.quizzes.answer(ALICE, 1, 0, choice, 1100) for choice in "px"))
    assert all(quiz is not None and len(quiz.answers) == 1 for quiz in both)
    assert len({quiz.answers for quiz in both if quiz is not None}) == 1


async def test_the_record_is_more_right_and_then_less_time(database: Database) -> None:
    results = []
    for right, ms in ((1, 500), (2, 900), (1, 100), (2, 950), (2, 800)):
        quiz = await taken(database, right, ms)
        results.append((quiz.best_right, quiz.best_ms))
    assert results == [(1, 500), (2, 900), (2, 900), (2, 900), (2, 800)]
    quiz = await database.quizzes.begin(ALICE, ASKED, 5000)
    assert (quiz.run, quiz.finished, quiz.best_right, quiz.best_ms) == (6, 5, 2, 800)


async def test_a_quiz_that_was_left_counts_for_nothing(database: Database) -> None:
    await database.quizzes.begin(ALICE, ASKED, 1000)
    await database.quizzes.answer(ALICE, 1, 0, "p", 1100)
    quiz = await database.quizzes.begin(ALICE, ("three",), 2000)
    assert quiz == Quiz(ALICE, 2, 2000, None, ("three",), "", None, None, 0)
    assert await database.quizzes.answer(ALICE, 1, 1, "x", 2100, 1) == quiz


async def test_erasing_a_person_takes_their_quizzes_away(database: Database) -> None:
    await taken(database, 2, 50)
    await database.quizzes.begin(BRUNO, ASKED, 1000)
    await erase_person(database, ALICE)
    assert await database.quizzes.of(ALICE) is None
    assert await database.quizzes.of(BRUNO) is not None
