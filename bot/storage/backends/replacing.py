"""Replaces a SQLite file by a copy, completely or not at all, and keeps the replaced file under another name."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from bot.rows.storage_errors import ForeignDatabase, InUse, Missing, RestoreRefused, Unavailable
from bot.storage.backends.base import Finish, Place
from bot.storage.backends.process_lock import ProcessLock
from bot.storage.backends.soundness import faults_of
from bot.storage.backends.sqlite_file import (
    APPLICATION_ID,
    SIDES,
    connect,
    expect_ours,
    give_away,
    keep_private,
    side,
    sync_folder,
)

_T = TypeVar("_T")


def replace_database(path: Path, copy: Path, kept_as: str, finish: Finish[_T], *, new: bool) -> tuple[_T, Place]:
    """Checks a copy, completes it, and puts it in the place of a SQLite database that no process uses.

    If the process is killed meanwhile, there is either the whole old database or the whole new one. The new file gets
    the owner, the group and the mode of the replaced file. If there was no file and root creates the new one, it gets
    the owner and the group of its folder.

    Args:
        path: the database to replace.
        copy: the copy, such as a backup.
        kept_as: the new name of the replaced file.
        finish: completes the copy before it is put in place.
        new: whether `path` may be missing.

    Returns:
        The result of `finish`, and the places of the new file and the replaced one.

    Raises:
        InUse: a process runs on the database, or has the file open.
        RestoreRefused: the copy is damaged, or cannot be put in place.
        ForeignDatabase: the copy or the database belongs to another program.
        Missing: the copy does not exist, or the database to replace does not.
        Unavailable: the folder of the database does not exist, or the lock cannot be taken.
    """
    copy = copy.absolute()
    if not path.parent.is_dir():
        raise Unavailable(f"the folder for the database file {path.name!r} does not exist")
    if not copy.is_file():
        raise Missing(f"there is no file {copy.name!r} to restore")
    if not path.exists() and not new:
        raise Missing(f"there is no database {str(path)!r} to replace; to make one there, add --new")
    if path.exists() and path.samefile(copy):
        raise RestoreRefused(f"{copy.name!r} is the database itself: name a backup of it")
    lock = ProcessLock(path)
    lock.take()
    draft: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.restoring-")
        draft = Path(name)
        try:
            _own(handle, path)
        finally:
            os.close(handle)
        _copy(copy, draft)
        readable = _fold(path)
        result = _complete(draft, path if readable else None, finish)
        if path.exists():
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        return result, Place(path, _swap(path, draft, kept_as))
    except (sqlite3.Error, SQLAlchemyError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        code = getattr(cause, "sqlite_errorname", type(cause).__name__)
        raise RestoreRefused(f"{copy.name!r} could not be restored ({code}); nothing has changed") from error
    finally:
        if draft is not None:
            for file in (draft, *(side(draft, name) for name in SIDES)):
                file.unlink(missing_ok=True)
        lock.release()


def _own(draft: int, path: Path) -> None:
    """Gives an empty draft to the owner of the replaced database.

    Raises:
        RestoreRefused: this process has no right to do so.
    """
    if not path.exists():
        give_away(draft, path.parent)
    elif hasattr(os, "fchown"):
        owned = path.stat()
        try:
            os.fchown(draft, owned.st_uid, owned.st_gid)
        except PermissionError as error:
            whose = f"user {owned.st_uid} and group {owned.st_gid}"
            raise RestoreRefused(
                f"{str(path)!r} belongs to {whose}, and this user cannot make another such file; nothing has changed."
                " Restore as that user, or as root"
            ) from error


def _copy(copy: Path, draft: Path) -> None:
    """Copies all pages, with those in a write-ahead log next to the copy, and checks every page."""
    mode = "ro" if side(copy, "-wal").exists() else "ro&immutable=1"
    try:
        with closing(connect(copy, mode)) as source, closing(connect(draft)) as target:
            (mark,) = source.execute("PRAGMA application_id").fetchone()
            if mark != APPLICATION_ID:
                raise ForeignDatabase(f"the file {copy.name!r} is no database of this bot")
            source.backup(target)
            damaged = (
                any(faults_of(target.execute)) or target.execute("PRAGMA foreign_key_check").fetchone() is not None
            )
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorname", "")
        if code == "SQLITE_NOTADB":
            raise ForeignDatabase(f"the file {copy.name!r} is no database") from error
        if not code.startswith("SQLITE_CORRUPT"):
            raise
        damaged = True
    if damaged:
        raise RestoreRefused(f"{copy.name!r} is damaged; nothing has changed. Take an older backup")


def _fold(path: Path) -> bool:
    """Brings the write-ahead log of the replaced database into its file. Returns whether the database can be read.

    Raises:
        InUse: a process has the database open, and would write its log next to the new file.
    """
    if not path.exists():
        return False
    keep_private(path)
    try:
        with closing(connect(path, timeout_s=0)) as connection:
            expect_ours(connection, path)
        with closing(connect(path, timeout_s=0)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as error:
        # A damaged database is replaced, too: backups are made for that.
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise InUse(path.name) from error
        return False
    return True


def _complete(draft: Path, replaced: Path | None, finish: Finish[_T]) -> _T:
    with closing(connect(draft)) as raw:
        # No file may lie next to the draft. It gets its write-ahead log when the bot opens it.
        raw.execute("PRAGMA journal_mode=DELETE")
        raw.execute("PRAGMA synchronous=FULL")
        result = _finish(raw, replaced, finish)
    with draft.open("rb+") as written:
        os.fsync(written.fileno())
    return result


def _finish(raw: sqlite3.Connection, replaced: Path | None, finish: Finish[_T]) -> _T:
    with _engine(raw).begin() as connection:
        if replaced is None:
            return finish(connection, None)
        # No other process has the replaced database open, and SQLite must create no files next to it.
        mode = "ro" if side(replaced, "-wal").exists() else "ro&immutable=1"
        with closing(connect(replaced, mode)) as old, _engine(old).connect() as before:
            return finish(connection, before)


def _engine(raw: sqlite3.Connection) -> Engine:
    return create_engine("sqlite+pysqlite://", hide_parameters=True, poolclass=StaticPool, creator=lambda: raw)


def _swap(path: Path, draft: Path, kept_as: str) -> Path | None:
    """Gives the replaced files a second name, removes SQLite's files next to the old name, and renames the draft."""
    second = path.with_name(kept_as) if path.exists() else None
    if second is not None:
        for name in ("", "-wal", "-journal"):
            if side(path, name).exists():
                _second_name(side(path, name), side(second, name))
        sync_folder(path.parent)
    for name in SIDES:
        side(path, name).unlink(missing_ok=True)
    os.replace(draft, path)
    sync_folder(path.parent)
    return second


def _second_name(file: Path, name: Path) -> None:
    if name.exists():
        raise RestoreRefused(f"there is a file {name.name!r} already; nothing has changed")
    try:
        os.link(file, name)
    except OSError:
        # This file system has no hard links.
        shutil.copyfile(file, name)
        name.chmod(0o600)
        with name.open("rb+") as written:
            give_away(written.fileno(), file)
            os.fsync(written.fileno())
