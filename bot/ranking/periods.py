"""The calendar of the boards: periods and seasons, in terms of UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import assert_never


class Period(Enum):
    """The games that a leaderboard counts: since when, in calendar terms of UTC."""

    ALL = "all"
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"

    def since(self, at: int) -> int:
        """When the period that holds a moment began, in epoch milliseconds; 0: it has no beginning."""
        day = datetime.fromtimestamp(at // 1000, UTC).replace(hour=0, minute=0, second=0)
        match self:
            case Period.ALL:
                return 0
            case Period.YEAR:
                begun = day.replace(month=1, day=1)
            case Period.MONTH:
                begun = day.replace(day=1)
            case Period.WEEK:
                begun = day - timedelta(days=day.weekday())
            case _:
                assert_never(self)
        return int(begun.timestamp()) * 1000


class SeasonKind(Enum):
    """How long a season lasts, in calendar terms of UTC."""

    MONTH = "month"
    QUARTER = "quarter"

    def bounds(self, at: int) -> tuple[int, int]:
        """When the season that holds a moment begins, and when the next one does, in epoch milliseconds."""
        day = datetime.fromtimestamp(at // 1000, UTC).replace(day=1, hour=0, minute=0, second=0)
        months = 1 if self is SeasonKind.MONTH else 3
        first = day.replace(month=(day.month - 1) // months * months + 1)
        year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
        after = first.replace(year=year, month=month + 1)
        return int(first.timestamp()) * 1000, int(after.timestamp()) * 1000


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server.

    Attributes:
        since: when it began, in epoch milliseconds; by it its ratings are found.
        ends_at: when the next one begins.
    """

    since: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Seasons:
    """The seasons of a server at a moment.

    Attributes:
        running: None: none runs.
        last: the last that is over and had games, if any.
        champions: the first on its board, several where they are equal; without those who are erased or want no
            rating.
    """

    running: Season | None = None
    last: Season | None = None
    champions: tuple[int, ...] = ()
