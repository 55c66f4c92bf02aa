"""The quizzes that people take against the clock: the one under way, and the best result of each. No rule of play.

What was asked is a list of texts, an answer one character: what they mean is the caller's business. One row a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, select, update

from bot.rows.member_rows import Quiz
from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.json_text import dump_json, load_json
from bot.storage.schema.tables import quizzes


class QuizRepository(Repository):
    """The quizzes of people."""

    @reads
    def of(self, connection: Connection, user_id: int) -> Quiz | None:
        """A person's quiz; None: none was ever begun."""
        return _get(connection, user_id)

    @writes
    def begin(self, connection: Connection, user_id: int, asked: Sequence[str], at: int) -> Quiz:
        """Begins a new one in place of the last, which counts for nothing if it was not ended. The record stays."""
        before = _get(connection, user_id)
        fresh = {"run": before.run + 1 if before else 1, "started_at": at, "ended_at": None}
        questions = {"asked": dump_json({"asked": list(asked)}), "answers": ""}
        upsert(connection, quizzes, {"user_id": user_id, **fresh, **questions})
        return _stored_quiz(connection, user_id)

    @writes
    def answer(
        self, connection: Connection, user_id: int, run: int, place: int, answer: str, at: int, right: int | None = None
    ) -> Quiz | None:
        """Takes down the answer to the question at `place` (from 0), once: any but the next one changes nothing.

        Args:
            right: with the last answer, how many were right in all.

        Returns:
            The quiz as it is now; None: none was ever begun.
        """
        now = _get(connection, user_id, hold=True)
        if now is None or now.run != run or now.ended_at is not None or len(now.answers) != place:
            return now
        changes: dict[str, Any] = {"answers": now.answers + answer}
        if right is not None:
            changes |= {"ended_at": at, "finished": now.finished + 1} | _better(now, right, at - now.started_at)
        connection.execute(update(quizzes).where(quizzes.c.user_id == user_id).values(changes))
        return _stored_quiz(connection, user_id)


def _better(quiz: Quiz, right: int, ms: int) -> dict[str, Any]:
    """The new record, if it is one."""
    best = None if quiz.best_right is None or quiz.best_ms is None else (quiz.best_right, -quiz.best_ms)
    return {"best_right": right, "best_ms": ms} if best is None or (right, -ms) > best else {}


def _get(connection: Connection, user_id: int, *, hold: bool = False) -> Quiz | None:
    wanted = select(quizzes).where(quizzes.c.user_id == user_id)
    row = connection.execute(wanted.with_for_update() if hold else wanted).first()
    return None if row is None else _quiz(row)


def _stored_quiz(connection: Connection, user_id: int) -> Quiz:
    return _quiz(connection.execute(select(quizzes).where(quizzes.c.user_id == user_id)).one())


def _quiz(row: Row[Any]) -> Quiz:
    values = row._asdict()
    asked: Any = load_json(values["asked"])["asked"]
    return Quiz(**{**values, "asked": tuple(asked)})
