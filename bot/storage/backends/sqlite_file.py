"""A database file: connecting to it, telling it from other files, and keeping it from other users of the machine."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

from bot.rows.storage_errors import ForeignDatabase

APPLICATION_ID = 0x45434152
"""The number in the head of our files ("ECAR"), so that no other program's file is ever taken for ours."""
BUSY_S = 5.0
SIDES = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps next to a database. They corrupt another database of the same name."""


def address_of(path: Path, mode: str) -> str:
    """Returns the URI of a file. The mode is `rw`, `ro`, or `ro&immutable=1`.

    Of an immutable file SQLite assumes that no other process has it open, and creates no files next to it.
    """
    return f"{path.as_uri()}?mode={mode}"


def connect(path: Path, mode: str = "rw", *, timeout_s: float = BUSY_S) -> sqlite3.Connection:
    """Returns a connection that begins no transaction by itself. It does not create a missing database."""
    return sqlite3.connect(address_of(path, mode), uri=True, timeout=timeout_s, isolation_level=None)


def expect_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Makes sure that a database is ours or empty.

    Raises:
        ForeignDatabase: the database belongs to another program.
    """
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != APPLICATION_ID and (mark or things):
        raise ForeignDatabase(f"the file {path.name!r} is the database of another program")


def make_private(path: Path) -> None:
    """Creates an empty file that only its owner may read. Leaves an existing file alone.

    A file that root creates belongs to the owner of the folder, so that the bot can open it as its own user.
    """
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            give_away(descriptor, path.parent)
        finally:
            os.close(descriptor)


def give_away(descriptor: int, like: Path) -> None:
    """Gives an open file to the owner and the group of another file, if this process runs as root."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        status = like.stat()
        # Root of a container may have no right to do so.
        with suppress(PermissionError):
            os.fchown(descriptor, status.st_uid, status.st_gid)


def keep_private(path: Path) -> None:
    """Denies other users the file and SQLite's files next to it. SQLite creates new ones with the mode of the file."""
    for file in (path, *(side(path, name) for name in SIDES)):
        with suppress(OSError):
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                file.chmod(mode & 0o700)


def side(path: Path, name: str) -> Path:
    """Returns the path of one of SQLite's files next to a database; `SIDES` lists their endings."""
    return path.with_name(path.name + name)


def sync_folder(folder: Path) -> None:
    """Brings new names in a folder to the disk. Systems that cannot open a folder do so by themselves."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
