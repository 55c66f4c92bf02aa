"""Checks every page and index of a SQLite file.

SQLite 3.40 and older report some faults that do not exist. These are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

_SOUND: Final = "ok"
_LOOK: Final = f"PRAGMA integrity_check({2**31 - 1})"
"""Asks for all faults, because a limit would also count those that only old versions see."""
_MISREAD: Final = "NULL value in outage_credits.since"
"""The fault that SQLite 3.40 and older report for each row of that table before schema 0015. There the columns of the
key did not come first, and these versions read one column for another."""
# Not `IS NULL`: the column is NOT NULL, so SQLite would not look at the rows.
_NULLS: Final = "SELECT count(*) FROM outage_credits WHERE typeof(since) = 'null'"


def faults_of(ask: Callable[[str], Iterable[Sequence[Any]]]) -> Iterator[str]:
    """Yields the faults of a SQLite file, as texts of SQLite's `PRAGMA integrity_check`.

    Args:
        ask: runs a query on the file and returns its rows.
    """
    has_nulls: bool | None = None
    for (line,) in ask(_LOOK):
        if line == _MISREAD:
            if has_nulls is None:
                has_nulls = any(count for (count,) in ask(_NULLS))
            if not has_nulls:
                continue
        if line != _SOUND:
            yield line
