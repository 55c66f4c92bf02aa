"""Sets up the log: lines of text or JSON that never contain a hand or a token.

An exception's text may quote anything, even a card. So only its kind and traceback are logged. The text is logged only
for kinds that are known to quote nothing. Trouble outside the bot (a full disk, a server that is away) is logged
without a traceback. The same warning or error is logged once a minute. While the database is away, the log has one
warning for all failures that this causes. If it stays away for five minutes, one error follows.
"""

from __future__ import annotations

import json
import logging
import math
import sys
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

from bot.config import LogFormat
from bot.metrics import FaultCounter
from bot.rows.storage_errors import Away, Busy, StorageError, Unavailable

REFERENCE: ContextVar[str] = ContextVar("reference", default="")
"""A short random reference to the interaction that the current task answers.

All log lines that the interaction causes show it. Empty if the task answers none.
"""
_QUIET_S = 60.0
_MOST_KEPT = 1000
_OVER_S = 120.0
"""Once nothing has failed because of the database for this long, it counts as back."""
_LASTS_S = 300.0
_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def set_up(level: str, form: LogFormat, stream: TextIO = sys.stderr) -> None:
    """Has all log lines written to `stream` in this format. Replaces earlier handlers of the log."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Json() if form is LogFormat.JSON else _Text())
    # The first filter of all: those after it see the level that it sets.
    handler.addFilter(Losses(time.monotonic))
    handler.addFilter(Repeats(time.monotonic))
    logging.basicConfig(level=level, handlers=[handler, FaultCounter()], force=True)
    # At DEBUG discord.py logs every dispatched event with its content.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
    for chatty in ("sqlalchemy", "aiosqlite", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class Losses(logging.Filter):
    """A filter of the log that reports an outage of the database once, in place of an error for each of its
    consequences.

    A short outage is a warning: a restarted server, or a process that was held up, loses its connections for a moment,
    and everything is tried again. An outage of five minutes is an error: a person has to look.

    Args:
        now: a clock in seconds that only goes forward.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._since = self._last_at = -math.inf
        self._said = logging.NOTSET

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether a line of the log is written.

        If the line is about an outage of the database, changes its logger, level and text.
        """
        error = record.exc_info[1] if record.exc_info else None
        if record.levelno < logging.WARNING or not isinstance(error, (Busy, Away)):
            return True
        now = self._now()
        if now - self._last_at > _OVER_S:
            self._since, self._said = now, logging.NOTSET
        self._last_at = now
        lasts = now - self._since >= _LASTS_S
        record.levelno = logging.ERROR if lasts else logging.WARNING
        record.levelname = logging.getLevelName(record.levelno)
        record.name, record.args = "bot.storage", ()
        # Handlers that tell errors apart by their lines then take all losses for one kind.
        record.pathname, record.lineno = __file__, 0
        record.msg = "the database cannot be used; what needs it is tried again"
        if lasts:
            record.msg = f"the database could not be used for {_LASTS_S / 60:.0f} minutes"
        is_new, self._said = record.levelno > self._said, record.levelno
        return is_new


class Repeats(logging.Filter):
    """A filter of the log that lets the same warning or error through once a minute.

    The next line that passes says how many were left out. Two lines are the same if they have the same logger and text,
    and their exceptions are of one kind and were raised at one place, or (if `is_trouble`) have the same text.

    Args:
        now: a clock in seconds that only goes forward.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._let_through: dict[tuple[object, ...], float] = {}
        self._left_out: dict[tuple[object, ...], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether a line of the log is written.

        If it is, and lines like it were left out before, adds their number to its text.
        """
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[1] if record.exc_info else None
        key = record.name, record.getMessage(), *_origin(error)
        now = self._now()
        if now - self._let_through.get(key, -_QUIET_S) < _QUIET_S:
            self._left_out[key] = self._left_out.get(key, 0) + 1
            return False
        if len(self._let_through) >= _MOST_KEPT:
            self._let_through.clear()
        self._let_through[key] = now
        if times := self._left_out.pop(key, 0):
            record.msg, record.args = f"{record.getMessage()} (and {times} times since it was last written)", ()
        return True


def _origin(error: BaseException | None) -> tuple[object, ...]:
    """Returns the kind of an exception, and where it was raised."""
    if error is None or is_trouble(error):
        return type(error), str(error)
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return type(error), last and (last.tb_frame.f_code.co_filename, last.tb_lineno)


def is_trouble(error: BaseException | None) -> bool:
    """Returns whether a disk, a server or another process has caused an exception, and not a fault of the bot."""
    return isinstance(error, (Busy, Unavailable))


class _Text(logging.Formatter):
    """Formats text lines: time with its zone, level, logger, reference if there is one, message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s%(reference)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line."""
        reference = REFERENCE.get()
        record.reference = f" [{reference}]" if reference else ""
        error = record.exc_info[1] if record.exc_info else None
        if not is_trouble(error):
            return super().format(record)
        # Without the traceback, which a formatter would add to every exception.
        plain = logging.makeLogRecord(record.__dict__ | {"exc_info": None, "exc_text": None})
        return f"{super().format(plain)}: {error}"

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """Returns the local time, to the millisecond."""
        return _time(record)

    def formatException(self, ei: _ExcInfo) -> str:
        """Returns the exception's kind and traceback."""
        return trace_of(ei[1])


class _Json(logging.Formatter):
    """Formats JSON lines, one object each."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line."""
        line = {
            "at": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if reference := REFERENCE.get():
            line["reference"] = reference
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["trace"] = str(error) if is_trouble(error) else trace_of(error)
        return json.dumps(line, ensure_ascii=False)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).astimezone().isoformat(timespec="milliseconds")


def trace_of(error: BaseException | None) -> str:
    """Returns the kinds and tracebacks of an exception and its causes, without their texts.

    The text of a `StorageError` is included, and of an error of Discord the status and the code.
    """
    parts: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=True)
        parts.append("".join(frames.format()) + _kind(error))
        error = error.__cause__ or error.__context__
    return "\ncaused by:\n".join(parts)


def _kind(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}"
    # Not imported, since most commands run without it. If it is not loaded, no error is of its kind.
    discord = sys.modules.get("discord")
    if discord is not None and isinstance(error, discord.HTTPException):
        return f"{name}: status {error.status}, code {error.code}"
    return f"{name}: {error}" if isinstance(error, StorageError) else name
