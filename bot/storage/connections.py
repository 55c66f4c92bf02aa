"""Opens, migrates, backs up and closes a database, and runs transactions on it.

`write` is the only way to write. Either all changes of one call are stored, or none of them. This module knows no table
of the database and no rule of the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot import metrics
from bot.rows.storage_errors import Closed
from bot.storage.backends.address import choose
from bot.storage.backends.base import Backend, ProcessAccess, Work, translate_error
from bot.storage.fence import Fence
from bot.storage.privacy.marks import ENDING, MarkKey, put_key
from bot.storage.schema import version as schema_version
from bot.storage.schema.tables import metadata

_T = TypeVar("_T")
_P = ParamSpec("_P")
_R = TypeVar("_R", bound="Repository")
_PATIENCE_S = 5.0


class Connections:
    """The open connections to a database. Make them with `open`, and close them with `close`."""

    def __init__(self, backend: Backend) -> None:
        self.fence = Fence()
        """The groups of tables that this process owns."""
        self.mark_key = MarkKey(backend.sibling(ENDING))
        """The key of the marks of people."""
        self._backend = backend
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @classmethod
    async def open(cls, address: str, *, create: bool = True, access: ProcessAccess = ProcessAccess.BESIDE) -> Self:
        """Opens a database. Its schema may be old, so call `migrate` next.

        Args:
            address: a file's path, `sqlite:///path` or `postgresql://user@host/name`.
            create: whether a missing file is created.
            access: how this process and other processes may use the database at the same time.

        Raises:
            BadAddress: the bot cannot use a database at this address; for example, it is in memory.
            Missing: there is no such file, and `create` is false.
            Unavailable: the database cannot be reached or written.
            ForeignDatabase: the database belongs to another program. It was not changed.
            InUse: another process uses the database, and does not allow this process to use it, too.
            NewerSchema: a newer version of the bot has written the database.
        """
        self = cls(choose(address, create=create, access=access))
        try:
            with self._open():
                await self._backend.prepare()
            await self.read(schema_version.expect_known)
        except BaseException:
            await self.close()
            raise
        return self

    async def migrate(self) -> None:
        """Changes the database's schema to that of this version of the bot, completely or not at all.

        If the schema is current, does nothing.

        Raises:
            NewerSchema: the schema is newer than this version of the bot.
            StorageError: the migration failed, and the schema has not changed.
        """
        with self._open():
            await self._backend.migrate(schema_version.upgrade)

    async def schema_is_current(self) -> bool:
        """Whether the database has the schema of this version of the bot."""
        return await self.read(schema_version.is_current)

    async def backup(self, target: str | Path) -> None:
        """Writes a backup of the whole database to a new file. The backup shows the database at one moment.

        Other callers can read and write meanwhile.

        Raises:
            BackupRefused: the file exists or cannot be written, or pg_dump fails on a PostgreSQL server.
        """
        with self._open():
            await self._backend.backup(Path(target))

    async def compact(self) -> None:
        """Gives the disk space of deleted rows back to the system. Only this process may use the database meanwhile.

        Raises:
            Unavailable: the disk has no room for a second copy of the database, which is written meanwhile.
            InUse: another program has the file open.
        """
        with self._open():
            await self._backend.compact(str(table.name) for table in metadata.sorted_tables)

    def sibling(self, ending: str) -> Path | None:
        """Returns the path of the database file with an ending added to its name; None if the database is no file."""
        return self._backend.sibling(ending)

    async def size(self) -> int:
        """The size of the database, in bytes."""
        with self._open():
            return await self._backend.size()

    async def close(self) -> None:
        """Waits up to five seconds for current transactions, then closes all connections.

        A second call does nothing.
        """
        if self._closed:
            return
        self._closed = True
        # Work that still waits for its turn after that is given up, and a server's connections are cut.
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self._idle.wait()
        await self._backend.dispose()

    async def read(self, work: Work[_T]) -> _T:
        """Runs a function that only reads, in one transaction: all its queries see the database at the same moment.

        Args:
            work: the function, which gets a connection. It may run in another thread.

        Raises:
            StorageError: the database has refused a query, or cannot be reached.
        """
        with self._open(), metrics.DATABASE.labels("read").time():
            return await self._backend.read(self._keyed(work))

    async def write(self, work: Work[_T]) -> _T:
        """Runs a function that writes, in one transaction.

        If the function raises an error, nothing that it wrote is stored.

        On SQLite only one such function runs at a time. The others wait, and run in the order of their calls.

        Args:
            work: the function, which gets a connection. It may run in another thread.

        Raises:
            Busy: another process held the database for too long.
            StorageError: the database has refused a statement, or cannot be reached.
        """
        with self._open(), metrics.DATABASE.labels("write").time():
            return await self._backend.write(self._keyed(work))

    async def beat(self, work: Work[_T]) -> _T:
        """Runs a short function that writes, such as a heartbeat, in one transaction; see `write`.

        On PostgreSQL this does not have to wait for a free connection.

        Raises:
            InUse: the connection with this process's lock was lost, and another process has the lock now.
            StorageError: the database has refused a statement, or cannot be reached.
        """
        with self._open():
            return await self._backend.beat(self._keyed(work))

    def listen(self, heard: Callable[[str], None]) -> None:
        """Sets the function that is called with each notice of the bot's other processes, from the next `beat` on.

        For the notices see `fence.announce`.
        """
        self._backend.listen(heard)

    def _keyed(self, work: Work[_T]) -> Work[_T]:
        def keyed(connection: Connection) -> _T:
            put_key(connection, self.mark_key)
            return work(connection)

        return keyed

    @contextmanager
    def _open(self) -> Iterator[None]:
        if self._closed:
            raise Closed
        self._under_way += 1
        self._idle.clear()
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            raise translate_error(error) from error
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()


class Repository:
    """The base class of repositories: each reads and writes one part of the database.

    Each method with the decorator `reads` or `writes` runs in one transaction.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections


def reads(
    work: Callable[Concatenate[_R, Connection, _P], _T],
) -> Callable[Concatenate[_R, _P], Coroutine[Any, Any, _T]]:
    """A decorator for methods of a `Repository` that only read.

    Callers await the method, and do not pass the connection.

    The method may run in another thread, so the values that are passed to it must not change meanwhile.
    """

    @wraps(work)
    async def method(self: _R, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return await self._connections.read(lambda connection: work(self, connection, *args, **named))

    return method


def writes(
    work: Callable[Concatenate[_R, Connection, _P], _T],
) -> Callable[Concatenate[_R, _P], Coroutine[Any, Any, _T]]:
    """A decorator for methods of a `Repository` that write. Callers await the method, and do not pass the connection.

    The method may run in another thread, so the values that are passed to it must not change meanwhile.
    """

    @wraps(work)
    async def method(self: _R, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return await self._connections.write(lambda connection: work(self, connection, *args, **named))

    return method
