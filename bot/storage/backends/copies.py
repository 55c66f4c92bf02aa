"""Writes backups of a SQLite file, without changing the file."""

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
"""The copy checks after this many pages whether to stop."""


class Damaged(sqlite3.DatabaseError):
    """A backup has faults because the database that was copied is damaged."""

    sqlite_errorname = "SQLITE_CORRUPT"


class Stop:
    """A signal to stop a copy that another thread is writing."""

    def __init__(self) -> None:
        self._stopped = False

    def now(self) -> None:
        """Asks the thread to stop the copy. The thread then deletes the files that it has written."""
        self._stopped = True

    def check(self, *_: int) -> None:
        """Raises `InterruptedError` if `now` was called. The thread that copies calls this from time to time."""
        if self._stopped:
            raise InterruptedError


def write_copy(source: Path, target: Path, stop: Stop) -> None:
    """Writes a copy of a SQLite file to a new file. The copy shows the database at one moment.

    The source is only read, so its folder and disk may be full or read-only.

    Raises:
        BackupRefused: the target exists, or cannot be written completely. Then no file is left.
    """
    with new_file(target) as draft:
        _copy(source, draft, stop)


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yields an empty file with a temporary name. When the caller has filled it, renames it to `target`.

    So a file with the target's name is always complete.

    Raises:
        BackupRefused: the target exists, or cannot be written completely. Then no file is left.
    """
    try:
        # The name is reserved first. Of two backups that want it at the same time, one is refused.
        target.open("xb").close()
    except FileExistsError as error:
        raise BackupRefused(f"there is a file {target.name!r} already: a backup overwrites nothing") from error
    except OSError as error:
        raise BackupRefused(f"the backup {target.name!r} cannot be written ({type(error).__name__})") from error
    draft: Path | None = None
    try:
        # `mkstemp` creates a file that only its owner can read.
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
        os.close(handle)
        draft = Path(name)
        yield draft
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        draft.replace(target)
        sync_folder(target.parent)
    except BaseException as error:
        files = [target, *([] if draft is None else [draft, *(side(draft, name) for name in SIDES)])]
        for path in files:
            path.unlink(missing_ok=True)
        if not isinstance(error, sqlite3.Error | OSError):
            raise
        code = getattr(error, "sqlite_errorname", type(error).__name__)
        raise BackupRefused(f"the backup {target.name!r} could not be written to its end ({code})") from error


def _copy(source: Path, draft: Path, stop: Stop) -> None:
    """Copies the pages as they are at one moment, while writers go on, and checks every page of the copy."""
    if not side(source, "-wal").exists():
        # No process has the source open, so it is read as immutable, and SQLite creates no files next to it. A process
        # that starts meanwhile could spoil such a copy, so the copy counts only if the source has not changed.
        before = _state(source)
        _copy_pages(source, "ro&immutable=1", draft, stop)
        if not side(source, "-wal").exists() and _state(source) == before:
            return
        draft.write_bytes(b"")
    _copy_pages(source, "ro", draft, stop)


def _copy_pages(source: Path, mode: str, draft: Path, stop: Stop) -> None:
    with closing(connect(source, mode)) as connection, closing(connect(draft)) as copy:
        # One snapshot serves all steps. Without it each write of another connection would restart the copy.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.backup(copy, pages=_PAGES, progress=stop.check)
        # Without a write-ahead log the copy is one file.
        copy.execute("PRAGMA journal_mode=DELETE")
        if any(faults_of(copy.execute)):
            raise Damaged


def _state(source: Path) -> tuple[int, int, int]:
    status = source.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns
