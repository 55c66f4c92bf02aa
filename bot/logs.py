"""The log: structured lines for people or machines, and never a hand or a token in them.

What an exception says of itself may quote anything, a card too; so only the kinds of exceptions and the places in the
code where they passed are written down, and the text only of those that are known to quote nothing.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from types import TracebackType
from typing import TextIO

import discord

from bot.config import LogFormat
from bot.storage import StorageError

__all__ = ["set_up"]

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def set_up(level: str, form: LogFormat, stream: TextIO = sys.stderr) -> None:
    """Sends all log lines to `stream` in the form chosen; takes the place of whatever was set up before."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Json() if form is LogFormat.JSON else _Text())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # discord.py tells every dispatched event at DEBUG, with what people wrote in it.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
    for chatty in ("sqlalchemy", "aiosqlite", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # Nobody speaks here: that what voice needs is missing is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class _Text(logging.Formatter):
    """A line for people: time, level, room, what happened."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def formatException(self, ei: _ExcInfo) -> str:
        """Where an exception passed, and of what kind it is."""
        return trace_of(ei[1])


class _Json(logging.Formatter):
    """A line for machines: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = trace_of(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def trace_of(error: BaseException | None) -> str:
    """An exception and what caused it, without what they say."""
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
    if isinstance(error, discord.HTTPException):
        return f"{name}: status {error.status}, code {error.code}"
    return f"{name}: {error}" if isinstance(error, StorageError) else name
