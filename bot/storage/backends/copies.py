"""Backups of a database file, written without changing it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.storage.backends.sqlite_file import connect, side, sync_folder
from bot.storage.errors import BackupRefused

__all__ = ["write_copy"]


def write_copy(source: Path, target: Path) -> None:
    """Copies the database as it is at one moment, by way of a file beside the target: a half copy never has its name.

    Reads only: the source, its folder and its disk may be full or read-only.

    Raises:
        BackupRefused: the target exists, or cannot be written to its end; nothing is left of it.
    """
    try:
        # The name is taken first, and only where it was free: between two backups, one is refused.
        target.open("xb").close()
    except FileExistsError:
        raise BackupRefused(f"there is a file {target.name!r} already: a backup overwrites nothing") from None
    except OSError as error:
        raise BackupRefused(f"the backup {target.name!r} cannot be written ({type(error).__name__})") from None
    draft: Path | None = None
    try:
        # It is made for its owner alone.
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
        os.close(handle)
        draft = Path(name)
        _vacuum(source, draft)
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        draft.replace(target)
        sync_folder(target.parent)
    except BaseException as error:
        for path in (draft, target):
            if path is not None:
                path.unlink(missing_ok=True)
        if not isinstance(error, sqlite3.Error | OSError):
            raise
        code = getattr(error, "sqlite_errorname", type(error).__name__)
        raise BackupRefused(f"the backup {target.name!r} could not be written to its end ({code})") from None


def _vacuum(source: Path, draft: Path) -> None:
    """Copies by `VACUUM INTO`: one read transaction, during which writers go on."""
    if not side(source, "-wal").exists():
        # No process has it open. Read so, SQLite makes no files beside it; but what a process that starts meanwhile
        # writes could be read in halves, so the copy counts only if there was none.
        before = _state(source)
        with closing(connect(source, "ro&immutable=1")) as connection:
            connection.execute("VACUUM INTO ?", (draft.as_uri(),))
        if not side(source, "-wal").exists() and _state(source) == before:
            return
        draft.write_bytes(b"")
    with closing(connect(source, "ro")) as connection:
        connection.execute("VACUUM INTO ?", (draft.as_uri(),))


def _state(source: Path) -> tuple[int, int, int]:
    status = source.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns
