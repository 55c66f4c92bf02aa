"""The alerts and the dashboard of `deploy/`: each alert is fired by its fault, and none by a healthy bot.

A fault is made in the bot's own parts. Their metrics before and after it are the samples that promtool evaluates, as if
the fault lasted for two hours.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest
from prometheus_client import Histogram
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.metrics import FaultCounter
from bot.monitoring import Gateway, Monitor, Stored
from bot.storage import Unseen
from bot.trust import Doubt

DEPLOY = Path(__file__).parents[2] / "deploy"
ALERTS = re.findall(r"alert: (\w+)", (DEPLOY / "alerts.yml").read_text("utf-8"))
MINUTES = 120
COUNTED = re.compile(r"^\w+_(total|bucket|count|sum)\b")
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="no promtool here: the alerts were NOT tried")


def observe(times: int, metric: Histogram, seconds: float) -> None:
    """Measures the same a number of times."""
    for _ in range(times):
        metric.observe(seconds)


def play_well() -> None:
    """Measures a minute of a healthy bot."""
    observe(500, metrics.ACKNOWLEDGED, 0.02)
    observe(120, metrics.LOOP_LAG, 0.001)


def log_error() -> None:
    """Logs an error."""
    FaultCounter().emit(logging.LogRecord("somewhere", logging.ERROR, "", 0, "it failed", None, None))


HERE = Gateway(0, away_s=0.0, latency_s=0.05)
MEMORY = 'process_resident_memory_bytes{job="ecarte"}'


@dataclass(frozen=True, slots=True)
class State:
    """A bot, and what happens to it each minute.

    Attributes:
        other: series that the bot does not serve itself, or whose values a test cannot cause.

    The memory of a healthy bot is such a value: the process of the tests may use more.
    """

    befalls: Callable[[], None] = play_well
    gateway: Gateway = HERE
    beat_age_s: float = 4.0
    doubt: Doubt | None = None
    held_back: Unseen | None = None
    other: Mapping[str, float] = field(default_factory=dict)


FAULTS = {
    "EcarteDown": State(other={'up{job="ecarte"}': 0.0}),
    "EcarteGatewayAway": State(gateway=Gateway(0, away_s=400.0, latency_s=math.inf)),
    "EcarteSessionsShort": State(lambda: metrics.SESSIONS_LEFT.set(120)),
    "EcarteNothingWritten": State(beat_age_s=140.0),
    "EcarteClockWrong": State(doubt=Doubt(86_400_000, 0, by_discord=True)),
    "EcarteSweepWaits": State(held_back=Unseen(before=1, due=40, most=3, known=41)),
    "EcarteSlowAnswers": State(lambda: observe(500, metrics.ACKNOWLEDGED, 2.8)),
    "EcarteLoopHeld": State(lambda: observe(120, metrics.LOOP_LAG, 0.6)),
    "EcarteRefusedByDiscord": State(lambda: metrics.REQUESTS.labels("PATCH", "channels", "429").inc(30)),
    "EcarteDrawingsLate": State(lambda: metrics.LOAD.set_function(lambda: 44.0)),
    "EcarteErrors": State(log_error),
    "EcarteBackupOld": State(other={'ecarte_backup_age_seconds{job="ecarte"}': 3 * 86_400.0}),
    "EcarteDrillFailed": State(other={'ecarte_drill_passed{job="ecarte"}': 0.0}),
    "EcarteMemoryGrows": State(other={MEMORY: 1.5e9}),
}


async def scrape(state: State) -> dict[str, float]:
    """Returns what Prometheus reads of a bot: values by name and labels."""

    async def stored() -> Stored:
        return Stored(7, 2**20)

    monitor = Monitor(
        lambda: [state.gateway],
        stored,
        lambda: state.beat_age_s,
        doubt=lambda: state.doubt,
        held_back=lambda: state.held_back,
    )
    port = await monitor.start("127.0.0.1", 0)
    try:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            families = text_string_to_metric_families(await answer.text())
    finally:
        await monitor.stop()
    return {_series(sample.name, sample.labels): sample.value for family in families for sample in family.samples}


def _series(name: str, labels: Mapping[str, str]) -> str:
    return name + "{" + ",".join(f'{key}="{value}"' for key, value in {**labels, "job": "ecarte"}.items()) + "}"


async def firing(state: State, folder: Path) -> set[str]:
    """The alerts that fire when a state has lasted for two hours."""
    # The bot sets it to this value, and another test in this process may have changed it.
    metrics.LOAD.set_function(lambda: 4.0)
    metrics.SESSIONS_LEFT.set(math.inf)
    before = await scrape(state)
    state.befalls()
    after = {**await scrape(state), 'up{job="ecarte"}': 1.0, MEMORY: 2e8, **state.other}
    series = []
    for name, value in after.items():
        # Counters go on growing; all other values stay.
        step = value - before.get(name, 0.0) if COUNTED.search(name) else 0.0
        if math.isfinite(value) and name.startswith(("ecarte_", "up{", "process_resident")):
            series.append({"series": name, "values": f"{value}+{step}x{MINUTES}"})
    # The rule test expects no alerts, so that promtool names those that fire.
    question = {
        "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
        "eval_time": f"{MINUTES}m",
        "exp_samples": [],
    }
    trial = {
        "rule_files": [str(DEPLOY / "alerts.yml")],
        "evaluation_interval": "1m",
        "tests": [{"interval": "1m", "input_series": series, "promql_expr_test": [question]}],
    }
    (folder / "trial.yml").write_text(json.dumps(trial), "utf-8")
    status, answer = await asyncio.to_thread(promtool, "test", "rules", str(folder / "trial.yml"))
    found = set(re.findall(r'alertname=\\?"(\w+)', answer))
    assert found or status == 0, answer
    return found


def promtool(*arguments: str) -> tuple[int, str]:
    """The status and the output of promtool."""
    assert PROMTOOL is not None
    done = subprocess.run([PROMTOOL, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@needs_promtool
def test_promtool_finds_nothing_wrong_with_the_alerts() -> None:
    status, answer = promtool("check", "rules", str(DEPLOY / "alerts.yml"))
    assert status == 0, answer


def test_each_alert_has_a_fault() -> None:
    assert sorted(FAULTS) == sorted(ALERTS)


@needs_promtool
@pytest.mark.parametrize("alert", ALERTS)
async def test_each_alert_is_fired_by_its_fault_and_by_no_other(alert: str, tmp_path: Path) -> None:
    assert await firing(FAULTS[alert], tmp_path) == {alert}


@needs_promtool
async def test_a_bot_that_is_well_fires_no_alert(tmp_path: Path) -> None:
    assert await firing(State(), tmp_path) == set()


def test_alerts_and_dashboard_ask_for_metrics_that_there_are() -> None:
    served = {name.decode() for name in re.findall(rb"^# TYPE (\w+)", metrics.text(), re.MULTILINE)}
    served |= {f"{name}_{part}" for name in served for part in ("bucket", "count", "sum", "total")}
    panels = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))["panels"]
    questions = [target["expr"] for panel in panels for target in panel["targets"]]
    questions.append((DEPLOY / "alerts.yml").read_text("utf-8"))
    asked = {name for question in questions for name in re.findall(r"\b((?:ecarte|process|python)_\w+)", question)}
    assert asked <= served
