"""Counters and timers of the running bot, in Prometheus' form. Holds no id of a person, server or table."""

from __future__ import annotations

import logging
import math

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

CONTENT_TYPE = CONTENT_TYPE_LATEST
_REGISTRY = CollectorRegistry()
_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_ANSWERED = (*_QUICK, 3.0, 5.0)
_SLOW = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

ProcessCollector(registry=_REGISTRY)
PlatformCollector(registry=_REGISTRY)
GCCollector(registry=_REGISTRY)

GATEWAY_CONNECTED = Gauge(
    "ecarte_gateway_connected", "1 while a shard is connected to Discord's gateway", ["shard"], registry=_REGISTRY
)
GATEWAY_LATENCY = Gauge(
    "ecarte_gateway_latency_seconds",
    "Time between the last heartbeat of a shard and its acknowledgement",
    ["shard"],
    registry=_REGISTRY,
)
SESSIONS_LEFT = Gauge(
    "ecarte_gateway_sessions_left",
    "New sessions at the gateway that Discord still gave when the last one began; infinite before the first",
    registry=_REGISTRY,
)
SESSIONS_LEFT.set(math.inf)
LOOP_LAG = Histogram(
    "ecarte_loop_lag_seconds", "How late the event loop runs what is due", buckets=_QUICK, registry=_REGISTRY
)
ACKNOWLEDGED = Histogram(
    "ecarte_acknowledged_seconds",
    "From the arrival of an interaction to Discord's answer to its acknowledgement",
    buckets=_ANSWERED,
    registry=_REGISTRY,
)
HANDLED = Histogram(
    "ecarte_handled_seconds",
    "From the arrival of an interaction to the end of its handler",
    ["kind"],
    buckets=_QUICK,
    registry=_REGISTRY,
)
REDRAWS_WAITING = Gauge(
    "ecarte_redraws_waiting",
    "Readers, tables and tournaments being drawn or waiting for it",
    ["what"],
    registry=_REGISTRY,
)
REDRAWN = Histogram(
    "ecarte_redrawn_seconds", "Time of one drawing, sending included", ["what"], buckets=_SLOW, registry=_REGISTRY
)
REDRAWS_RETRIED = Counter(
    "ecarte_redraws_retried", "Drawings of which a part is tried again later", ["what"], registry=_REGISTRY
)
REQUESTS = Counter(
    "ecarte_discord_requests",
    "Requests to Discord by first part of the path and status; 'none' where no answer came",
    ["method", "path", "status"],
    registry=_REGISTRY,
)
REQUEST_TIME = Histogram(
    "ecarte_discord_request_seconds", "Time to Discord's answer", ["method"], buckets=_SLOW, registry=_REGISTRY
)
LOAD = Gauge(
    "ecarte_discord_load",
    "Requests of the last second that count for Discord's limit of fifty, and those that wait to go out",
    registry=_REGISTRY,
)
WAITING = Gauge(
    "ecarte_drawings_waiting",
    "Messages that show less than has happened until their time comes, by who watches",
    ["watched"],
    registry=_REGISTRY,
)
PUT_OFF = Counter(
    "ecarte_drawings_put_off",
    "Drawings put off because requests are short, by who watches",
    ["watched"],
    registry=_REGISTRY,
)
DIRECTS_WAITING = Gauge(
    "ecarte_directs_waiting", "People whose channel of direct messages waits to be opened", registry=_REGISTRY
)
DIRECTS_FLAGGED = Gauge(
    "ecarte_directs_flagged",
    "1 while Discord has flagged the bot (20026): it can write to no person to whom it has not written before",
    registry=_REGISTRY,
)
DATABASE = Histogram(
    "ecarte_database_seconds",
    "Time of a transaction, waiting for its turn included",
    ["work"],
    buckets=_QUICK,
    registry=_REGISTRY,
)
BEAT_AGE = Gauge(
    "ecarte_heartbeat_age_seconds", "Time since a sign of life was stored in the database", registry=_REGISTRY
)
CLOCK_OFF = Gauge(
    "ecarte_clock_off_seconds",
    "How far the machine's clock is ahead of Discord's where they differ by more than is tolerated; else 0",
    registry=_REGISTRY,
)
SWEEP_WAITS = Gauge(
    "ecarte_sweep_waiting", "People whose erasure for their time waits for the owner's word", registry=_REGISTRY
)
DATABASE_SIZE = Gauge("ecarte_database_bytes", "Size of the database on the disk", registry=_REGISTRY)
BUILD = Gauge(
    "ecarte_build_info",
    "1; the labels say which version runs, on which schema",
    ["version", "schema"],
    registry=_REGISTRY,
)
SERVERS = Gauge("ecarte_servers", "Servers that the bot is in", registry=_REGISTRY)
OPEN_TABLES = Gauge("ecarte_open_tables", "Tables that are open, challenges included", registry=_REGISTRY)
BACKUP_AGE = Gauge(
    "ecarte_backup_age_seconds", "Age of the newest scheduled backup; infinite without one", registry=_REGISTRY
)
BACKUP_SIZE = Gauge("ecarte_backup_bytes", "Size of the newest scheduled backup", registry=_REGISTRY)
DRILL_AGE = Gauge(
    "ecarte_drill_age_seconds", "Time since the last restoration was tried; infinite without one", registry=_REGISTRY
)
DRILL_PASSED = Gauge("ecarte_drill_passed", "1 if the last restoration tried passed, 0 if not", registry=_REGISTRY)
_FAULTS = Counter("ecarte_faults", "Warnings and errors in the log", ["level", "logger", "kind"], registry=_REGISTRY)


class FaultCounter(logging.Handler):
    """A log handler that counts warnings and errors by the kind of their exception.

    Without an exception the kind is "none".
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Counts a line of the log."""
        error = record.exc_info[1] if record.exc_info else None
        kind = "none" if error is None else type(error).__name__
        _FAULTS.labels(record.levelname.lower(), record.name, kind).inc()


def text() -> bytes:
    """Returns all metrics as text in the format of Prometheus."""
    return generate_latest(_REGISTRY)
