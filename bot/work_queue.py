"""Runs work in the background each time it is woken, with one task for each key.

If a key is woken while its work runs, the work runs once more. Failed work is tried again at growing intervals.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from bot import metrics

_log = logging.getLogger(__name__)
_FIRST_RETRY_S, _LAST_RETRY_S = 2.0, 300.0
_Key = TypeVar("_Key", bound=Hashable)


class WorkQueue(Generic[_Key]):
    """Runs work for a key in the background, when that key is woken.

    Args:
        work: does the work for a key. Returns whether part of it has to be tried again later.
        what: the name of the work in tasks, the log and the metrics.
    """

    def __init__(self, work: Callable[[_Key], Awaitable[bool]], what: str) -> None:
        self._work = work
        self._what = what
        self._dirty: set[_Key] = set()
        self._tasks: dict[_Key, asyncio.Task[None]] = {}
        self._retry: dict[_Key, float] = {}
        self._stopped = False
        self._waiting, self._retried = metrics.REDRAWS_WAITING.labels(what), metrics.REDRAWS_RETRIED.labels(what)
        self._duration = metrics.REDRAWN.labels(what)

    @property
    def under_way(self) -> list[asyncio.Task[None]]:
        """The current tasks."""
        return list(self._tasks.values())

    def tasks_of(self, is_meant: Callable[[_Key], bool]) -> list[asyncio.Task[None]]:
        """Returns the current tasks for the keys that `is_meant` accepts."""
        return [task for key, task in self._tasks.items() if is_meant(key)]

    def wake(self, key: _Key) -> asyncio.Task[None] | None:
        """Schedules the work for a key. If that work is running, schedules one more run.

        Returns the task, or None after `stop`.
        """
        if self._stopped:
            return None
        self._dirty.add(key)
        if key not in self._tasks:
            task = asyncio.create_task(self._run(key), name=f"{self._what} {key}")
            self._tasks[key] = task
            self._waiting.inc()
        return self._tasks[key]

    def stop(self) -> None:
        """Begins no new work. The current tasks go on."""
        self._stopped = True

    async def _run(self, key: _Key) -> None:
        try:
            while key in self._dirty:
                self._dirty.discard(key)
                with self._duration.time():
                    late = await self._work(key)
                if late and not self._stopped:
                    self._later(key)
                else:
                    self._retry.pop(key, None)
        except Exception:
            # The cause may pass, so it is tried again.
            _log.exception("%s %s failed", self._what, key)
            if not self._stopped:
                self._later(key)
        finally:
            self._tasks.pop(key, None)
            self._waiting.dec()

    def _later(self, key: _Key) -> None:
        self._retried.inc()
        wait = self._retry.get(key, _FIRST_RETRY_S)
        self._retry[key] = min(wait * 2, _LAST_RETRY_S)
        asyncio.get_running_loop().call_later(wait, self.wake, key)
