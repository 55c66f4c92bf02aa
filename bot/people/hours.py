"""Computes the moments at which messages are due that the bot sends at a chosen hour of the day (UTC).

All moments are epoch milliseconds, all days are UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

HOURS: Final = range(24)
SENT_WITHIN_MS: Final = 6 * 3_600_000
"""A message that could not be sent at its hour is sent less than this many milliseconds later.

It is sent on the same day or not at all.
"""
_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS


def day_of(at: int) -> str:
    """Returns the day that holds a moment, as an ISO date: 2026-11-21."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def weekday_of(at: int) -> int:
    """Returns the day of the week of a moment. Monday is 0."""
    return datetime.fromtimestamp(at / 1000, UTC).weekday()


def start_of_day(at: int) -> int:
    """Returns the moment at which the day that holds `at` began."""
    return at - at % _DAY_MS


def end_of_day(at: int) -> int:
    """Returns the moment at which the day that holds `at` ends."""
    return start_of_day(at) + _DAY_MS


def hour_of(at: int) -> int:
    """Returns the hour of the day at a moment, 0 to 23."""
    return at % _DAY_MS // _HOUR_MS


def start_of_hour(at: int) -> int:
    """Returns the moment at which the hour that holds `at` began."""
    return at - at % _HOUR_MS


def at_hour(hour: int, at: int) -> int:
    """Returns the moment at which `hour` begins, on the day that holds `at`."""
    return start_of_day(at) + hour * _HOUR_MS


def next_at(hour: int, now: int) -> int:
    """Returns the next moment after `now` at which `hour` begins."""
    at = at_hour(hour, now)
    return at if at > now else at + _DAY_MS


def is_late(at: int, now: int) -> bool:
    """Returns whether it is too late to send a message that was due at the moment `at`: `SENT_WITHIN_MS` have passed,
    or the day (UTC) has ended.
    """
    return now >= min(at + SENT_WITHIN_MS, end_of_day(at))
