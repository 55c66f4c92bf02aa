"""How near the bot is to Discord's limits: when a request may go out, and how long drawings wait that can.

Answers to interactions, and edits by their token, do not count. Knows nothing of what the requests are for.
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
"""Discord takes fifty; the rest is for the time that requests take to get there."""
LEAST_MS: Final = 700
"""The least time between two edits of a message that follows play: moves closer together are one edit."""
MOST_MS: Final = 24_000
"""The same where all requests are in use."""
_STRETCHES_FROM: Final = (30, 33, 36)
_STRETCHES_OVER: Final = 8
_KEPT: Final = 1
"""So many edits of a channel's bucket are left to what cannot wait. discord.py sleeps on an empty one."""
_MOST_BUCKETS: Final = 4096
_FREE: Final = frozenset({"interactions", "webhooks"})


class Watched(IntEnum):
    """The audience of a message that follows play: the first waits first when requests are short."""

    BY_PLAYERS = 0
    """A table at which only the players have done anything for minutes. They see each move in their hands."""
    BY_BYSTANDERS = 1
    BY_BACKER = 2
    """The message of one backer."""


@dataclass(frozen=True, slots=True)
class _Bucket:
    """The requests that a channel still takes.

    Attributes:
        until: when it is full again, by the clock of the pressure.
    """

    left: int
    until: float


class Pressure:
    """Counts requests and lets them out, and says how far apart drawings are that can wait.

    Args:
        now: a clock in seconds that only goes forward.
        processes: how many processes send requests as one bot; each takes an equal part of what Discord allows.
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
        """The requests of the last second that count, and those that wait; if each process sends as many, of all."""
        self._forget()
        return (len(self._sent) + self._waiting) * self._processes()

    def pace_ms(self, watched: Watched, *, least_ms: float = LEAST_MS, most_ms: float = MOST_MS) -> float:
        """Returns the time between two edits of a message that follows play.

        It is `least_ms` up to some thirty requests a second, then grows smoothly to `most_ms`, and beyond it by the
        requests that wait.
        """
        share = (self.load - _STRETCHES_FROM[watched]) / _STRETCHES_OVER
        if share <= 0:
            return least_ms
        growth = math.pow(most_ms / max(least_ms, 1.0), min(share, 1.0))
        return least_ms * growth * max(1.0, self.load / MOST_A_SECOND)

    def room_in_s(self, channel_id: int) -> float:
        """Returns how long until a channel takes an edit and one more, which may not be able to wait."""
        bucket = self._edits.get(str(channel_id))
        if bucket is None or bucket.left > _KEPT:
            return 0.0
        return max(0.0, bucket.until - self._now())

    async def admit(self, method: str, path: str) -> None:
        """Waits until a request may go out, first come, first served; counts it.

        Args:
            path: of the address, as `/api/v10/channels/1/messages/2`.
        """
        if _parts(path)[0] in _FREE:
            return
        self._waiting += 1
        try:
            async with self._turn:
                if (wait_s := self._wait_s()) > 0:
                    await asyncio.sleep(wait_s)
                # Where all places were taken, the oldest request leaves its place.
                self._sent.append(self._now())
        finally:
            self._waiting -= 1
        channel = _edited_channel(method, path)
        if channel and (bucket := self._edits.get(channel)) is not None:
            self._edits[channel] = _Bucket(bucket.left - 1, bucket.until)

    def note_answer(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Notes what Discord says of the bucket of a channel's edits."""
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
    """Returns the parts of a path behind the version of the API; those of the gateway are free."""
    parts = path.split("/")[1:]
    return parts[2:] if len(parts) > 2 and parts[0] == "api" else ["interactions"]


def _edited_channel(method: str, path: str) -> str:
    """Returns the id of the channel in which a request edits a message; empty: it edits none."""
    parts = _parts(path)
    is_edit = method == "PATCH" and len(parts) == 4 and (parts[0], parts[2]) == ("channels", "messages")
    return parts[1] if is_edit else ""
