"""What is stored of single members: tries, quizzes, reminders, blocks, errors, roles."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True)
class Daily:
    """A person's try.

    Attributes:
        guild_id: the server in which it was begun, and on whose board it stands.
        started_at, ended_at: epoch milliseconds; `ended_at` is None until the deal is over.
        moves: everybody's, in order.
        points, tricks: the result; None until the end.
        shared_at: when its result was shown to others; None: not yet.
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
    """What a person has made on some days together: points, and how many deals these are of."""

    user_id: int
    points: int
    deals: int


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A member on the board of the deals of the day: what they have made in how many, and their place."""

    place: int
    user_id: int
    points: int
    deals: int


@dataclass(frozen=True, slots=True)
class Quiz:
    """A person's quiz: the last that was begun, and the record.

    Attributes:
        run: which one it is, from 1; every beginning takes the next number.
        started_at, ended_at: epoch milliseconds; `ended_at` is None until the last answer.
        asked: the questions; `answers`: one character for each that was answered.
        best_right, best_ms: the best result, more right before less time; None before the first.
        finished: how many were answered to the end.
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
    """A person's choice.

    Attributes:
        hour: the one chosen last.
        due_at: when the next reminder falls due. None if reminders are off.
        refused: whether it is off since Discord took no direct message, and the person has not read that yet.
    """

    hour: int
    due_at: int | None
    refused: bool = False

    @property
    def is_on(self) -> bool:
        """Whether the person wants it."""
        return self.due_at is not None


@dataclass(frozen=True, slots=True)
class DueReminder:
    """A reminder that is to be sent.

    Attributes:
        at: when it fell due.
    """

    user_id: int
    hour: int
    at: int


class Blocking(Enum):
    """What came of a wish to block a person."""

    DONE = "done"
    """They are blocked; or were so before."""
    FULL = "full"
    """As many are blocked as may be."""


@dataclass(frozen=True, slots=True)
class MemberBlock:
    """A person who is blocked by a member."""

    blocked_id: int = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class Errors:
    """Decisions that cost something: how many, and what they cost together, in hundredths of a game."""

    number: int
    cost: int


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """The role of a person for a season: one to give, or one that was given."""

    season: int
    user_id: int
    role_id: int


@dataclass(frozen=True, slots=True)
class RolesDue:
    """What is to be done in a server.

    Attributes:
        role_id: the role that the server has chosen, if any.
        take, give: in this order.
    """

    role_id: int | None
    take: tuple[RoleGiven, ...]
    give: tuple[RoleGiven, ...]
