"""The calendar of the boards: periods and seasons, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import assert_never


class Period(Enum):
    """The period whose games a leaderboard counts, in the calendar (UTC): for example a week, or all time."""

    ALL = "all"
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"

    def since(self, at: int) -> int:
        """Returns when the period that contains the moment `at` began, in epoch milliseconds; 0 for all time."""
        day = datetime.fromtimestamp(at // 1000, UTC).replace(hour=0, minute=0, second=0)
        match self:
            case Period.ALL:
                return 0
            case Period.YEAR:
                first = day.replace(month=1, day=1)
            case Period.MONTH:
                first = day.replace(day=1)
            case Period.WEEK:
                first = day - timedelta(days=day.weekday())
            case _:
                assert_never(self)
        return int(first.timestamp()) * 1000


class SeasonKind(Enum):
    """The length of a server's seasons, in the calendar (UTC)."""

    MONTH = "month"
    QUARTER = "quarter"

    def bounds(self, at: int) -> tuple[int, int]:
        """Returns when the season that contains the moment `at` begins and ends, in epoch milliseconds.

        The end of a season is the beginning of the next one.
        """
        day = datetime.fromtimestamp(at // 1000, UTC).replace(day=1, hour=0, minute=0, second=0)
        months = 1 if self is SeasonKind.MONTH else 3
        first = day.replace(month=(day.month - 1) // months * months + 1)
        year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
        after = first.replace(year=year, month=month + 1)
        return int(first.timestamp()) * 1000, int(after.timestamp()) * 1000


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server: a time with its own board and its own champions.

    Attributes:
        since: when the season begins, in epoch milliseconds. It is also the key of the season's stored strengths.
        ends_at: when the season ends and the next one begins, in epoch milliseconds.
    """

    since: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Seasons:
    """The seasons of a server at a moment.

    Attributes:
        running: the running season, if any.
        last: the last ended season with games, if any.
        champions: the members with the first place of the season `last`, several if they are equal. Members who were
            erased or want no rating are left out.
    """

    running: Season | None = None
    last: Season | None = None
    champions: tuple[int, ...] = ()
