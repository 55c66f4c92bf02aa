"""Opens SQLite files, tells the bot's files from others, and hides them from other users of the machine."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

from bot.rows.storage_errors import ForeignDatabase

APPLICATION_ID = 0x45434152
"""The number in the header of the bot's SQLite files ("ECAR"). The bot changes no file of another program."""
BUSY_S = 5.0
SIDES = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps next to a database. If such a file is left behind, it corrupts a new
database of the same name."""


def address_of(path: Path, mode: str) -> str:
    """Returns the URI by which SQLite opens a file. The mode is `rw`, `ro`, or `ro&immutable=1`.

    If a file is opened as immutable, SQLite creates no files next to it, and assumes that no other process has it open.
    """
    return f"{path.as_uri()}?mode={mode}"


def connect(path: Path, mode: str = "rw", *, timeout_s: float = BUSY_S) -> sqlite3.Connection:
    """Opens an existing SQLite file. The connection begins no transactions by itself.

    Args:
        mode: see `address_of`.
        timeout_s: how long a statement waits for a lock of another connection, in seconds.
    """
    return sqlite3.connect(address_of(path, mode), uri=True, timeout=timeout_s, isolation_level=None)


def expect_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Makes sure that a SQLite file belongs to this bot or is empty.

    Raises:
        ForeignDatabase: the file belongs to another program.
    """
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != APPLICATION_ID and (mark or things):
        raise ForeignDatabase(f"the file {path.name!r} is the database of another program")


def make_private(path: Path) -> None:
    """Creates an empty file that only its owner can read. If the file exists, does nothing.

    If root creates the file, it gets the owner of its folder. So the bot can open the file when it runs as that user.
    """
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            give_away(descriptor, path.parent)
        finally:
            os.close(descriptor)


def give_away(descriptor: int, like: Path) -> None:
    """If this process runs as root, gives an open file to the owner and the group of the file or folder `like`."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        status = like.stat()
        # Root of a container may have no right to do so.
        with suppress(PermissionError):
            os.fchown(descriptor, status.st_uid, status.st_gid)


def keep_private(path: Path) -> None:
    """Denies other users of the machine access to a SQLite file and to the files that SQLite keeps next to it.

    SQLite gives new files next to the database the same mode as the database.
    """
    for file in (path, *(side(path, name) for name in SIDES)):
        with suppress(OSError):
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                file.chmod(mode & 0o700)


def side(path: Path, name: str) -> Path:
    """Returns the path of a file that SQLite keeps next to a database. `name` is one of `SIDES`."""
    return path.with_name(path.name + name)


def sync_folder(folder: Path) -> None:
    """Makes sure that new names of files in a folder are on the disk, so that they survive a power failure.

    Does nothing on systems that cannot open a folder: these write the names by themselves.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
