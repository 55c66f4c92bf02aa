"""A database file: connecting to it, telling it from other files, and keeping it from other users of the machine."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

from bot.rows.storage_errors import ForeignDatabase

APPLICATION_ID = 0x45434152
"""Written into the head of our files ("ECAR"), so that no other program's file is ever taken for one of them."""
BUSY_S = 5.0
SIDES = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps next to a database. Next to another one of that name they corrupt it."""


def address_of(path: Path, mode: str) -> str:
    """The file as a URI: `rw`, `ro`, or `ro&immutable=1` (SQLite looks for no other process and makes no file)."""
    return f"{path.as_uri()}?mode={mode}"


def connect(path: Path, mode: str = "rw", *, timeout_s: float = BUSY_S) -> sqlite3.Connection:
    """A connection that begins no transaction by itself; it makes no files except SQLite's own next to it."""
    return sqlite3.connect(address_of(path, mode), uri=True, timeout=timeout_s, isolation_level=None)


def expect_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Makes sure that a database is ours, or empty.

    Raises:
        ForeignDatabase: another program has made it.
    """
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != APPLICATION_ID and (mark or things):
        raise ForeignDatabase(f"the file {path.name!r} is the database of another program")


def make_private(path: Path) -> None:
    """Makes an empty file that only its owner may read; leaves one that is there as it is.

    What root makes belongs to the owner of the folder: the bot is to open it as its own user.
    """
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            give_away(descriptor, path.parent)
        finally:
            os.close(descriptor)


def give_away(descriptor: int, like: Path) -> None:
    """Gives an open file of root's to the owner and the group of another file; who may not do so changes nothing."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        status = like.stat()
        # Root of a container may have no right to it.
        with suppress(PermissionError):
            os.fchown(descriptor, status.st_uid, status.st_gid)


def keep_private(path: Path) -> None:
    """Denies other users the file and SQLite's files next to it; SQLite makes new ones with the file's mode."""
    for file in (path, *(side(path, name) for name in SIDES)):
        with suppress(OSError):
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                file.chmod(mode & 0o700)


def side(path: Path, name: str) -> Path:
    """Returns one of SQLite's files next to a database: one of `SIDES`."""
    return path.with_name(path.name + name)


def sync_folder(folder: Path) -> None:
    """Brings new names in a folder to the disk. Some systems cannot open a folder: there it happens by itself."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
