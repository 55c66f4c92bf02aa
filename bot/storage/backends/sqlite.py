"""The backend for SQLite: a database in a file. This module knows none of the bot's tables and no rule of the game.

One connection writes. Its transactions take the write lock when they begin (`BEGIN IMMEDIATE`), so no transaction fails
at its end because another one was faster. Other connections read. Each of their transactions sees the file at one
moment (WAL). When a write returns, its changes are on the disk (`synchronous=FULL`). The connections and their threads
are aiosqlite's, the statements are SQLAlchemy's. See SQLite's own pages on WAL, on isolation and on `application_id`.
"""

from __future__ import annotations

import asyncio
import math
import shutil
import sqlite3
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, closing
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache

from bot.rows.storage_errors import BadAddress, Failed, ForeignDatabase, Missing, NoPlace, Unavailable
from bot.storage.backends.base import CopyNames, Finish, Place, ProcessAccess, Work, translate_error
from bot.storage.backends.copies import Stop, write_copy
from bot.storage.backends.emptying import empty_pages
from bot.storage.backends.process_lock import ProcessLock
from bot.storage.backends.replacing import replace_database
from bot.storage.backends.sqlite_file import (
    APPLICATION_ID,
    BUSY_S,
    address_of,
    connect,
    expect_ours,
    keep_private,
    make_private,
    side,
)
from bot.storage.backends.thread import ConnectionThread

_T = TypeVar("_T")
_READERS = 4
_WAL_TRIES = 100
_WAL_PAUSE_S = 0.02
_OLDEST = (3, 37)
"""The first version of SQLite with STRICT tables."""
_STATEMENTS = 500


class SqliteBackend:
    """A SQLite database in a file.

    Raises:
        BadAddress: the path names no file, this machine's SQLite is too old, or `access` is `SHARED`.
    """

    def __init__(self, path: str, *, create: bool, access: ProcessAccess = ProcessAccess.BESIDE) -> None:
        if not path or ":memory:" in path or path.startswith("file:"):
            raise BadAddress("tables must outlive the process: name a file, not a database in memory")
        if sqlite3.sqlite_version_info < _OLDEST:
            raise BadAddress(f"SQLite {sqlite3.sqlite_version} is too old: {'.'.join(map(str, _OLDEST))} is needed")
        if access is ProcessAccess.SHARED:
            raise BadAddress("several processes need a database on PostgreSQL: a file serves one")
        # Links are resolved, so that all names of a file share one lock.
        self._path = Path(path).resolve()
        self._create, self._access = create, access
        self._lock = ProcessLock(self._path)
        self._file = file = address_of(self._path, "ro" if access is ProcessAccess.READING else "rw")
        # All writers share one connection. They wait for it in the order in which they came, not inside SQLite.
        self._writer = _Line(file, "BEGIN IMMEDIATE")
        self._readers = cycle([_Line(file, "BEGIN", query_only=True) for _ in range(_READERS)])

    async def prepare(self) -> None:
        """See `Backend.prepare`. Raises `Missing` if there is no file and the backend may not create one."""
        await asyncio.to_thread(self._prepare)

    async def read(self, work: Work[_T]) -> _T:
        """See `Backend.read`."""
        return await next(self._readers).do(work)

    async def write(self, work: Work[_T]) -> _T:
        """See `Backend.write`. If the caller is cancelled, a function that has begun is still run to its end."""
        return await self._writer.do(work)

    async def beat(self, work: Work[_T]) -> _T:
        """See `Backend.beat`."""
        return await self.write(work)

    def listen(self, heard: Callable[[str], None]) -> None:
        """See `Backend.listen`. Does nothing, because only one process of the bot uses a file."""

    async def migrate(self, work: Work[_T]) -> _T:
        """See `Backend.migrate`.

        Checks foreign keys only at the end, because SQLite changes a table by creating it again.
        """

        def whole(connection: Connection) -> _T:
            result = work(connection)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise Failed("SQLITE_CONSTRAINT_FOREIGNKEY")
            return result

        line = _Line(self._file, "BEGIN IMMEDIATE", foreign_keys=False)
        try:
            return await line.do(whole)
        finally:
            await line.close()

    @property
    def copies(self) -> CopyNames:
        """See `Backend.copies`."""
        return CopyNames(self._path.stem, ".sqlite3", self._path.parent, "")

    async def size(self) -> int:
        """See `Backend.size`. Includes the pages that are still in the write-ahead log."""
        query = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return int(await self.read(lambda connection: connection.exec_driver_sql(query).scalar_one()))

    async def compact(self, names: Iterable[str]) -> None:
        """See `Backend.compact`."""
        await asyncio.to_thread(empty_pages, self._path)

    async def backup(self, target: Path) -> None:
        """See `Backend.backup`. Other writers do not have to wait."""
        stop = Stop()
        try:
            await asyncio.to_thread(write_copy, self._path, target, stop)
        except asyncio.CancelledError:
            # The thread would keep the process from ending.
            stop.now()
            raise

    def replace(self, copy: Path, kept_as: str, finish: Finish[_T], *, new: bool) -> tuple[_T, Place]:
        """See `Backend.replace`."""
        return replace_database(self._path, copy, f"{self._path.name}.replaced-{kept_as}", finish, new=new)

    def sibling(self, ending: str) -> Path:
        """See `Backend.sibling`."""
        return side(self._path, ending)

    @asynccontextmanager
    async def restore_beside(self, copy: Path, finish: Finish[_T]) -> AsyncIterator[str]:
        """See `Backend.restore_beside`. The new database is in a new folder next to the copy."""
        folder = copy.with_name(f"{self._path.stem}-drill")
        # An earlier drill may have been killed and left its folder.
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        try:
            await asyncio.to_thread(folder.mkdir, 0o700)
        except OSError as error:
            raise Unavailable(f"the folder {str(folder)!r} cannot be made ({type(error).__name__})") from error
        try:
            path = folder / self._path.name
            await asyncio.to_thread(replace_database, path, copy, "replaced", finish, new=True)
            yield str(path)
        finally:
            await asyncio.to_thread(shutil.rmtree, folder)

    async def dispose(self) -> None:
        """See `Backend.dispose`.

        When the last connection is closed, SQLite writes the write-ahead log into the file.
        """
        for _ in range(_READERS):
            await next(self._readers).close()
        await self._writer.close()
        self._lock.release()

    def _prepare(self) -> None:
        path = self._path
        if not path.exists():
            if not self._create or self._access is ProcessAccess.READING:
                raise Missing(f"there is no database file {path.name!r}")
            if not path.parent.is_dir():
                raise NoPlace(f"the folder for the database file {path.name!r} does not exist")
        if self._access is ProcessAccess.ALONE:
            self._lock.take()
        try:
            if self._access is ProcessAccess.READING:
                with closing(connect(path, "ro")) as connection:
                    expect_ours(connection, path)
            else:
                _claim(path)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
                raise ForeignDatabase(f"the file {path.name!r} is no database") from error
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_CANTOPEN"):
                raise NoPlace(f"the database file {path.name!r} cannot be opened") from error
            raise translate_error(error) from error


