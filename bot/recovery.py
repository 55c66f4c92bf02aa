"""Takes up tables after a start or an outage: deadlines at once, logs a few at a time as they are needed."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from bot.app import App
from bot.clock import Scheduler
from bot.tables import lookup, timeouts
from bot.tables.problems import Refused, TableLost
from bot.tables.timeouts import Outage

_log = logging.getLogger(__name__)
_AT_ONCE = 4
_AGAIN_MS = 30_000
_DRAWN_BY = ("adapter", "features", "pictures", "texts")


class Recovery:
    """Brings tables to where they should stand, four at a time, so that presses go first.

    Args:
        clock: has the timer of each table.
        draw: draws a table, and returns when that is done.
    """

    def __init__(self, app: App, clock: Scheduler, draw: Callable[[int], Awaitable[None]]) -> None:
        self._app = app
        self._tables = app.tables
        self._clock = clock
        self._draw = draw
        self._waiting: OrderedDict[int, bool] = OrderedDict()
        self._workers: set[asyncio.Task[None]] = set()
        self._stopped = False

    async def start(self, away_since: int | None) -> int:
        """Sets the timers of all open tables, without reading a log. `go` does what is left.

        Args:
            away_since: when the outage began that ends now; None: there was none.

        Returns:
            How many tables are open.
        """
        now, recovery = self._app.now(), self._tables.recovery
        if away_since is not None and away_since < now:
            await timeouts.record_outage(self._tables, Outage(away_since, now))
        else:
            # A start before this one may not have come to all tables.
            self._tables.log.owe(await recovery.owed_outages())
        self._tables.log.restored_at = await recovery.restored_at()
        release = _release()
        if await recovery.release() != release:
            await self._tables.drawn.forget()
            await recovery.put_release(release, now)
        rows, undrawn = await recovery.open_tables(), await recovery.undrawn_tables()
        first = []
        for row in rows:
            due = row.deadline is not None and row.deadline <= now
            if row.house or due or self._tables.log.outages_owed(row.id):
                first.append(row)
            else:
                self._clock.set(row.id, row.deadline)
        first.sort(key=lambda row: (not row.house, row.deadline or now))
        self._waiting.update({row.id: False for row in first})
        self._waiting.update(dict.fromkeys(undrawn, True))
        return len(rows)

    async def credit(self, outage: Outage) -> None:
        """Credits an outage that is over to all tables: stored at once, taken into their logs a few at a time."""
        await timeouts.record_outage(self._tables, outage)
        self.resume_tables(self._tables.log.all_owed())

    def resume_tables(self, table_ids: Iterable[int]) -> None:
        """Does what is due at these tables, and draws those that changed."""
        for table_id in table_ids:
            self._waiting.setdefault(table_id, False)
        self.go()

    def go(self) -> None:
        """Takes up the tables that wait for it."""
        while not self._stopped and len(self._workers) < min(_AT_ONCE, len(self._waiting)):
            worker = asyncio.create_task(self._work(), name="take tables up")
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    async def stop(self) -> None:
        """Finishes the tables in hand; the others are taken up at the next start."""
        self._stopped = True
        if self._workers:
            await asyncio.wait(self._workers)

    async def _work(self) -> None:
        while self._waiting and not self._stopped:
            table_id, undrawn = self._waiting.popitem(last=False)
            try:
                await self._take_up(table_id, undrawn)
            except TableLost:
                # Its players may not have been told before a crash.
                await self._draw(table_id)
            except Refused:
                # None of that number, or most logs cannot be read.
                continue
            except Exception:
                # Perhaps the database was busy: the timer tries it again.
                _log.exception("table %d could not be taken up", table_id)
                self._clock.set(table_id, self._app.now() + _AGAIN_MS)

    async def _take_up(self, table_id: int, undrawn: bool) -> None:
        before = (await lookup.table(self._tables, table_id)).version
        # Takes in the credit, too: every change begins with it.
        self._clock.set(table_id, await timeouts.time_passed(self._tables, table_id))
        table = await lookup.table(self._tables, table_id)
        self._app.house.table_changed(table)
        if undrawn or table.version != before:
            await self._draw(table_id)


@cache
def _release() -> str:
    """A digest of all that decides how a message looks: another release draws every open table once."""
    home, digest = Path(__file__).parent, blake2b(digest_size=16)
    for package in _DRAWN_BY:
        for path in sorted((home / package).rglob("*")):
            if path.suffix in (".py", ".po"):
                digest.update(path.read_bytes())
    return digest.hexdigest()
