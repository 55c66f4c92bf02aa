"""Redraws tables, one task per table: a change during a drawing causes another, and failures are retried at growing
intervals.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot import metrics

__all__ = ["WorkQueue"]

_log = logging.getLogger(__name__)
_FIRST_RETRY_S, _LAST_RETRY_S = 2.0, 300.0


class WorkQueue:
    """Draws tables again when woken.

    Args:
        draw: draws a table; True if part of it has to be tried again later.
        what: names the drawing in tasks and the log.
    """

    def __init__(self, draw: Callable[[int], Awaitable[bool]], what: str) -> None:
        self._draw = draw
        self._what = what
        self._dirty: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retry: dict[int, float] = {}
        self._stopped = False

    @property
    def under_way(self) -> list[asyncio.Task[None]]:
        """The tasks now drawing."""
        return list(self._tasks.values())

    def wake(self, table_id: int) -> asyncio.Task[None] | None:
        """Schedules a drawing of a changed table. Returns its task, or None after `stop`."""
        if self._stopped:
            return None
        self._dirty.add(table_id)
        if table_id not in self._tasks:
            metrics.REDRAWS_WAITING.labels(self._what).inc()
            task = asyncio.create_task(self._run(table_id), name=f"draw {self._what} of table {table_id}")
            self._tasks[table_id] = task
        return self._tasks[table_id]

    def again(self, table_id: int) -> None:
        """Called during a drawing: starts it over."""
        self._dirty.add(table_id)

    def stop(self) -> None:
        """Draws nothing more after the current tasks."""
        self._stopped = True

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._dirty:
                self._dirty.discard(table_id)
                with metrics.REDRAWN.labels(self._what).time():
                    incomplete = await self._draw(table_id)
                if incomplete and not self._stopped:
                    self._later(table_id)
                else:
                    self._retry.pop(table_id, None)
        except Exception:
            # The cause may pass: the table is tried again.
            _log.exception("%s of table %d could not be drawn", self._what, table_id)
            if not self._stopped:
                self._later(table_id)
        finally:
            self._tasks.pop(table_id, None)
            metrics.REDRAWS_WAITING.labels(self._what).dec()

    def _later(self, table_id: int) -> None:
        metrics.REDRAWS_RETRIED.labels(self._what).inc()
        wait = self._retry.get(table_id, _FIRST_RETRY_S)
        self._retry[table_id] = min(wait * 2, _LAST_RETRY_S)
        asyncio.get_running_loop().call_later(wait, self.wake, table_id)