class _Line:
    """A connection with its thread, opened when it is first needed."""

    def __init__(self, file: str, begin: str, *, query_only: bool = False, foreign_keys: bool = True) -> None:
        self._file = file
        self._begin = begin
        self._query_only = query_only
        self._foreign_keys = foreign_keys
        self._opening = asyncio.Lock()
        self._thread: ConnectionThread | None = None
        self._raw: sqlite3.Connection
        self._engine = _engine(lambda: self._raw)

    async def do(self, work: Work[_T]) -> _T:
        """Does work in one transaction."""

        def transaction() -> _T:
            try:
                with self._engine.begin() as connection:
                    connection.exec_driver_sql(self._begin)
                    return work(connection)
            except Exception as error:
                # The frames of the error may hold an open cursor, which would keep this reader's snapshot.
                traceback.clear_frames(error.__traceback__)
                raise

        return await (await self._open()).run(transaction)

    async def close(self) -> None:
        """Waits for the current work, then ends the connection and its thread."""
        thread, self._thread = self._thread, None
        if thread is not None:
            await thread.close()

    async def _open(self) -> ConnectionThread:
        async with self._opening:
            if self._thread is None:
                try:
                    thread = await ConnectionThread.open(self._file, BUSY_S)
                    await thread.run(lambda: self._set_up(thread.raw))
                except sqlite3.Error as error:
                    raise translate_error(error) from error
                self._thread = thread
            return self._thread

    def _set_up(self, raw: sqlite3.Connection) -> None:
        self._raw = raw
        if not self._raw.execute("SELECT 1 FROM pragma_function_list WHERE name = 'sqrt'").fetchone():
            # Some builds of SQLite have no `sqrt`. Python's is slower.
            self._raw.create_function("sqrt", 1, math.sqrt, deterministic=True)
        self._raw.execute("PRAGMA synchronous=FULL")
        # Deleted rows are overwritten in the file: they may belong to an erased person.
        self._raw.execute("PRAGMA secure_delete=ON")
        self._raw.execute(f"PRAGMA foreign_keys={'ON' if self._foreign_keys else 'OFF'}")
        self._raw.execute(f"PRAGMA query_only={'ON' if self._query_only else 'OFF'}")


@cache
def _shared_engine() -> Engine:
    """Returns the engine whose dialect and compiled statements all connections share, so that each compiles once."""
    engine = create_engine("sqlite+pysqlite://", poolclass=StaticPool)
    # The first connection sets the dialect up for this version of SQLite.
    engine.connect().close()
    engine.dispose()
    return engine.execution_options(compiled_cache=LRUCache(_STATEMENTS))


def _engine(creator: Callable[[], Any]) -> Engine:
    """Returns an engine for the one connection that `creator` returns. The caller sets the connection up."""
    shared = _shared_engine()
    return Engine(
        StaticPool(creator, dialect=shared.dialect),
        shared.dialect,
        shared.url,
        # So that no hand gets into the text of an error.
        hide_parameters=True,
        execution_options=shared.get_execution_options(),
    )


def _claim(path: Path) -> None:
    """Marks an empty file as ours, or checks the mark. Changes no file of another program."""
    make_private(path)
    with closing(connect(path)) as connection:
        expect_ours(connection, path)
        connection.execute("BEGIN IMMEDIATE")
        expect_ours(connection, path)
        # The mark is written even if the file has it: only a write shows whether the file can be written.
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute("COMMIT")
        keep_private(path)
        if not _use_write_ahead_log(connection):
            raise Unavailable(f"SQLite can keep no write-ahead log next to the database file {path.name!r}")


def _use_write_ahead_log(connection: sqlite3.Connection) -> bool:
    """Sets the file's journal mode to a write-ahead log, for good. Returns whether SQLite accepted it."""
    tries = 0
    while True:
        try:
            return bool(connection.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",))
        except sqlite3.OperationalError as error:
            tries += 1
            # Two processes that open a new file at the same time are both refused: SQLite lets neither wait here.
            if tries == _WAL_TRIES or not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise
            time.sleep(_WAL_PAUSE_S)
