"""Backups of a database file, written without changing it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.rows.storage_errors import BackupRefused
from bot.storage.backends.soundness import faults_of
from bot.storage.backends.sqlite_file import SIDES, connect, side, sync_folder

_PAGES = 2_000
"""Copied between two looks whether to stop."""


class Damaged(sqlite3.DatabaseError):
    """The copy is no whole database: its source is damaged."""

    sqlite_errorname = "SQLITE_CORRUPT"


class Stop:
    """Ends a copy that is being written; used from another thread."""

    def __init__(self) -> None:
        self._stopped = False

    def now(self) -> None:
        """Ends the copy soon; nothing of it stays."""
        self._stopped = True

    def check(self, *_: int) -> None:
        """Raises `OSError` once the copy is to end."""
        if self._stopped:
            raise InterruptedError


def write_copy(source: Path, target: Path, stop: Stop) -> None:
    """Copies the database as it is at one moment.

    Reads only: the source, its folder and its disk may be full or read-only.

    Raises:
        BackupRefused: the target exists, or cannot be written to its end; nothing is left of it.
    """
    with new_file(target) as draft:
        _copy(source, draft, stop)


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Gives an empty file next to the target, which takes the target's name at the end: a half copy never has it.

    Raises:
        BackupRefused: the target exists, or cannot be written to its end; nothing is left of it.
    """
    try:
        # The name is taken first, and only where it was free: between two backups, one is refused.
        target.open("xb").close()
    except FileExistsError as error:
        raise BackupRefused(f"there is a file {target.name!r} already: a backup overwrites nothing") from error
    except OSError as error:
        raise BackupRefused(f"the backup {target.name!r} cannot be written ({type(error).__name__})") from error
    draft: Path | None = None
    try:
        # It is made for its owner alone.
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
        os.close(handle)
        draft = Path(name)
        yield draft
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        draft.replace(target)
        sync_folder(target.parent)
    except BaseException as error:
        left = [target, *([] if draft is None else [draft, *(side(draft, name) for name in SIDES)])]
        for path in left:
            path.unlink(missing_ok=True)
        if not isinstance(error, sqlite3.Error | OSError):
            raise
        code = getattr(error, "sqlite_errorname", type(error).__name__)
        raise BackupRefused(f"the backup {target.name!r} could not be written to its end ({code})") from error


def _copy(source: Path, draft: Path, stop: Stop) -> None:
    """Copies page by page from one moment, while writers go on, and looks at every page of the copy."""
    if not side(source, "-wal").exists():
        # No process has it open. Read so, SQLite makes no files next to it; but what a process that starts meanwhile
        # writes could be read in halves, so the copy counts only if there was none.
        before = _state(source)
        _copy_pages(source, "ro&immutable=1", draft, stop)
        if not side(source, "-wal").exists() and _state(source) == before:
            return
        draft.write_bytes(b"")
    _copy_pages(source, "ro", draft, stop)


def _copy_pages(source: Path, mode: str, draft: Path, stop: Stop) -> None:
    with closing(connect(source, mode)) as connection, closing(connect(draft)) as copy:
        # One snapshot for all steps: without it each write of another connection begins the copy anew.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.backup(copy, pages=_PAGES, progress=stop.check)
        # A copy needs no files next to it.
        copy.execute("PRAGMA journal_mode=DELETE")
        if any(faults_of(copy.execute)):
            raise Damaged


def _state(source: Path) -> tuple[int, int, int]:
    status = source.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns
