"""Keeps the bot within Discord's limits: decides when a request may be sent, and how often messages that follow play
are edited.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

MOST_A_SECOND: Final = 45
"""The most requests that the bot sends in a second. Discord accepts fifty.

The difference is a reserve: requests may take longer or shorter to arrive.
"""
LEAST_MS: Final = 700
"""The least time between two edits of a message that follows play, in milliseconds.

Moves that come faster share an edit.
"""
MOST_MS: Final = 24_000
"""The time between two edits of a message that follows play, in milliseconds, at the bot's limit of requests."""
_STRETCHES_FROM: Final = (30, 33, 36)
_STRETCHES_OVER: Final = 8
_RESERVED: Final = 1
"""How many edits of a bucket are reserved for edits that cannot wait. If a bucket is empty, discord.py sleeps."""
_MOST_BUCKETS: Final = 4096
_FREE: Final = frozenset({"interactions", "webhooks"})


class Watched(IntEnum):
    """The readers of a message that follows play.

    When the bot nears its limit of requests, messages with a lower value are delayed first.
    """

    BY_PLAYERS = 0
    """Only the players watch the table, as far as the bot can tell. They see each move in their hands at once."""
    BY_BYSTANDERS = 1
    """Other people watch the table: they have bets, wait for a chair, or have pressed a button there in the last
    minutes.
    """
    BY_BACKER = 2
    """One backer reads the message, in private."""


@dataclass(frozen=True, slots=True)
class _Bucket:
    """The edits that a channel still accepts.

    Attributes:
        left: the number of edits that remain.
        until: when the bucket is full again, by the clock of the pressure.
    """

    left: int
    until: float


class Pressure:
    """Counts requests, delays them to keep Discord's limit, and says how often messages that follow play are edited.

    Args:
        now: returns the time in seconds of a clock that only goes forward.
        processes: returns how many processes send requests as one bot. Each uses an equal part of Discord's limit.
    """

    def __init__(self, now: Callable[[], float], processes: Callable[[], int] = lambda: 1) -> None:
        self._now = now
        self._processes = processes
        self._sent: deque[float] = deque(maxlen=MOST_A_SECOND)
        self._waiting = 0
        self._turn = asyncio.Lock()
        self._edits: dict[str, _Bucket] = {}

    @property
    def load(self) -> int:
        """The number of requests that were sent in the last second or wait now, times the number of processes.

        This assumes that all processes are equally busy.
        """
        self._forget()
        return (len(self._sent) + self._waiting) * self._processes()

    def pace_ms(self, watched: Watched, *, least_ms: float = LEAST_MS, most_ms: float = MOST_MS) -> float:
        """Returns the time in milliseconds between two edits of a message that follows play.

        The time is `least_ms` up to about thirty requests a second. Then it grows smoothly to `most_ms`, and beyond
        that with the number of waiting requests.
        """
        share = (self.load - _STRETCHES_FROM[watched]) / _STRETCHES_OVER
        if share <= 0:
            return least_ms
        growth = math.pow(most_ms / max(least_ms, 1.0), min(share, 1.0))
        return least_ms * growth * max(1.0, self.load / MOST_A_SECOND)

    def room_in_s(self, channel_id: int) -> float:
        """Returns the seconds until another message in a channel may be edited without using the edits that are kept in
        reserve.
        """
        bucket = self._edits.get(str(channel_id))
        if bucket is None or bucket.left > _RESERVED:
            return 0.0
        return max(0.0, bucket.until - self._now())

    async def admit(self, method: str, path: str) -> None:
        """Waits until a request may be sent, then counts it. Requests are admitted in the order of the calls.

        Requests about interactions and by webhooks are not limited: they do not wait and are not counted.

        Args:
            path: the path of the address, such as `/api/v10/channels/1/messages/2`.
        """
        if _parts(path)[0] in _FREE:
            return
        self._waiting += 1
        try:
            async with self._turn:
                if (wait_s := self._wait_s()) > 0:
                    await asyncio.sleep(wait_s)
                # If the deque is full, the oldest request drops out.
                self._sent.append(self._now())
        finally:
            self._waiting -= 1
        channel = _edited_channel(method, path)
        if channel and (bucket := self._edits.get(channel)) is not None:
            self._edits[channel] = _Bucket(bucket.left - 1, bucket.until)

    def note_answer(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Reads from the headers of Discord's answer how many edits a channel still accepts, and remembers that."""
        channel = _edited_channel(method, path)
        if not channel or "X-RateLimit-Remaining" not in headers:
            return
        now = self._now()
        if len(self._edits) >= _MOST_BUCKETS:
            self._edits = {key: bucket for key, bucket in self._edits.items() if bucket.until > now}
        reset_s = float(headers.get("X-RateLimit-Reset-After", 0))
        self._edits[channel] = _Bucket(int(headers["X-RateLimit-Remaining"]), now + reset_s)

    def _forget(self) -> None:
        since = self._now() - 1.0
        while self._sent and self._sent[0] <= since:
            self._sent.popleft()

    def _wait_s(self) -> float:
        self._forget()
        most = max(1, MOST_A_SECOND // self._processes())
        return self._sent[-most] + 1.0 - self._now() if len(self._sent) >= most else 0.0


def _parts(path: str) -> list[str]:
    """Returns the parts of a path after the version of the API. For other paths, returns parts that do not count."""
    parts = path.split("/")[1:]
    return parts[2:] if len(parts) > 2 and parts[0] == "api" else ["interactions"]


def _edited_channel(method: str, path: str) -> str:
    """Returns the id of the channel in which a request edits a message. Empty if the request edits no message."""
    parts = _parts(path)
    is_edit = method == "PATCH" and len(parts) == 4 and (parts[0], parts[2]) == ("channels", "messages")
    return parts[1] if is_edit else ""
