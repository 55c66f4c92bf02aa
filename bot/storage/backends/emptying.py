"""Removes the free pages of a SQLite file, which deleted rows leave, and so gives their space back to the disk."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.rows.storage_errors import Failed, InUse, Unavailable
from bot.storage.backends.sqlite_file import connect


def empty_pages(path: Path) -> None:
    """Writes a SQLite file again without its free pages, and empties its write-ahead log.

    The caller must hold the file's lock (`ProcessLock`).

    Raises:
        InUse: another process has the file open.
        Unavailable: the disk has no room for a second copy of the file, which is written meanwhile.
    """
    # SQLite would write the new file to /tmp first, which may be in memory.
    os.environ["SQLITE_TMPDIR"] = str(path.parent)
    try:
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("VACUUM")
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorname", type(error).__name__)
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise InUse(path.name) from error
        if code.startswith("SQLITE_FULL"):
            raise Unavailable(f"there is no room for a second {path.name!r}: make some, and try again") from error
        raise Failed(code) from error
    finally:
        del os.environ["SQLITE_TMPDIR"]
    if busy:
        raise InUse(path.name)
