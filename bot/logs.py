"""The log: lines of text or JSON that never contain a hand or a token.

An exception's text may quote anything, even a card. So only its kind and traceback are logged, and the text only of
kinds known to quote nothing.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

from bot.config import LogFormat
from bot.metrics import FaultCounter
from bot.storage import StorageError

REFERENCE: ContextVar[str] = ContextVar("reference", default="")
"""Names the interaction that is being answered, and so all lines logged because of it; empty otherwise."""
_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def set_up(level: str, form: LogFormat, stream: TextIO = sys.stderr) -> None:
    """Sends all log lines to `stream` in this form, replacing earlier handlers."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Json() if form is LogFormat.JSON else _Text())
    logging.basicConfig(level=level, handlers=[handler, FaultCounter()], force=True)
    # At DEBUG discord.py logs every dispatched event with its content.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
    for chatty in ("sqlalchemy", "aiosqlite", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class _Text(logging.Formatter):
    """Text lines: time with its zone, level, logger, reference if there is one, message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s%(reference)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        reference = REFERENCE.get()
        record.reference = f" [{reference}]" if reference else ""
        return super().format(record)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """The local time, to the millisecond."""
        return _time(record)

    def formatException(self, ei: _ExcInfo) -> str:
        """The exception's kind and traceback."""
        return trace_of(ei[1])


class _Json(logging.Formatter):
    """JSON lines: one object each."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if reference := REFERENCE.get():
            line["reference"] = reference
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = trace_of(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).astimezone().isoformat(timespec="milliseconds")


def trace_of(error: BaseException | None) -> str:
    """The kinds and tracebacks of an exception and its causes, without their texts."""
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
    # Not imported, since the commands beside the bot do without it; where it is not loaded, no error is of its kind.
    discord = sys.modules.get("discord")
    if discord is not None and isinstance(error, discord.HTTPException):
        return f"{name}: status {error.status}, code {error.code}"
    return f"{name}: {error}" if isinstance(error, StorageError) else name
