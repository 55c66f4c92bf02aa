"""Metrics and health over HTTP, asked as Prometheus and a container's health check ask."""

from __future__ import annotations

import io
import json
import logging
import math
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from prometheus_client import Counter
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.adapter.pressure import Pressure
from bot.backups import BackupReport
from bot.config import LogFormat
from bot.logs import set_up
from bot.monitoring import Gateway, Monitor, Stored, request_trace
from bot.rows.storage_errors import StorageError
from bot.trust import Doubt, TrustedTime
from tests.support.rules import expect_kept

ROOT = Path(__file__).parents[2]
HERE = Gateway(0, away_s=0.0, latency_s=0.05)


async def seven() -> Stored:
    """Counts seven tables in a megabyte."""
    return Stored(7, 2**20)


async def unreachable() -> Stored:
    """Fails as a database does that is away."""
    raise StorageError("the database is busy")


@asynccontextmanager
async def served(
    *gateways: Gateway,
    stored: Callable[[], Awaitable[Stored]] = seven,
    beat_age_s: float = 4.0,
    backups: Callable[[], BackupReport] | None = None,
    doubt: Doubt | None = None,
) -> AsyncIterator[Callable[[str], Awaitable[tuple[int, str]]]]:
    """A function that gets a path of a running monitor. Returns status and body."""
    monitor = Monitor(lambda: gateways, stored, lambda: beat_age_s, backups, lambda: doubt)
    port = await monitor.start("127.0.0.1", 0)
    try:
        async with aiohttp.ClientSession() as session:

            async def get(path: str) -> tuple[int, str]:
                async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
                    return answer.status, await answer.text()

            yield get
    finally:
        await monitor.stop()


async def samples(get: Callable[[str], Awaitable[tuple[int, str]]]) -> dict[tuple[str, tuple[str, ...]], float]:
    """The metrics as Prometheus' own parser reads them, by name and values of labels."""
    status, body = await get("/metrics")
    assert status == 200
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(body)
        for sample in family.samples
    }


async def test_metrics_can_be_read_by_prometheus() -> None:
    async with served(HERE) as get:
        read = await samples(get)
    assert read["ecarte_gateway_connected", ("0",)] == 1
    assert read["ecarte_gateway_latency_seconds", ("0",)] == 0.05
    assert read["ecarte_open_tables", ()] == 7
    assert read["ecarte_database_bytes", ()] == 2**20
    assert read["ecarte_heartbeat_age_seconds", ()] == 4
    assert ("process_cpu_seconds_total", ()) in read


async def test_metrics_are_served_while_the_database_is_away() -> None:
    async with served(HERE, stored=unreachable) as get:
        read = await samples(get)
    assert math.isnan(read["ecarte_open_tables", ()])
    assert math.isnan(read["ecarte_database_bytes", ()])


async def test_backups_are_measured_and_make_no_bot_ill() -> None:
    report = BackupReport(age_s=7_200, size=3 * 2**20, drill_age_s=math.inf, drill_passed=False, obstacle="no room")
    async with served(HERE, backups=lambda: report) as get:
        read = await samples(get)
        status, body = await get("/health")
    measured = [read[f"ecarte_{name}", ()] for name in ("backup_age_seconds", "backup_bytes", "drill_age_seconds")]
    assert measured == [7_200, 3 * 2**20, math.inf]
    assert math.isnan(read["ecarte_drill_passed", ()]), "none has failed"
    assert (status, json.loads(body)["backup"]) == (200, "2 h old, 3.0 MB; no room")
    async with served(HERE) as get:
        read = await samples(get)
        assert json.loads((await get("/health"))[1])["backup"] is None
    assert math.isnan(read["ecarte_backup_age_seconds", ()])


@pytest.mark.parametrize(
    ("gateway", "stored", "status", "word"),
    [
        (HERE, seven, 200, '"gateway": "connected"'),
        (Gateway(0, away_s=20, latency_s=math.inf), seven, 200, "away for 20 s"),
        (Gateway(0, away_s=200, latency_s=math.inf), seven, 503, "away for 200 s"),
        (Gateway(0, away_s=0, latency_s=math.nan), seven, 503, "not connected yet"),
        (HERE, unreachable, 503, "the database is busy"),
    ],
)
async def test_health_sees_the_gateway_and_the_database(
    gateway: Gateway, stored: Callable[[], Awaitable[Stored]], status: int, word: str
) -> None:
    async with served(gateway, stored=stored) as get:
        answer = await get("/health")
    assert answer[0] == status
    assert word in answer[1]


async def test_health_is_not_green_where_nothing_can_be_written_though_it_can_be_read() -> None:
    async with served(HERE, beat_age_s=91.0) as get:
        status, body = await get("/health")
    assert status == 503
    assert "nothing written for 91 s" in body


async def test_a_wrong_clock_is_measured_and_said_and_makes_no_bot_ill() -> None:
    hour_ms = 3_600_000
    async with served(HERE, doubt=Doubt(hour_ms, 3 * hour_ms, by_discord=True)) as get:
        status, body = await get("/health")
        assert (await samples(get))["ecarte_clock_off_seconds", ()] == -7_200
    why = "the machine's clock says 1970-01-01 01:00:00 UTC, Discord says 1970-01-01 03:00:00 UTC"
    assert (status, json.loads(body)["clock"]) == (200, why)
    async with served(HERE) as get:
        assert json.loads((await get("/health"))[1])["clock"] is None
        assert (await samples(get))["ecarte_clock_off_seconds", ()] == 0


