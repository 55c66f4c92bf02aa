"""The backend for PostgreSQL: a database on a server, which one process or several processes of the bot use.

It needs asyncpg, which is not part of the default install. Writers need no queue: the database locks the row of a table
while a decision about the table is written (`bot.storage.repositories.tables`).
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.rows.storage_errors import BadAddress, ForeignDatabase, InUse, NoPlace, RestoreRefused, Unavailable
from bot.storage.backends.base import NOTICES, CopyNames, Finish, Place, ProcessAccess, Work
from bot.storage.backends.copies import Stop
from bot.storage.backends.postgres_tools import read_dump, write_dump

_T = TypeVar("_T")
_MIGRATION_LOCK = 0x45434152
"""The advisory lock that one process holds while it migrates ("ECAR")."""
_OPTIONS = {"application_name", "host", "port", "ssl", "sslmode"}
_SETTINGS = ("28", "3D")
"""The beginnings of a server's codes for a wrong user or password, and for a missing database."""
_CONNECT_S = 10
_COMMAND_S = 20
"""The client's limit, for an answer that a broken network never brings. It is longer than the server's own limits."""
_LIMITS = {
    # A press that waits for a locked row fails before its player has lost patience.
    "lock_timeout": "4s",
    "statement_timeout": "15s",
    # A process that was stopped in the middle of a write holds its locks for this long. The locks must end before the
    # process is taken for dead (`bot.storage.fence`): otherwise no other process could take its tables over.
    "idle_in_transaction_session_timeout": "10s",
}


class PostgresBackend:
    """A PostgreSQL database: the schema that is first in its search path.

    Args:
        url: the address in libpq's form. `_OPTIONS` lists the options that it may have.
        access: how other processes may use the database meanwhile. For `ALONE` and `SHARED`, one connection holds an
            advisory lock while the process runs.

    Raises:
        ImportError: asyncpg is not installed.
        BadAddress: the address has an unknown option.
    """

    def __init__(self, url: URL, access: ProcessAccess) -> None:
        self._url = url
        address, arguments = _arguments(url)
        # A process that only reads has no time limit: an audit may take long.
        limits = {"lock_timeout": _LIMITS["lock_timeout"]} if access is ProcessAccess.READING else _LIMITS
        settings = {**arguments.pop("server_settings"), **limits}
        arguments |= {"timeout": _CONNECT_S, "server_settings": settings}
        if access is not ProcessAccess.READING:
            arguments["command_timeout"] = _COMMAND_S
        # Parameters are hidden, so that no hand gets into the text of an error.
        self._engine = create_async_engine(address, hide_parameters=True, pool_pre_ping=True, connect_args=arguments)
        # All queries of a reader see the database at one moment.
        self._readers = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._access = access
        single = create_async_engine(address, hide_parameters=True, poolclass=NullPool, connect_args=arguments)
        self._single = single
        self._holds = access in (ProcessAccess.ALONE, ProcessAccess.SHARED)
        self._session = _Session(single, url.database or "", shared=access is ProcessAccess.SHARED)

    async def prepare(self) -> None:
        """See `Backend.prepare`. A schema belongs to this bot if it has the bot's tables or no tables."""
        try:
            if self._holds:
                await self._session.take()
            names, read_only = await self.write(_look)
        except (SQLAlchemyError, OSError) as error:
            state = getattr(getattr(error, "orig", None) or error, "sqlstate", None) or ""
            if state.startswith(_SETTINGS):
                raise NoPlace(f"the database server takes no such user, password or database ({state})") from error
            raise Unavailable(f"the database server cannot be reached ({type(error).__name__})") from error
        if read_only and self._access is not ProcessAccess.READING:
            raise Unavailable("the database server lets nothing be written")
        if names and not {"alembic_version", "tables", "events"} <= names:
            raise ForeignDatabase("the schema holds the tables of another program")

    async def read(self, work: Work[_T]) -> _T:
        """See `Backend.read`."""
        async with self._readers.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[_T]) -> _T:
        """See `Backend.write`."""
        async with (self._readers if self._access is ProcessAccess.READING else self._engine).begin() as connection:
            return await connection.run_sync(work)

    async def beat(self, work: Work[_T]) -> _T:
        """See `Backend.beat`. If the server has closed the connection with the lock, takes the lock again."""
        return await self._session.do(work) if self._holds else await self.write(work)

    def listen(self, heard: Callable[[str], None]) -> None:
        """See `Backend.listen`."""
        self._session.heard = heard

    async def migrate(self, work: Work[_T]) -> _T:
        """See `Backend.migrate`. Statements may take as long as they need."""
        async with self._engine.begin() as connection:
            await connection.execute(text("SET LOCAL statement_timeout = 0"))
            await connection.execute(text("SET LOCAL lock_timeout = 0"))
            await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            return await connection.run_sync(work)

    async def compact(self, names: Iterable[str]) -> None:
        """See `Backend.compact`."""
        async with self._single.connect() as connection:
            alone = await connection.execution_options(isolation_level="AUTOCOMMIT")
            await alone.execute(text("SET statement_timeout = 0"))
            for name in names:
                await alone.execute(text(f'VACUUM (FULL, ANALYZE) "{name}"'))

    @property
    def copies(self) -> CopyNames:
        """See `Backend.copies`."""
        return CopyNames(self._url.database or "postgres", ".dump", None, "pg_dump")

    async def size(self) -> int:
        """See `Backend.size`. Includes all schemas of the database.

        A backup is smaller, because pg_dump compresses it.
        """
        query = text("SELECT pg_database_size(current_database())")
        return int(await self.read(lambda connection: connection.execute(query).scalar_one()))

    async def backup(self, target: Path) -> None:
        """See `Backend.backup`. PostgreSQL's program pg_dump writes the backup."""
        schema = await self.read(lambda connection: connection.execute(text("SELECT current_schema()")).scalar_one())
        stop = Stop()
        try:
            await asyncio.to_thread(write_dump, self._url, str(schema), target, stop)
        except asyncio.CancelledError:
            # The thread would keep the process from ending.
            stop.now()
            raise

    def replace(self, copy: Path, kept_as: str, finish: Finish[_T], *, new: bool) -> tuple[_T, Place]:
        """Always raises `RestoreRefused`: a server's database is restored by PostgreSQL's own programs.

        See `Backend.replace`.
        """
        raise RestoreRefused("a PostgreSQL database is restored by pg_restore or psql, not from here")

    def sibling(self, ending: str) -> None:
        """See `Backend.sibling`."""

    @asynccontextmanager
    async def restore_beside(self, copy: Path, finish: Finish[_T]) -> AsyncIterator[str]:
        """See `Backend.restore_beside`. The new database is on the same server. Does not call `finish`."""
        del finish
        schema = await self.read(lambda connection: connection.execute(text("SELECT current_schema()")).scalar_one())
        name = f"{(self._url.database or 'ecarte')[:40]}_drill_{uuid.uuid4().hex[:8]}"
        # A server creates databases only outside a transaction. The name contains that of our database.
        quoted = '"' + name.replace('"', '""') + '"'
        single = self._single.execution_options(isolation_level="AUTOCOMMIT")
        try:
            async with single.connect() as connection:
                await connection.execute(text(f"CREATE DATABASE {quoted}"))
        except DBAPIError as error:
            raise RestoreRefused(
                f"no database can be made for the drill ({getattr(error.orig, 'sqlstate', 'no code')}): "
                "let the bot's role do so (ALTER ROLE … CREATEDB)"
            ) from error
        stop = Stop()
        try:
            url = self._url.set(database=name)
            await asyncio.to_thread(read_dump, url, str(schema), copy, stop)
            yield url.render_as_string(hide_password=False)
        finally:
            stop.now()
            async with single.connect() as connection:
                await connection.execute(text(f"DROP DATABASE {quoted} WITH (FORCE)"))

    async def dispose(self) -> None:
        """See `Backend.dispose`."""
        await self._session.close()
        await self._engine.dispose()


class _Session:
    """A connection that is kept open and holds the advisory lock, which keeps other processes off the schema.

    Args:
        shared: whether other processes may share the lock.
    """

    def __init__(self, engine: AsyncEngine, name: str, *, shared: bool) -> None:
        self.heard: Callable[[str], None] | None = None
        self._engine = engine
        self._name = name
        self._lock = text(f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}(:key, hashtext(current_schema()))")
        self._listens = False
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()

    async def take(self) -> None:
        """Connects and takes the lock.

        Raises:
            InUse: another process holds it.
        """
        connection = await self._engine.connect()
        try:
            async with connection.begin():
                has_lock = await connection.scalar(self._lock, {"key": _MIGRATION_LOCK})
            if not has_lock:
                raise InUse(self._name)
        except BaseException:
            await connection.close()
            raise
        self._connection, self._listens = connection, False

    async def do(self, work: Work[_T]) -> _T:
        """Does work on the connection.

        Raises:
            InUse: the connection was lost, and another process has taken the lock since.
        """
        async with self._turn:
            if self._connection is None or self._connection.invalidated:
                await self.close()
                await self.take()
            assert self._connection is not None
            if self.heard is not None and not self._listens:
                raw = (await self._connection.get_raw_connection()).driver_connection
                assert raw is not None
                await raw.add_listener(NOTICES, self._hear)
                self._listens = True
            async with self._connection.begin():
                return await self._connection.run_sync(work)

    def _hear(self, _connection: object, _process: int, _channel: str, notice: object) -> None:
        if self.heard is not None:
            self.heard(str(notice))

    async def close(self) -> None:
        """Ends the connection, and the lock with it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
        await self._engine.dispose()


def _arguments(url: URL) -> tuple[URL, dict[str, Any]]:
    """Splits an address into the address that the driver understands, and arguments for the other options.

    Raises:
        BadAddress: the address has an unknown option.
    """
    options = dict(url.query)
    if unknown := sorted(options.keys() - _OPTIONS):
        raise BadAddress(f"the address of a server knows the options {', '.join(sorted(_OPTIONS))}, not {unknown[0]!r}")
    arguments: dict[str, Any] = {"server_settings": {}}
    if "application_name" in options:
        arguments["server_settings"]["application_name"] = options.pop("application_name")
    if mode := options.pop("sslmode", None):
        options["ssl"] = mode
    return url.set(drivername="postgresql+asyncpg", query=options), arguments


def _look(connection: Connection) -> tuple[set[str], bool]:
    names = set(inspect(connection).get_table_names())
    return names, connection.execute(text("SHOW transaction_read_only")).scalar_one() == "on"
