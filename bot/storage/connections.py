"""The life of an open database: opening, transactions, migrating, backup, closing. Knows no table, no rule of the game.

`write` is the one way in which anything is written: what is done in it happens together or not at all.
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
    """The connections to a database; `open` makes them, and the caller closes them."""

    def __init__(self, backend: Backend) -> None:
        self.fence = Fence()
        """The groups of tables that this process owns."""
        self.mark_key = MarkKey(backend.beside(ENDING))
        """The key of the marks of people."""
        self._backend = backend
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @classmethod
    async def open(cls, address: str, *, create: bool = True, access: ProcessAccess = ProcessAccess.BESIDE) -> Self:
        """Opens a database; its schema may still have to be brought up (`migrate`).

        Args:
            address: a file's path, `sqlite:///path` or `postgresql://user@host/name`.
            create: whether a file that is not there shall be made.
            access: whether other processes are kept out, or nothing is written.

        Raises:
            BadAddress: the address means nothing that can serve here, such as a database in memory.
            Missing: there is no such file, and `create` is false.
            Unavailable: it cannot be reached or written.
            ForeignDatabase: it belongs to another program; it was left as it is.
            InUse: it is to be used alone, and another process does so.
            NewerSchema: a newer version of the bot has written it.
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
        """Brings the schema up to this version's, whole or not at all; does nothing where it is so already.

        Raises:
            NewerSchema: the schema is ahead of this version.
            StorageError: it failed; the schema is as it was.
        """
        with self._open():
            await self._backend.migrate(schema_version.upgrade)

    async def schema_is_current(self) -> bool:
        """Whether the schema is this version's."""
        return await self.read(schema_version.is_current)

    async def backup(self, target: str | Path) -> None:
        """Writes a copy of the whole database, as it is at one moment, while all goes on.

        Raises:
            BackupRefused: there is such a file already, it cannot be written, or a server's pg_dump cannot do it.
        """
        with self._open():
            await self._backend.backup(Path(target))

    async def compact(self) -> None:
        """Gives the room of what was deleted back to the disk. This process is alone on the database.

        Raises:
            Unavailable: there is no room to write it once more meanwhile.
            InUse: another program has the file open.
        """
        with self._open():
            await self._backend.compact(str(table.name) for table in metadata.sorted_tables)

    def beside(self, ending: str) -> Path | None:
        """Returns the name of the file next to the database with this ending; None: the database is no file."""
        return self._backend.beside(ending)

    async def size(self) -> int:
        """The size of the database, in bytes."""
        with self._open():
            return await self._backend.size()

    async def close(self) -> None:
        """Waits for work under way, up to five seconds, and ends all connections; a second call is a no-op."""
        if self._closed:
            return
        self._closed = True
        # After that, what still waits for its turn is given up, and a server's connections are cut.
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self._idle.wait()
        await self._backend.dispose()

    async def read(self, work: Work[_T]) -> _T:
        """Does work that only reads: all that it asks is answered from one moment.

        Args:
            work: is given the connection; it may run in another thread.

        Raises:
            StorageError: the database refused.
        """
        with self._open(), metrics.DATABASE.labels("read").time():
            return await self._backend.read(self._keyed(work))

    async def write(self, work: Work[_T]) -> _T:
        """Does work that writes, in one transaction: it stays if the work ends well, and else nothing of it.

        With SQLite one writes at a time; the others wait, in the order in which they came.

        Args:
            work: is given the connection; it may run in another thread.

        Raises:
            Busy: another process wrote for too long.
            StorageError: the database refused.
        """
        with self._open(), metrics.DATABASE.labels("write").time():
            return await self._backend.write(self._keyed(work))

    async def beat(self, work: Work[_T]) -> _T:
        """Does a small work that writes, as `write` does, but never behind all that waits for a server's connections.

        Raises:
            InUse: the right to use the database alone was lost with its connection, and another process has it now.
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
    """A part of the database. Its methods are work in one transaction each, as `reads` and `writes` make them."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections


def reads(
    work: Callable[Concatenate[_R, Connection, _P], _T],
) -> Callable[Concatenate[_R, _P], Coroutine[Any, Any, _T]]:
    """Makes a method of a `Repository` that only reads: it is awaited, without a connection, which `read` gives it.

    It may run in another thread: what it is given must not change meanwhile.
    """

    @wraps(work)
    async def method(self: _R, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return await self._connections.read(lambda connection: work(self, connection, *args, **named))

    return method


def writes(
    work: Callable[Concatenate[_R, Connection, _P], _T],
) -> Callable[Concatenate[_R, _P], Coroutine[Any, Any, _T]]:
    """Makes a method of a `Repository` that writes, as `reads` makes one that reads: all of it stays, or nothing."""

    @wraps(work)
    async def method(self: _R, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return await self._connections.write(lambda connection: work(self, connection, *args, **named))

    return method
