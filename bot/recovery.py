"""Takes up tables after a start or an outage: sets their timers at once, then reads their logs and draws them, a few at
a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import cast

from bot.app import App
from bot.clock import Scheduler
from bot.rows.outages import EVERYWHERE, Outage, Shard
from bot.rows.table_rows import OpenTable
from bot.shards import shard_of
from bot.storage import by_owner
from bot.tables import lookup, timeouts
from bot.tables.problems import Refused, TableLost

_log = logging.getLogger(__name__)
_AT_ONCE = 4
_AGAIN_MS = 30_000
_DRAWN_BY = ("adapter", "features", "pictures", "texts")


class Recovery:
    """Brings tables up to date, four at a time, so that presses go first.

    Args:
        clock: the scheduler with the timer of each table.
        draw: draws a table, and returns when that is done.
        is_held: returns whether the tables of a server have to wait: the clocks of games stand there, or another
            process owns them.
    """

    def __init__(
        self,
        app: App,
        clock: Scheduler,
        draw: Callable[[int], Awaitable[None]],
        is_held: Callable[[int], bool],
    ) -> None:
        self._app = app
        self._tables = app.tables
        self._clock = clock
        self._draw = draw
        self._is_held = is_held
        # By table: its server, and whether its messages may be out of date.
        self._waiting: OrderedDict[int, tuple[int, bool]] = OrderedDict()
        self._held: dict[int, tuple[int, bool]] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._stopped = False

    async def start(self, last_signs: Mapping[Shard, int], away_servers: Mapping[int, int], now: int) -> int:
        """Sets the timers of all open tables, without reading a log. `go` does the rest.

        Args:
            last_signs: by shard (a connection to Discord), the moment at which it was last known to be connected. Its
                outage began then, and ends now. Empty if no bot has run on the database.
            away_servers: the servers that were unavailable at the last sign of life of their shard, each with the
                moment from which it was so.

        Returns:
            How many tables are open.
        """
        recovery = self._tables.recovery
        since = sorted({sign for sign in last_signs.values() if sign < now})
        outages = [
            Outage(sign, now, tuple(shard for shard in last_signs if last_signs[shard] == sign)) for sign in since
        ]
        for server, since_then in away_servers.items():
            sign = next((at for shard, at in last_signs.items() if shard_of(server, shard.count) == shard.number), now)
            if since_then < sign:
                outages.append(Outage(since_then, sign, (), (server,)))
        if outages:
            await timeouts.record_outage(self._tables, *outages)
        else:
            # An earlier start may not have reached all tables.
            self._tables.log.owe(await recovery.owed_outages())
        self._tables.log.restored_at = await recovery.restored_at()
        await self._note_release(now)
        return len(await self._wait_for_shards(EVERYWHERE, now))

    async def take_over(self, shards: Collection[Shard], now: int) -> tuple[OpenTable, ...]:
        """Takes over the tables of these shards from another process. `go` does the rest, once they are connected.

        Returns:
            The open tables of these shards.
        """
        recovery = self._tables.recovery
        self._tables.log.owe(await recovery.owed_outages())
        self._tables.log.restored_at = await recovery.restored_at()
        await self._note_release(now)
        return await self._wait_for_shards(shards, now)

    def drop(self, is_dropped: Callable[[int], bool]) -> None:
        """Stops taking up the tables of the servers that `is_dropped` accepts, since another process owns them now."""
        for waiting in (self._waiting, self._held):
            for table_id in [key for key, (guild_id, _) in waiting.items() if is_dropped(guild_id)]:
                del waiting[table_id]

    async def _note_release(self, now: int) -> None:
        """Marks all open tables for drawing, if another release has drawn them."""
        recovery, release = self._tables.recovery, _release()
        if await recovery.release() != release:
            await self._tables.drawn.forget()
            await recovery.put_release(release, now)

    async def _wait_for_shards(self, shards: Collection[Shard], now: int) -> tuple[OpenTable, ...]:
        """Sets the timers of the open tables of some shards, notes which have to be taken up first, and returns all."""
        recovery = self._tables.recovery
        rows, undrawn = await recovery.open_tables(shards), await recovery.undrawn_tables(shards)
        first = []
        for row in rows:
            due = row.deadline is not None and row.deadline <= now
            if row.house or due or self._tables.log.outages_owed(row.id):
                first.append(row)
            else:
                self._clock.set(row.id, row.deadline, row.guild_id)
        first.sort(key=lambda row: (not row.house, row.deadline or now))
        self._waiting.update({row.id: (row.guild_id, False) for row in first})
        self._waiting.update({table_id: (guild_id, True) for table_id, guild_id in undrawn.items()})
        return rows

    async def credit(
        self, outages: Iterable[Outage], away: Mapping[Shard, int], away_servers: Mapping[int, int]
    ) -> None:
        """Stores outages that are over, so that their tables get the time back.

        The logs of the tables get that time later, a few tables at a time.

        Args:
            away: the shards whose outage is not over, each with the moment at which it began.
            away_servers: the single servers whose outage is not over, each with the moment at which it began.
        """
        owed = await timeouts.record_outage(self._tables, *outages, away=away, away_servers=away_servers)
        for table_id, guild_id in owed.items():
            self._waiting.setdefault(table_id, (guild_id, False))

    def go(self) -> None:
        """Begins to take up the waiting tables, except those in servers for which `is_held` returns True."""
        for table_id, waits in self._held.items():
            self._waiting.setdefault(table_id, waits)
        self._held.clear()
        while not self._stopped and len(self._workers) < min(_AT_ONCE, len(self._waiting)):
            self._workers.add(asyncio.create_task(self._work(), name="take tables up"))

    async def stop(self) -> None:
        """Finishes the tables that are being taken up. The next start takes up the others."""
        self._stopped = True
        if self._workers:
            await asyncio.wait(self._workers)

    async def _work(self) -> None:
        try:
            await self._take_up_all()
        finally:
            # At once: a worker that looks for no more tables must not count when `go` is called.
            self._workers.discard(cast(asyncio.Task[None], asyncio.current_task()))

    async def _take_up_all(self) -> None:
        while self._waiting and not self._stopped:
            table_id, (guild_id, undrawn) = self._waiting.popitem(last=False)
            if self._is_held(guild_id):
                self._held[table_id] = guild_id, undrawn
                continue
            try:
                await self._take_up(table_id, guild_id, undrawn)
            except TableLost:
                # A crash may have come before its players were notified.
                await self._draw(table_id)
            except Refused:
                # There is no such table, or most logs cannot be read.
                continue
            except Exception:
                # The database may have been busy: the timer tries again.
                _log.exception("table %d could not be taken up", table_id)
                self._clock.set(table_id, self._app.now() + _AGAIN_MS, guild_id)

    @by_owner(None)
    async def _take_up(self, table_id: int, guild_id: int, undrawn: bool) -> None:
        before = (await lookup.table(self._tables, table_id)).version
        # This takes in the credit too, with which every change begins.
        self._clock.set(table_id, await timeouts.time_passed(self._tables, table_id), guild_id)
        table = await lookup.table(self._tables, table_id)
        self._app.house.table_changed(table)
        if undrawn or table.version != before:
            await self._draw(table_id)


@cache
def _release() -> str:
    """Returns a digest of everything that decides how a message looks. Another release draws every open table once."""
    home, digest = Path(__file__).parent, blake2b(digest_size=16)
    for package in _DRAWN_BY:
        for path in sorted((home / package).rglob("*")):
            if path.suffix in (".py", ".po"):
                digest.update(path.read_bytes())
    return digest.hexdigest()
