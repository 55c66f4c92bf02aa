"""SQLite: everything that is said to it alone. Knows no table of ours and no rule of the game.

One thread writes, over one connection, in transactions that take the write lock at once (`BEGIN IMMEDIATE`): none can
find out at its end that it was too late. Others read, each from one moment (WAL). A commit is on the disk when it
returns (`synchronous=FULL`). See SQLite's own pages on WAL, on isolation and on `application_id`.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from bot.storage.backend import Work, translated
from bot.storage.errors import BackupRefused, BadAddress, Failed, ForeignDatabase, Missing, Unavailable

__all__ = ["APPLICATION_ID", "SqliteBackend"]

APPLICATION_ID = 0x45434152
"""Written into the head of our files ("ECAR"), so that no other program's file is ever taken for one of them."""

_T = TypeVar("_T")
_BUSY_MS = 5_000
_READERS = 4
_WAL_TRIES = 100
_WAL_PAUSE_S = 0.02
_OLDEST = (3, 37)
"""The first SQLite that knows STRICT tables."""


class SqliteBackend:
    """A database file.

    Raises:
        BadAddress: the path cannot be one, or this machine's SQLite is too old.
    """

    def __init__(self, path: str, *, create: bool) -> None:
        if not path or ":memory:" in path or path.startswith("file:"):
            raise BadAddress("tables must outlive the process: name a file, not a database in memory")
        if sqlite3.sqlite_version_info < _OLDEST:
            raise BadAddress(f"SQLite {sqlite3.sqlite_version} is too old: {'.'.join(map(str, _OLDEST))} is needed")
        self._path = Path(path).absolute()
        self._create = create
        self._writer = self._engine("BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        self._readers = self._engine("BEGIN", query_only=True, pool_size=_READERS, max_overflow=0)
        # One thread for all writers: they wait here, in the order in which they came, and not inside SQLite.
        self._writing = ThreadPoolExecutor(1, "storage-writer")
        self._reading = ThreadPoolExecutor(_READERS, "storage-reader")

    async def prepare(self) -> None:
        """See `Backend.prepare`; raises `Missing` for a file that was not to be made."""
        await self._in(self._writing, _claim, self._path, self._create)

    async def read(self, work: Work[_T]) -> _T:
        """See `Backend.read`."""

        def whole() -> _T:
            with self._readers.connect() as connection:
                return work(connection)

        return await self._in(self._reading, whole)

    async def write(self, work: Work[_T]) -> _T:
        """See `Backend.write`; once begun, it comes to its end even if nobody waits for it any more."""

        def whole() -> _T:
            with self._writer.begin() as connection:
                return work(connection)

        return await self._in(self._writing, whole)

    async def migrate(self, work: Work[_T]) -> _T:
        """See `Backend.migrate`; foreign keys are looked at when it is done: to alter a table, SQLite replaces it."""

        def whole() -> _T:
            engine = self._engine("BEGIN IMMEDIATE", foreign_keys=False, poolclass=NullPool)
            with engine.begin() as connection:
                done = work(connection)
                if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                    raise Failed("SQLITE_CONSTRAINT_FOREIGNKEY")
                return done

        return await self._in(self._writing, whole)

    async def backup(self, target: Path) -> None:
        """See `Backend.backup`; writers go on meanwhile."""
        await self._in(self._reading, _copy, self._path, target)

    async def dispose(self) -> None:
        """See `Backend.dispose`; the last connection to go folds the write-ahead log into the file."""

        def whole() -> None:
            for threads, engine in ((self._reading, self._readers), (self._writing, self._writer)):
                threads.shutdown(cancel_futures=True)
                engine.dispose()

        await asyncio.to_thread(whole)

    async def _in(self, threads: ThreadPoolExecutor, call: Callable[..., _T], *arguments: Any) -> _T:
        return await asyncio.get_running_loop().run_in_executor(threads, call, *arguments)

    def _engine(self, begin: str, *, query_only: bool = False, foreign_keys: bool = True, **pool: Any) -> Engine:
        engine = create_engine(
            URL.create("sqlite+pysqlite", database=str(self._path)),
            # A hand must not get into the text of an error.
            hide_parameters=True,
            connect_args={"timeout": _BUSY_MS / 1000},
            **pool,
        )

        @event.listens_for(engine, "connect")
        def set_up(connection: sqlite3.Connection, _record: object) -> None:
            # The driver must not begin transactions by itself: it would begin them without the write lock.
            connection.isolation_level = None
            connection.execute("PRAGMA synchronous=FULL")
            # What is deleted is gone from the file, too: somebody may have asked to be forgotten.
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
            connection.execute(f"PRAGMA query_only={'ON' if query_only else 'OFF'}")

        @event.listens_for(engine, "begin")
        def begin_so(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        return engine


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_BUSY_MS / 1000, isolation_level=None)


def _claim(path: Path, create: bool) -> None:
    """Marks an empty file as ours, or finds the mark; leaves any other file as it was."""
    if not path.exists():
        if not create:
            raise Missing(f"there is no database file {path.name!r}")
        if not path.parent.is_dir():
            raise Unavailable(f"the folder for the database file {path.name!r} does not exist")
    try:
        with closing(_connect(path)) as connection:
            _expect_ours(connection, path)
            connection.execute("BEGIN IMMEDIATE")
            _expect_ours(connection, path)
            # Even where it is there already: only something written shows whether the file can be written.
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute("COMMIT")
            if not _kept_by_write_ahead(connection):
                raise Unavailable(f"the database file {path.name!r} stands where SQLite can keep no write-ahead log")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise ForeignDatabase(f"the file {path.name!r} is no database") from None
        raise translated(error) from None


def _kept_by_write_ahead(connection: sqlite3.Connection) -> bool:
    """Sets the way in which the file is kept, for good; says whether it could be set."""
    tries = 0
    while True:
        try:
            return bool(connection.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",))
        except sqlite3.OperationalError as error:
            tries += 1
            # Two that open a new file at once stand in each other's way, and SQLite lets neither wait for the other.
            if tries == _WAL_TRIES or not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise
            time.sleep(_WAL_PAUSE_S)


def _expect_ours(connection: sqlite3.Connection, path: Path) -> None:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != APPLICATION_ID and (mark or things):
        raise ForeignDatabase(f"the file {path.name!r} is the database of another program")


def _copy(source: Path, target: Path) -> None:
    """Copies by way of a file beside the target, so that a half-written copy never bears the name of a backup."""
    try:
        # The name is taken first, and only where it was free: between two backups, one is refused.
        target.open("xb").close()
    except FileExistsError:
        raise BackupRefused(f"there is a file {target.name!r} already: a backup overwrites nothing") from None
    except OSError as error:
        raise BackupRefused(f"the backup {target.name!r} cannot be written ({type(error).__name__})") from None
    draft: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
        os.close(handle)
        draft = Path(name)
        with closing(_connect(source)) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        draft.replace(target)
        _sync_folder(target.parent)
    except (sqlite3.Error, OSError) as error:
        for path in (draft, target):
            if path is not None:
                path.unlink(missing_ok=True)
        code = getattr(error, "sqlite_errorname", type(error).__name__)
        raise BackupRefused(f"the backup {target.name!r} could not be written to its end ({code})") from None


def _sync_folder(folder: Path) -> None:
    # The new name is on the disk when its folder is. Some systems cannot open a folder: there it is so by itself.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
