"""Checks a database file: SQLite's faults in every page and index, less those that old versions misread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

_SOUND: Final = "ok"
_LOOK: Final = f"PRAGMA integrity_check({2**31 - 1})"
"""Finds all: a limit would count what old versions say wrongly."""
_MISREAD: Final = "NULL value in outage_credits.since"
"""What SQLite 3.40 and older say of each row of that table as it was before schema 0015, with columns that are not of
the key between those that are: they read one for another."""
# Not `IS NULL`: SQLite knows that the column has none, and would not look.
_NULLS: Final = "SELECT count(*) FROM outage_credits WHERE typeof(since) = 'null'"


def faults_of(ask: Callable[[str], Iterable[Sequence[Any]]]) -> Iterator[str]:
    """Yields the faults of a file.

    Args:
        ask: returns the rows that a query on it yields.
    """
    trusted: bool | None = None
    for (line,) in ask(_LOOK):
        if line == _MISREAD:
            if trusted is None:
                trusted = any(count for (count,) in ask(_NULLS))
            if not trusted:
                continue
        if line != _SOUND:
            yield line
