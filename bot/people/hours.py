"""Hours of the day (UTC) at which messages are sent, once a day. Moments are epoch milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

HOURS: Final = range(24)
SENT_WITHIN_MS: Final = 6 * 3_600_000
"""A message that could not be sent at its hour may be sent this much later on the same day, and not after that."""
_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS


def day_of(at: int) -> str:
    """Returns the day of a moment, as the database has it: 2026-11-21."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def weekday_of(at: int) -> int:
    """Returns the day of the week of a moment. Monday is 0."""
    return datetime.fromtimestamp(at / 1000, UTC).weekday()


def start_of_day(at: int) -> int:
    """Returns when the day of a moment began."""
    return at - at % _DAY_MS


def end_of_day(at: int) -> int:
    """Returns when the day of a moment ends."""
    return start_of_day(at) + _DAY_MS


def hour_of(at: int) -> int:
    """Returns the hour of a moment."""
    return at % _DAY_MS // _HOUR_MS


def start_of_hour(at: int) -> int:
    """Returns when the hour of a moment began."""
    return at - at % _HOUR_MS


def at_hour(hour: int, at: int) -> int:
    """Returns the moment of this hour on the day of a moment."""
    return start_of_day(at) + hour * _HOUR_MS


def next_at(hour: int, now: int) -> int:
    """Returns the next moment after `now` at this hour."""
    at = at_hour(hour, now)
    return at if at > now else at + _DAY_MS


def is_late(at: int, now: int) -> bool:
    """Whether it is too late to send a message that fell due at a moment: much later than promised,
    or on another day.
    """
    return now >= min(at + SENT_WITHIN_MS, end_of_day(at))
