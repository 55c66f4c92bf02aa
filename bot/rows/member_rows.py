"""Stored values about single members: tries at deals of the day, quizzes, reminders, blocks, errors and roles."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True)
class Daily:
    """A person's try at a deal of the day, or at a deal of a challenge or of a duplicate match.

    Attributes:
        day: the date of a deal of the day; the key of any other deal (`bot.people.same_deals`,
            `bot.people.duplicates`).
        guild_id: the server in which the try began, and on whose board it is shown.
        started_at: when the try began, in epoch milliseconds.
        ended_at: when the try ended, in epoch milliseconds; None while it goes on.
        moves: the moves of both players, in order.
        points: the points of the result; None until the try has ended.
        tricks: the tricks of the result; None until the try has ended.
        shared_at: when the person showed the result to others, in epoch milliseconds; None if they have not.
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
    """A person's points at the deals of some days, added up, and the number of these deals."""

    user_id: int
    points: int
    deals: int


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A person's line on the board of the deals of the day: the place, the points, and the number of deals."""

    place: int
    user_id: int
    points: int
    deals: int


@dataclass(frozen=True, slots=True)
class Quiz:
    """A person's current or last quiz, and the person's best result.

    Attributes:
        run: the number of the quiz, from 1.
        started_at: when the quiz began, in epoch milliseconds.
        ended_at: when the person gave the last answer, in epoch milliseconds; None until then.
        asked: the questions.
        answers: the answers so far, one character for each.
        best_right: the number of right answers in the best result; None before the first finished quiz. A result with
            more right answers is better.
        best_ms: the time of the best result, in milliseconds; None before the first finished quiz. Of results with
            equally many right answers, the faster one is better.
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
    """The daily reminder that a person has chosen.

    Attributes:
        hour: the hour that the person chose last.
        due_at: when the next reminder is sent, in epoch milliseconds; None if the reminder is off.
        refused: whether the reminder is off because Discord refused a direct message, and the person has not read that
            yet.
    """

    hour: int
    due_at: int | None
    refused: bool = False

    @property
    def is_on(self) -> bool:
        """Whether the reminder is switched on."""
        return self.due_at is not None


@dataclass(frozen=True, slots=True)
class DueReminder:
    """A reminder that the bot has to send now.

    Attributes:
        at: when the reminder became due, in epoch milliseconds.
    """

    user_id: int
    hour: int
    at: int


class Blocking(Enum):
    """What happened when a member asked to block a person."""

    DONE = "done"
    """The person is blocked now. They may have been blocked before the member asked."""
    FULL = "full"
    """Nothing has changed, because the member has blocked as many people as they may."""


@dataclass(frozen=True, slots=True)
class MemberBlock:
    """A person who is blocked by a member."""

    blocked_id: int = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class Errors:
    """A player's errors of one kind: their number, and the sum of their costs, in hundredths of a game."""

    number: int
    cost: int


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """The role for champions that a person has, or is to get, as a champion of a season."""

    season: int
    user_id: int
    role_id: int


@dataclass(frozen=True, slots=True)
class RolesDue:
    """Which people lose and get the role for champions in a server.

    Attributes:
        role_id: the role that the server has chosen; None if it has chosen none.
        take: the people who lose a role. Take these roles away before you give others.
        give: the people who get the role.
    """

    role_id: int | None
    take: tuple[RoleGiven, ...]
    give: tuple[RoleGiven, ...]
