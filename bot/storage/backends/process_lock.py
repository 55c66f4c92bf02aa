"""A lock that one process holds as long as it lives, on a file next to a database."""

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
    """The right to change a database file, for one process at a time.

    It is the operating system's lock on an empty file next to the database, so it ends with the process, even after a
    crash. The file stays: to remove it would let two processes lock two files of one name. It is never the database
    file itself, whose locks belong to SQLite and would be lost when another descriptor of it is closed.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(f"{database.name}.lock")
        self._descriptor: int | None = None

    def take(self) -> None:
        """Takes the lock; a second time does nothing.

        Raises:
            InUse: another process holds it.
            Unavailable: the file cannot be made or locked.
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
        """Ends the lock; does nothing where it was not taken."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def _lock(descriptor: int) -> None:
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
