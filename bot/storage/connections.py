"""The life of an open database: opening, transactions, migrating, backup, closing. Knows no table, no rule of the game.

`write` is the only way to write. All changes of one call are stored together, or none of them.
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
    """The connections to a database. `open` makes them, and the caller closes them."""

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
        """Opens a database. Its schema may be old: call `migrate` next.

        Args:
            address: a file's path, `sqlite:///path` or `postgresql://user@host/name`.
            create: whether a missing file is created.
            access: whether other processes are kept out, and whether this one only reads.

        Raises:
            BadAddress: the address means no database that can serve here, for example one in memory.
            Missing: there is no such file, and `create` is false.
            Unavailable: the database cannot be reached or written.
            ForeignDatabase: the database belongs to another program, and was not changed.
            InUse: another process keeps this one out.
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
        """Brings the schema up to this version's, completely or not at all. Does nothing if it is current.

        Raises:
            NewerSchema: the schema is ahead of this version.
            StorageError: the migration failed, and the schema has not changed.
        """
        with self._open():
            await self._backend.migrate(schema_version.upgrade)

    async def schema_is_current(self) -> bool:
        """Whether the schema is this version's."""
        return await self.read(schema_version.is_current)

    async def backup(self, target: str | Path) -> None:
        """Writes a copy of the whole database, as it is at one moment, while others read and write.

        Raises:
            BackupRefused: the file exists or cannot be written, or a server's pg_dump fails.
        """
        with self._open():
            await self._backend.backup(Path(target))

    async def compact(self) -> None:
        """Gives the space of deleted rows back to the disk. This process is alone on the database.

        Raises:
            Unavailable: the disk has no room for a second database, which is written meanwhile.
            InUse: another program has the file open.
        """
        with self._open():
            await self._backend.compact(str(table.name) for table in metadata.sorted_tables)

    def sibling(self, ending: str) -> Path | None:
        """Returns the file next to the database whose name has this ending; None if the database is no file."""
        return self._backend.sibling(ending)

    async def size(self) -> int:
        """The size of the database, in bytes."""
        with self._open():
            return await self._backend.size()

    async def close(self) -> None:
        """Waits up to five seconds for current work, then ends all connections. A second call does nothing."""
        if self._closed:
            return
        self._closed = True
        # Work that still waits for its turn after that is given up, and a server's connections are cut.
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self._idle.wait()
        await self._backend.dispose()

    async def read(self, work: Work[_T]) -> _T:
        """Does work that only reads. All its queries see the database at one moment.

        Args:
            work: a function of the connection. It may run in another thread.

        Raises:
            StorageError: the database refused.
        """
        with self._open(), metrics.DATABASE.labels("read").time():
            return await self._backend.read(self._keyed(work))

    async def write(self, work: Work[_T]) -> _T:
        """Does work that writes, in one transaction. If the work raises, nothing that it wrote stays.

        On SQLite one writer works at a time. The others wait, in the order in which they came.

        Args:
            work: a function of the connection. It may run in another thread.

        Raises:
            Busy: another process wrote for too long.
            StorageError: the database refused.
        """
        with self._open(), metrics.DATABASE.labels("write").time():
            return await self._backend.write(self._keyed(work))

    async def beat(self, work: Work[_T]) -> _T:
        """Does a small work as `write` does. On a server it does not wait for a free connection.

        Raises:
            InUse: the connection with this process's lock was lost, and another process has the lock now.
            StorageError: the database refused.
        """
        with self._open():
            return await self._backend.beat(self._keyed(work))

    def listen(self, heard: Callable[[str], None]) -> None:
        """Calls a function with each notice of the other processes (`fence.announce`), from the next `beat` on."""
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
    """A part of the database. Each method decorated by `reads` or `writes` runs in one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections


def reads(
    work: Callable[Concatenate[_R, Connection, _P], _T],
) -> Callable[Concatenate[_R, _P], Coroutine[Any, Any, _T]]:
    """Makes a method of a `Repository` one that only reads. Callers await it, and pass no connection.

    The method may run in another thread, so its arguments must not change meanwhile.
    """

    @wraps(work)
    async def method(self: _R, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return await self._connections.read(lambda connection: work(self, connection, *args, **named))

    return method


def writes(
    work: Callable[Concatenate[_R, Connection, _P], _T],
) -> Callable[Concatenate[_R, _P], Coroutine[Any, Any, _T]]:
    """Makes a method of a `Repository` one that writes. Callers await it, and pass no connection; see `reads`."""

    @wraps(work)
    async def method(self: _R, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return await self._connections.write(lambda connection: work(self, connection, *args, **named))

    return method
