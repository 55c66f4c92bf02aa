"""A lock for a SQLite file. A process holds it while it uses the database alone."""

from __future__ import annotations

import errno
import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt

from bot.rows.storage_errors import InUse, NoPlace, Unavailable
from bot.storage.backends.sqlite_file import give_away

_RIGHTS = (PermissionError, IsADirectoryError, NotADirectoryError)
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK}


class ProcessLock:
    """The right to use a SQLite database alone (`ProcessAccess.ALONE`). Only one process at a time holds it.

    To take the lock, a process asks the operating system to lock an empty file next to the database. So the lock ends
    with the process, even after a crash. The empty file is never deleted: otherwise two processes could lock two files
    of the same name. The database file itself is not locked: its locks belong to SQLite, and closing another descriptor
    of the file would end them.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(f"{database.name}.lock")
        self._descriptor: int | None = None

    def take(self) -> None:
        """Takes the lock. If this object holds the lock already, does nothing.

        Raises:
            InUse: another process holds the lock.
            Unavailable: the lock's file cannot be created or locked.
        """
        if self._descriptor is not None:
            return
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            refused = NoPlace if isinstance(error, _RIGHTS) else Unavailable
            raise refused(f"the file {self._path.name!r} cannot be made ({type(error).__name__})") from error
        try:
            give_away(descriptor, self._database if self._database.exists() else self._database.parent)
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno in _HELD:
                raise InUse(self._database.name) from error
            code = errno.errorcode.get(error.errno or 0, type(error).__name__)
            raise Unavailable(f"the file {self._path.name!r} cannot be locked ({code})") from error
        self._descriptor = descriptor

    def release(self) -> None:
        """Releases the lock. If this object does not hold the lock, does nothing."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def _lock(descriptor: int) -> None:
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
