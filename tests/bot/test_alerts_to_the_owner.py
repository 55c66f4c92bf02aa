"""Alerts to the owner: each kind of error once an hour, with its reference, and nothing that must not leave the log."""

from __future__ import annotations

import logging
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from discord.http import Route

from bot.config import BadSetting, Settings
from bot.logs import REFERENCE, Losses
from bot.monitoring import Alerts, Disks
from bot.rows.storage_errors import Away
from tests.support.standin import WEBHOOK, StandIn, standing_in

LOG = logging.getLogger("bot.trial")
HOUR_S = 3600.0
expects = pytest.mark.expects_log("bot.trial", "drawing")


class Time:
    """A clock in seconds that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def alerting(monkeypatch: pytest.MonkeyPatch, time: Callable[[], float]) -> AsyncIterator[StandIn]:
    """A webhook that takes alerts. At the end all of them have arrived."""
    async with standing_in() as discord:
        monkeypatch.setattr(Route, "BASE", f"{discord.url}/api/v10")
        alerts = Alerts(WEBHOOK, "ecarte 0", time)
        try:
            yield discord
        finally:
            await alerts.stop()


@expects
async def test_each_kind_of_error_is_sent_once_an_hour_with_how_many_came_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = Time()
    async with alerting(monkeypatch, time) as discord:
        for table, moment in enumerate((0.0, 0.0, 0.0, HOUR_S - 1, HOUR_S)):
            time.now = moment
            LOG.error("the drawing of table %d failed", table)
        LOG.warning("a drawing is late")
    first, second = discord.alerts
    assert "the drawing of table 0 failed" in first
    assert "the drawing of table 4 failed" in second
    assert "3 more of this kind since the last message" in second
    assert "more of this kind" not in first


@expects
async def test_errors_of_different_kinds_are_sent_each_with_kind_and_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    async with alerting(monkeypatch, Time()) as discord:
        token = REFERENCE.set("K7Q2")
        for error in (ValueError("the king of hearts"), KeyError("the seven of clubs")):
            try:
                raise error
            except (ValueError, KeyError):
                LOG.exception("a drawing failed")
        REFERENCE.reset(token)
    assert ["ValueError" in one and "K7Q2" in one for one in discord.alerts] == [True, False]
    assert "KeyError" in discord.alerts[1]
    assert not any("king" in one or "seven" in one for one in discord.alerts), "the text of an error may name a card"


@expects
async def test_what_an_error_quotes_rings_for_no_one_and_ends_no_block(monkeypatch: pytest.MonkeyPatch) -> None:
    async with alerting(monkeypatch, Time()) as discord:
        LOG.error("no drawing of ```@everyone [free chips](https://example.org)")
        LOG.error("a drawing %s", "x" * 5000)
    first, second = discord.alerts
    assert first.count("```") == 2
    assert len(second) < 2000


@pytest.mark.expects_log("bot.storage", "the database c")
async def test_a_database_that_stays_away_is_one_alert_whatever_fails_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    time, root, log = Time(), logging.getLogger(), logging.StreamHandler()
    log.addFilter(Losses(time))
    root.addHandler(log)
    try:
        async with alerting(monkeypatch, time) as discord:
            for time.now in (0.0, 100.0, 200.0, 301.0):
                LOG.error("no sign of life can be stored", exc_info=Away("the server is away"))
                LOG.error("a table could not be drawn", exc_info=Away("the server is away"))
                LOG.error("the clock failed", exc_info=Away("the server is away"))
    finally:
        root.removeHandler(log)
    (alert,) = discord.alerts
    assert "for 5 minutes" in alert


@expects
async def test_a_webhook_that_is_gone_is_a_warning_and_no_next_alert(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with standing_in() as discord:
        monkeypatch.setattr(Route, "BASE", f"{discord.url}/nowhere")
        alerts = Alerts(WEBHOOK, "ecarte 0", Time())
        LOG.error("a drawing failed")
        await alerts.stop()
        assert discord.alerts == []
    ours = [record for record in caplog.records if record.name == "bot.monitoring.alerts"]
    assert [(record.levelname, record.getMessage()) for record in ours] == [
        ("WARNING", "an alert could not be sent: NotFound")
    ]


@pytest.mark.parametrize(
    "address",
    ["https://example.org/api/webhooks/223456789012345678/" + "w" * 68, WEBHOOK[:60], "http" + WEBHOOK[5:]],
)
def test_an_address_that_is_no_webhook_stops_the_start_and_is_not_repeated(address: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment({"ECARTE_ALERTS": address}, token_needed=False)
    assert address not in str(refused.value)
    assert WEBHOOK not in repr(Settings.from_environment({"ECARTE_ALERTS": WEBHOOK}, token_needed=False))


@pytest.mark.expects_log("bot.monitoring.disk", "nearly full, 100 MB are left")
def test_a_disk_that_gets_full_is_said_once_and_that_it_has_room_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    whole = shutil.disk_usage(tmp_path)
    disks = Disks([tmp_path, tmp_path / "away"])
    for megabytes in (1000, 100, 90, 1000):
        monkeypatch.setattr(shutil, "disk_usage", lambda folder, free=megabytes: _usage(folder, whole, free * 2**20))
        disks.look()
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]


def _usage(folder: Path, whole: shutil._ntuple_diskusage, free: int) -> shutil._ntuple_diskusage:
    if not folder.exists():
        raise FileNotFoundError(folder)
    return whole._replace(free=free)