async def test_each_shard_has_its_own_samples_and_health_names_those_that_are_away() -> None:
    gateways = [HERE, Gateway(1, away_s=200, latency_s=math.inf), Gateway(2, away_s=20, latency_s=math.inf)]
    async with served(*gateways) as get:
        read = await samples(get)
        status, body = await get("/health")
    assert [read["ecarte_gateway_connected", (str(shard),)] for shard in range(3)] == [1, 0, 0]
    assert status == 503, "one shard is away for long"
    assert '"gateway": "shard 1 of 3 away for 200 s; shard 2 of 3 away for 20 s"' in body


async def test_a_shard_that_broke_lately_does_not_make_the_bot_unwell() -> None:
    async with served(HERE, Gateway(1, away_s=20, latency_s=math.inf)) as get:
        status, body = await get("/health")
    assert (status, "shard 1 of 2 away for 20 s" in body) == (200, True)


async def test_a_shard_that_is_no_more_has_no_sample() -> None:
    async with served(HERE, Gateway(1, away_s=0, latency_s=0.05)) as get:
        assert ("ecarte_gateway_connected", ("1",)) in await samples(get)
    async with served(HERE) as get:
        assert ("ecarte_gateway_connected", ("1",)) not in await samples(get)


async def test_faults_are_counted_by_kind() -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    key = ("ecarte_faults_total", ("KeyError", "error", "somewhere"))
    async with served(HERE) as get:
        before = (await samples(get)).get(key, 0)
        set_up("ERROR", LogFormat.TEXT, io.StringIO())
        try:
            raise KeyError("KS")
        except KeyError:
            logging.getLogger("somewhere").exception("it failed")
        finally:
            root.handlers[:] = handlers
            root.setLevel(level)
        read = await samples(get)
    assert read[key] == before + 1
    assert not any("KS" in label for _, labels in read for label in labels)


async def test_requests_are_counted_by_path_and_status_and_no_secret_is_kept() -> None:
    async def limited(_: web.Request) -> web.Response:
        return web.Response(status=429)

    application = web.Application()
    application.router.add_post("/api/v10/interactions/{id}/{token}/callback", limited)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    key = ("ecarte_discord_requests_total", ("POST", "interactions", "429"))
    try:
        async with (
            served(HERE) as get,
            aiohttp.ClientSession(
                trace_configs=[request_trace(Pressure(time.monotonic), TrustedTime(lambda: 0))]
            ) as session,
        ):
            before = (await samples(get)).get(key, 0)
            await session.post(f"http://127.0.0.1:{port}/api/v10/interactions/1/secret-token/callback")
            status, body = await get("/metrics")
            read = await samples(get)
    finally:
        await runner.cleanup()
    assert status == 200
    assert read[key] == before + 1
    assert "secret-token" not in body


async def test_a_photograph_is_counted_as_one_and_says_nothing_of_discords_time() -> None:
    async def old(_: web.Request) -> web.Response:
        return web.Response(headers={"Date": "Thu, 01 Jan 1970 00:00:00 GMT"})

    application = web.Application()
    application.router.add_get("/avatars/{id}/{name}", old)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    key, trust = ("ecarte_discord_requests_total", ("GET", "photographs", "200")), TrustedTime(time.time_ns, lambda: 0)
    try:
        async with (
            served(HERE) as get,
            aiohttp.ClientSession(trace_configs=[request_trace(Pressure(time.monotonic), trust)]) as session,
        ):
            before = (await samples(get)).get(key, 0)
            await session.get(f"http://127.0.0.1:{runner.addresses[0][1]}/avatars/1300000000000000001/secret.webp")
            status, body = await get("/metrics")
            read = await samples(get)
    finally:
        await runner.cleanup()
    assert status == 200
    assert read[key] == before + 1
    assert "1300000000000000001" not in body
    assert not trust.answered.is_set()


def test_every_metric_is_in_the_table_of_the_page_for_owners() -> None:
    page = (ROOT / "docs" / "running-reference.md").read_text("utf-8")
    first_column = "".join(line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `ecarte_"))
    documented = set(re.findall(r"`(ecarte_\w+(?:{[\w,]+})?)`", first_column))
    measured = {
        metric._name + ("_total" if isinstance(metric, Counter) else "") + _labels(metric)
        for metric in vars(metrics).values()
        if isinstance(metric, MetricWrapperBase)
    }
    why = "an owner sees what is in the table, and when to look closer"
    add = "bot/metrics.py: {}: add a row to the table under *Metrics and health* in docs/running-reference.md"
    expect_kept("a metric is in the table with its labels", why, [add.format(name) for name in measured - documented])
    gone = "docs/running-reference.md: {}: no metric of bot/metrics.py has this name and labels; mend or remove the row"
    expect_kept("a row names a metric", why, [gone.format(name) for name in documented - measured])


def _labels(metric: MetricWrapperBase) -> str:
    return f"{{{','.join(metric._labelnames)}}}" if metric._labelnames else ""
