"""Stored values of single members: tries, quizzes, reminders, blocks, errors, roles."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True)
class Daily:
    """A person's try at the deal of a day.

    Attributes:
        guild_id: the server in which the try began, whose board has it.
        started_at: the moment of its beginning, in epoch milliseconds.
        ended_at: the moment of its end. None until then.
        moves: the moves of both players, in order.
        points: the points of the result. None until the end.
        tricks: the tricks of the result. None until the end.
        shared_at: the moment at which the result was shown to others, if it was.
    """

    user_id: int
    day: str
    guild_id: int
    started_at: int
    moves: tuple[str, ...]
    ended_at: int | None = None
    points: int | None = None
    tricks: int | None = None
    shared_at: int | None = None


@dataclass(frozen=True, slots=True)
class DailySum:
    """A person's sum over some days: the points, and the number of deals."""

    user_id: int
    points: int
    deals: int


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A line on the board of the deals of the day: the place, the points and the number of deals."""

    place: int
    user_id: int
    points: int
    deals: int


@dataclass(frozen=True, slots=True)
class Quiz:
    """A person's current or last quiz, and their record.

    Attributes:
        run: the number of the quiz, from 1.
        started_at: the moment of its beginning, in epoch milliseconds.
        ended_at: the moment of the last answer. None until then.
        asked: the questions.
        answers: one character for each answer.
        best_right: the right answers of the best result; a result with more of them is better. None before the first.
        best_ms: the time of the best result; of equal results the faster one is better. None before the first.
        finished: the number of finished quizzes.
    """

    user_id: int
    run: int
    started_at: int
    ended_at: int | None
    asked: tuple[str, ...]
    answers: str
    best_right: int | None
    best_ms: int | None
    finished: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """The reminder that a person has chosen.

    Attributes:
        hour: the last chosen hour.
        due_at: the moment of the next reminder. None if reminders are off.
        refused: whether reminders are off because Discord refused a direct message, and the person has not read so yet.
    """

    hour: int
    due_at: int | None
    refused: bool = False

    @property
    def is_on(self) -> bool:
        """Whether the person wants reminders."""
        return self.due_at is not None


@dataclass(frozen=True, slots=True)
class DueReminder:
    """A reminder that has to be sent.

    Attributes:
        at: the moment at which it became due.
    """

    user_id: int
    hour: int
    at: int


class Blocking(Enum):
    """The result of a member's wish to block a person."""

    DONE = "done"
    """The person is blocked now, or was before."""
    FULL = "full"
    """The member has blocked as many people as they may."""


@dataclass(frozen=True, slots=True)
class MemberBlock:
    """A person who is blocked by a member."""

    blocked_id: int = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class Errors:
    """A player's errors: their number, and their cost together, in hundredths of a game."""

    number: int
    cost: int


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """The role of a person for a season, which has to be given or was given."""

    season: int
    user_id: int
    role_id: int


@dataclass(frozen=True, slots=True)
class RolesDue:
    """The roles that have to be taken and then given in a server.

    Attributes:
        role_id: the role that the server has chosen, if any.
        take: the roles to take, before others are given.
        give: the roles to give.
    """

    role_id: int | None
    take: tuple[RoleGiven, ...]
    give: tuple[RoleGiven, ...]
