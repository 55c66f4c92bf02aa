"""Results of the deal of the day: the best tries of a day or a week, the board, and streaks of days.

A day is an ISO date.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from functools import partial
from typing import Final, TypeVar

from bot.people.boards import of_members
from bot.people.hours import day_of
from bot.people.service import People
from bot.ranking.periods import Period
from bot.rows.member_rows import Daily, DailyLine, DailySum
from bot.rows.paging import RankingPage

LONGEST_STREAK: Final = 1_000
"""The longest streak that is counted, in days."""
_DAY = timedelta(days=1)
_FREE_EVERY = timedelta(days=7)
_ASKED_FOR: Final = 10
"""How many rows of a list of the day or the week are shown at most. Only their members are looked up."""
_Row = TypeVar("_Row", Daily, DailySum)


async def best_of_day(people: People, guild_id: int, day: str, until: int | None = None) -> tuple[Daily, ...]:
    """Returns the finished tries at the deal of a day by the members of a server, best first.

    Args:
        until: tries that ended after this moment (epoch milliseconds) are left out. None to leave out no try.
    """
    rows = await people.daily.best_of_day(guild_id, day)
    if until is not None:
        rows = tuple(row for row in rows if row.ended_at is not None and row.ended_at <= until)
    return await of_members(
        people,
        guild_id,
        partial(_present, rows),
        lambda shown: [row.user_id for row in shown[:_ASKED_FOR]],
    )


async def best_of_week(people: People, guild_id: int, day: str) -> tuple[DailySum, ...]:
    """Returns each person's total result in a server, in the week (Monday to Sunday) of this day, best first."""
    some = date.fromisoformat(day)
    monday = some - some.weekday() * _DAY
    rows = await people.daily.best_of_days(guild_id, [(monday + number * _DAY).isoformat() for number in range(7)])
    return await of_members(
        people,
        guild_id,
        partial(_present, rows),
        lambda shown: [row.user_id for row in shown[:_ASKED_FOR]],
    )


async def board(
    people: People, guild_id: int, period: Period, at: int, *, limit: int, page: int, reader: int
) -> RankingPage[DailyLine]:
    """Returns a page of the board of the deal of the day: each person's total result in a server, best first.

    Pages are numbered from 0. Past the end, returns the last page. The page has the reader's own line, too.

    Args:
        at: a moment in epoch milliseconds. The deals count from the first day of the period that holds this moment to
            the day of the moment.
    """
    first, last = day_of(period.since(at)), day_of(at)
    return await of_members(
        people,
        guild_id,
        lambda left: people.daily.board(
            guild_id, first, last, limit=limit, offset=page * limit, reader=reader, without=left
        ),
        lambda shown: [row.user_id for row in shown.rows],
    )


async def _present(rows: tuple[_Row, ...], left: Collection[int]) -> tuple[_Row, ...]:
    return tuple(row for row in rows if row.user_id not in left)


async def streak_and_end(people: People, user_id: int, today: str) -> tuple[int, bool]:
    """Returns a person's streak at the deal of the day, in days.

    Also returns whether the streak ends or becomes shorter unless the person finishes today's deal.
    """
    days = await people.daily.days_of(user_id, LONGEST_STREAK)
    return streak(days, today), ends_today(days, today)


async def streak_of(people: People, user_id: int, today: str) -> int:
    """Returns a person's streak at the deal of the day, in days."""
    return streak(await people.daily.days_of(user_id, LONGEST_STREAK), today)


def ends_today(days: Collection[str], today: str) -> bool:
    """Returns whether a person's streak ends or becomes shorter unless they finish today's deal.

    That is so if `streak` does not allow them to miss today. False if they have no streak, or have finished the deal.

    Args:
        days: the days on which the deal was finished.
    """
    count = streak(days, today)
    tomorrow = (date.fromisoformat(today) + _DAY).isoformat()
    return count > 0 and today not in days and streak({*days, tomorrow}, tomorrow) <= count


def streak(days: Collection[str], today: str) -> int:
    """Returns how many days a streak has: the days in a row on which the deal was finished, up to today.

    While today's deal is not finished, the days up to yesterday count. One missed day between finished ones does not
    end a streak, unless another day was missed in the six days after it. A missed day is not counted.

    Args:
        days: the days on which the deal was finished.
    """
    played = {date.fromisoformat(day) for day in days}
    day, missed, count = date.fromisoformat(today), None, 0
    if day not in played:
        day -= _DAY
    while True:
        if day in played:
            count += 1
        elif day - _DAY in played and (missed is None or missed - day >= _FREE_EVERY):
            missed = day
        else:
            return count
        day -= _DAY
