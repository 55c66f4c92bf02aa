"""The quizzes that people take against the clock: the current quiz and the best result of each person.

Questions are texts, and an answer is one character. Only the caller knows their meaning. Each person has one row.
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
    """Stores each person's current or last quiz, and their best result."""

    @reads
    def of(self, connection: Connection, user_id: int) -> Quiz | None:
        """Returns a person's current or last quiz, or None if they never began one."""
        return _get(connection, user_id)

    @writes
    def begin(self, connection: Connection, user_id: int, asked: Sequence[str], at: int) -> Quiz:
        """Begins a new quiz, which replaces the person's last one. The best result stays.

        If the last quiz was not finished, it does not count.
        """
        last = _get(connection, user_id)
        fresh = {"run": last.run + 1 if last else 1, "started_at": at, "ended_at": None}
        questions = {"asked": dump_json({"asked": list(asked)}), "answers": ""}
        upsert(connection, quizzes, {"user_id": user_id, **fresh, **questions})
        return _stored_quiz(connection, user_id)

    @writes
    def answer(
        self, connection: Connection, user_id: int, run: int, place: int, answer: str, at: int, right: int | None = None
    ) -> Quiz | None:
        """Stores the answer to a question of the current quiz. If it is not the next question, does nothing.

        Args:
            run: the number of the quiz.
            place: the number of the question, from 0.
            answer: the answer, one character.
            right: the number of right answers in the whole quiz, if this is the last answer; else None.

        Returns:
            The stored quiz. None if the person never began one.
        """
        stored = _get(connection, user_id, hold=True)
        if stored is None or stored.run != run or stored.ended_at is not None or len(stored.answers) != place:
            return stored
        changes: dict[str, Any] = {"answers": stored.answers + answer}
        if right is not None:
            record = _new_record(stored, right, at - stored.started_at)
            changes |= {"ended_at": at, "finished": stored.finished + 1} | record
        connection.execute(update(quizzes).where(quizzes.c.user_id == user_id).values(changes))
        return _stored_quiz(connection, user_id)


def _new_record(quiz: Quiz, right: int, ms: int) -> dict[str, Any]:
    """Returns the columns of a new record. Empty if the result is no record."""
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
