"""The watch on the logs: fails a test in which the bot, discord.py or asyncio logs an error.

discord.py only logs what a listener raises, and asyncio what a forgotten task raised: without this watch
such faults pass every test.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

WATCHED = ("discord", "simcord", "bot", "ecarte", "asyncio")


@dataclass(frozen=True, slots=True)
class ExpectedRecord:
    """An error that a test provokes: its logger's name, or the first parts of it, and a pattern of its text."""

    logger: str
    pattern: str

    def fits(self, record: logging.LogRecord) -> bool:
        named = record.name == self.logger or record.name.startswith(self.logger + ".")
        return named and re.search(self.pattern, record.getMessage()) is not None

    def __str__(self) -> str:
        return f"{self.logger}: {self.pattern!r}"


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.records: list[logging.LogRecord] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def watch_logs(expected: Iterable[ExpectedRecord]) -> Iterator[list[str]]:
    """Yields a list that is filled at the end with unexpected errors and with expected ones not seen."""
    wanted = tuple(expected)
    collector = _Collector()
    loggers = [logging.getLogger(name) for name in WATCHED]
    assert not any(logger.disabled for logger in loggers), "something has switched loggers off: nothing can be watched"
    # One handler each instead of one at the root: the bot's own setup may have cut a logger off from the root.
    for logger in loggers:
        logger.addHandler(collector)
    wrong: list[str] = []
    try:
        yield wrong
    finally:
        for logger in loggers:
            logger.removeHandler(collector)
        for record in collector.records:
            if not any(expected.fits(record) for expected in wanted):
                wrong.append(collector.format(record))
        wrong += [f"never logged: {expected}" for expected in wanted if not any(map(expected.fits, collector.records))]
