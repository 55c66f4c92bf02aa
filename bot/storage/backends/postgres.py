"""PostgreSQL: everything that is said to it alone, for houses that outgrow one machine. No rule of the game.

It needs asyncpg, which the default install leaves out. Writers need no queue here: the row of a table is locked while a
decision about it is written (`bot.storage.repositories.tables`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.backends.base import Work
from bot.storage.errors import BackupRefused, ForeignDatabase, Unavailable

__all__ = ["PostgresBackend"]

_T = TypeVar("_T")
_MIGRATION_LOCK = 0x45434152
"""The advisory lock that one process holds while it migrates ("ECAR")."""


class PostgresBackend:
    """A database on a server, in the schema that its search path names first.

    Raises:
        ImportError: asyncpg is not installed.
    """

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            # A hand must not get into the text of an error.
            hide_parameters=True,
            pool_pre_ping=True,
        )
        # All queries of a reader see one moment.
        self._readers = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def prepare(self) -> None:
        """See `Backend.prepare`: ours is a schema that holds our log, or one without any table."""
        try:
            names, read_only = await self.write(_look)
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable(f"the database server cannot be reached ({type(error).__name__})") from None
        if read_only:
            raise Unavailable("the database server lets nothing be written")
        if names and not {"alembic_version", "tables", "events"} <= names:
            raise ForeignDatabase("the schema holds the tables of another program")

    async def read(self, work: Work[_T]) -> _T:
        """See `Backend.read`."""
        async with self._readers.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[_T]) -> _T:
        """See `Backend.write`."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def migrate(self, work: Work[_T]) -> _T:
        """See `Backend.migrate`."""
        async with self._engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            return await connection.run_sync(work)

    async def backup(self, target: Path) -> None:
        """See `Backend.backup`: refused, since a server is copied by its own tools."""
        raise BackupRefused("a PostgreSQL database is backed up by pg_dump, not from here")

    async def dispose(self) -> None:
        """See `Backend.dispose`."""
        await self._engine.dispose()


def _look(connection: Connection) -> tuple[set[str], bool]:
    names = set(inspect(connection).get_table_names())
    return names, connection.execute(text("SHOW transaction_read_only")).scalar_one() == "on"
