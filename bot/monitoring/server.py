"""Metrics and health over HTTP, if the owner has set an address for them."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aiohttp import web

from bot import metrics
from bot.backups import BackupReport
from bot.rows.storage_errors import StorageError
from bot.storage import Unseen
from bot.trust import Doubt

_LAG_EVERY_S = 0.5
_BEAT_S = 90.0
"""A sign of life is stored every half minute. If none was stored for this long, the database accepts no writes, or the
bot hangs.
"""
_AWAY_S = 180.0
"""After this long without the gateway the bot is not healthy: a session is usually resumed within seconds."""


@dataclass(frozen=True, slots=True)
class Gateway:
    """The state of the connection to Discord of one shard, which brings the events of a part of the servers.

    Attributes:
        shard: the number of the shard, from 0.
        away_s: how many seconds ago the connection broke. 0 while it is open.
        latency_s: seconds from a heartbeat to Discord's acknowledgement. Not finite before the first acknowledgement.
    """

    shard: int
    away_s: float
    latency_s: float

    @property
    def is_connected(self) -> bool:
        """Whether the shard is connected now."""
        return not self.away_s and math.isfinite(self.latency_s)

    @property
    def is_well(self) -> bool:
        """Whether the shard is connected, or its connection broke so recently that it is likely to resume."""
        return self.is_connected or 0 < self.away_s < _AWAY_S

    def __str__(self) -> str:
        if self.is_connected:
            return "connected"
        return f"away for {self.away_s:.0f} s" if self.away_s else "not connected yet"


def _in_words(gateways: Sequence[Gateway]) -> str:
    """Returns the state of all shards. Connected shards are not listed one by one."""
    away = [gateway for gateway in gateways if not gateway.is_connected]
    if len(gateways) == 1 or not away:
        return str(gateways[0]) if gateways else "not connected yet"
    return "; ".join(f"shard {gateway.shard} of {len(gateways)} {gateway}" for gateway in away)


class Stored(NamedTuple):
    """Figures of the database.

    Attributes:
        open_tables: the number of open tables, challenges included. NaN if the database does not answer.
        database_bytes: the size of the database on the disk. NaN if the database does not answer.
    """

    open_tables: float
    database_bytes: float


class Monitor:
    """A web server for two pages: `/metrics` (in Prometheus' form) and `/health`.

    Args:
        gateways: returns the state of the connection of each shard. There is at least one.
        stored: measures the database. If it raises an error, the pages say that the database does not answer.
        beat_age_s: returns how many seconds ago the bot last stored a sign of life. If this number grows, the database
            cannot be written.
        backups: returns the state of the scheduled backups. Called in a thread. None if no backups are scheduled.
        doubt: returns why the clock is not trusted, or None if it is.
        held_back: returns how many people would be erased by a deletion that waits for the owner to allow it. None if
            none waits.
    """

    def __init__(
        self,
        gateways: Callable[[], Sequence[Gateway]],
        stored: Callable[[], Awaitable[Stored]],
        beat_age_s: Callable[[], float],
        backups: Callable[[], BackupReport] | None = None,
        doubt: Callable[[], Doubt | None] = lambda: None,
        held_back: Callable[[], Unseen | None] = lambda: None,
    ) -> None:
        self._held_back = held_back
        self._doubt = doubt
        self._gateways = gateways
        self._stored = stored
        self._beat_age_s = beat_age_s
        self._backups = backups
        application = web.Application()
        application.add_routes([web.get("/metrics", self._metrics), web.get("/health", self._health)])
        self._runner = web.AppRunner(application, access_log=None)
        self._lag: asyncio.Task[None] | None = None

    async def start(self, host: str, port: int) -> int:
        """Begins to listen, and to measure how late the event loop runs. Returns the port.

        Raises:
            OSError: the address is not available.
        """
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        self._lag = asyncio.create_task(_measure_lag(), name="measure the loop")
        listening: tuple[str, int] = self._runner.addresses[0][:2]
        return listening[1]

    async def stop(self) -> None:
        """Stops listening. Does nothing if `start` was not called."""
        if self._lag is not None:
            self._lag.cancel()
            await asyncio.gather(self._lag, return_exceptions=True)
        await self._runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        for gauge in (metrics.GATEWAY_CONNECTED, metrics.GATEWAY_LATENCY):
            # There may be fewer shards than before.
            gauge.clear()
        for gateway in self._gateways():
            metrics.GATEWAY_CONNECTED.labels(gateway.shard).set(gateway.is_connected)
            metrics.GATEWAY_LATENCY.labels(gateway.shard).set(gateway.latency_s)
        metrics.BEAT_AGE.set(self._beat_age_s())
        doubt = self._doubt()
        metrics.SWEEP_WAITS.set(0 if (people := self._held_back()) is None else people.due)
        metrics.CLOCK_OFF.set(0 if doubt is None else (doubt.machine - doubt.witness) / 1000)
        try:
            stored = await self._stored()
        except StorageError:
            stored = Stored(math.nan, math.nan)
        metrics.OPEN_TABLES.set(stored.open_tables)
        metrics.DATABASE_SIZE.set(stored.database_bytes)
        if self._backups is not None:
            report = await asyncio.to_thread(self._backups)
            metrics.BACKUP_AGE.set(report.age_s)
            metrics.BACKUP_SIZE.set(report.size)
            metrics.DRILL_AGE.set(report.drill_age_s)
            metrics.DRILL_PASSED.set(report.drill_passed if math.isfinite(report.drill_age_s) else math.nan)
        else:
            for metric in (metrics.BACKUP_AGE, metrics.BACKUP_SIZE, metrics.DRILL_AGE, metrics.DRILL_PASSED):
                metric.set(math.nan)
        return web.Response(body=metrics.text(), headers={"Content-Type": metrics.CONTENT_TYPE})

    async def _health(self, _: web.Request) -> web.Response:
        gateways = self._gateways()
        try:
            await self._stored()
            database = "ok" if self._beat_age_s() < _BEAT_S else f"nothing written for {self._beat_age_s():.0f} s"
        except StorageError as error:
            database = str(error)
        well = database == "ok" and all(gateway.is_well for gateway in gateways)
        # The latency of the slowest shard.
        latency_s = max((gateway.latency_s for gateway in gateways), default=math.nan)
        report = {
            "status": "ok" if well else "failing",
            "database": database,
            "gateway": _in_words(gateways),
            "gateway_latency_s": round(latency_s, 3) if math.isfinite(latency_s) else None,
            "clock": None if (doubt := self._doubt()) is None else str(doubt),
            "sweep": None if (people := self._held_back()) is None else str(people),
            # A failed backup does not make the bot unhealthy: a restart would end games for it.
            "backup": None if self._backups is None else str(await asyncio.to_thread(self._backups)),
        }
        return web.Response(text=json.dumps(report), status=200 if well else 503, content_type="application/json")


async def _measure_lag() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_EVERY_S
        await asyncio.sleep(_LAG_EVERY_S)
        metrics.LOOP_LAG.observe(max(0.0, loop.time() - due))
