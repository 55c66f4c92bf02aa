"""The interface of a kind of database, and the parts that all kinds share. Knows no table of ours, no rule of the game.

The two kinds are `bot.storage.backends.sqlite` (a file next to the bot, the default) and
`bot.storage.backends.postgres` (a server). Work is a plain function of a SQLAlchemy connection. A backend runs it in
one transaction and does not hold up the event loop.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from sqlalchemy import BigInteger, Connection, Insert, Sequence, Table, case, cast, func, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.rows.storage_errors import Away, Busy, Failed, StorageError, Unavailable

_T = TypeVar("_T")
NOTICES = "ecarte"
"""The channel of notices."""
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")
DATABASE_NOW: Final = cast(func.floor(func.extract("epoch", func.clock_timestamp()) * 1000), BigInteger)
"""The time by a server's clock, in epoch milliseconds."""
_TURN = text("SELECT pg_advisory_xact_lock(:key)")

Finish = Callable[[Connection, Connection | None], _T]
"""Completes a copy. The second connection reads the database that the copy replaces; None if that cannot be read, or
does not exist."""
Work = Callable[[Connection], _T]
"""A function that runs in a transaction. It must not keep the connection, and may run in another thread."""


class ProcessAccess(Enum):
    """How a process means to use a database."""

    ALONE = "alone"
    """Keeps out every other process that asks to be alone or to share."""
    SHARED = "shared"
    """Keeps out every process that asks to be alone. Other processes may share the database with this one."""
    BESIDE = "beside"
    """Reads and writes, whatever other processes run."""
    READING = "reading"
    """Only reads, whatever other processes run."""


class CopyNames(NamedTuple):
    """The parts of the names of a database's backups.

    Attributes:
        name: the beginning of each name, that of the database. A date may follow it.
        suffix: the end of each name.
        folder: the folder of the database; None if the database is on a server.
        program: the program that writes the backups; empty if the bot writes them itself.
    """

    name: str
    suffix: str
    folder: Path | None
    program: str


class Place(NamedTuple):
    """The place of a restored database.

    Attributes:
        path: the restored file.
        kept_as: the new name of the file that was replaced; None if no file was there.
    """

    path: Path
    kept_as: Path | None


class Backend(Protocol):
    """A database that is open."""

    async def prepare(self) -> None:
        """Makes sure that the database exists, that it belongs to this bot and that it can be written.

        Raises:
            Unavailable: the database cannot be reached or written.
            ForeignDatabase: the database belongs to another program.
            InUse: another process keeps this one out.
        """

    async def read(self, work: Work[_T]) -> _T:
        """Does work that only reads. All its queries see the database at one moment."""

    async def write(self, work: Work[_T]) -> _T:
        """Does work that writes. If the work raises, nothing that it wrote stays."""

    async def beat(self, work: Work[_T]) -> _T:
        """Does a small work as `write` does. On a server it uses the connection that shows that this process runs."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Calls a function with each notice of the other processes, from the next `beat` on. A file has no notices."""

    async def migrate(self, work: Work[_T]) -> _T:
        """Does work that changes the schema, as `write` does. Only one process at a time does such work."""

    @property
    def copies(self) -> CopyNames:
        """The parts of the names of the database's backups."""

    async def size(self) -> int:
        """The size of the database, in bytes."""

    async def compact(self, names: Iterable[str]) -> None:
        """Gives the space of deleted rows of these tables back to the disk. A file is always compacted as a whole."""

    async def backup(self, target: Path) -> None:
        """Writes a copy of the whole database as it is at one moment.

        Raises:
            BackupRefused: the target exists or cannot be written, or the program that writes backups is missing.
        """

    def replace(self, copy: Path, kept_as: str, finish: Finish[_T], *, new: bool) -> tuple[_T, Place]:
        """Puts a copy in the place of the closed database; see `replacing.replace_database`.

        Raises:
            RestoreRefused: this kind of database is restored by its own tools, or the copy cannot be used.
        """

    def sibling(self, ending: str) -> Path | None:
        """Returns the file next to the database whose name has this ending; None if the database is no file."""

    def restore_beside(self, copy: Path, finish: Finish[_T]) -> AbstractAsyncContextManager[str]:
        """Restores a copy to a new database next to this one, yields its address, and removes it at the end.

        Raises:
            StorageError: the copy cannot be used, or there is no room or right for another database.
        """

    async def dispose(self) -> None:
        """Ends all connections."""


def upsert(connection: Connection, table: Table, *rows: Mapping[str, Any]) -> None:
    """Inserts rows; a stored row with the same key gets the new values. All rows name the same columns."""
    if rows:
        connection.execute(_upsert(connection.dialect.name, table, tuple(rows[0])), rows)


def upsert_sums(
    connection: Connection,
    table: Table,
    sums: Iterable[str],
    latest: Iterable[str] = (),
    earliest: Iterable[str] = (),
) -> Insert:
    """Returns the statement that inserts a row, or adds it to the stored row with the same key.

    Args:
        sums: columns whose values are added.
        latest: columns that keep the greater value.
        earliest: columns that keep the smaller value.
    """
    return _upsert_sums(connection.dialect.name, table, tuple(sums), tuple(latest), tuple(earliest))


def insert_new(connection: Connection, table: Table) -> Insert:
    """Returns the statement that inserts a row if no row has its key. Its `rowcount` says whether it did.

    The statement waits for another transaction that inserts the same row, and so settles a race without an error.
    """
    return _insert_new(connection.dialect.name, table)


def next_id(connection: Connection, table: Table) -> int:
    """Returns the id for the next row of a table, inside a `Backend.write`."""
    (column,) = table.primary_key
    # A file has one writer at a time. A server's writers do not wait for each other, so its sequence counts for them.
    next_number = func.coalesce(func.max(column), 0) + 1
    if connection.dialect.name != "sqlite":
        next_number = Sequence(f"{table.name}_{column.name}_seq").next_value()
    row_id: int = connection.execute(select(next_number)).scalar_one()
    return row_id


def wait_for_turns(connection: Connection, keys: Iterable[int]) -> None:
    """Takes some turns until the transaction ends. Waits while another transaction has one of them.

    A writer that counts rows first takes the turn of the person or server whose rows it counts. A file has one writer
    at a time anyway.

    Args:
        keys: ids of people or servers.
    """
    if connection.dialect.name != "sqlite":
        # All writers take turns in the same order, so that no two wait for each other.
        for key in sorted(keys):
            connection.execute(_TURN, {"key": key})


def notify(connection: Connection, notice: str) -> None:
    """Sends a notice to all processes that listen, once the transaction has ended. A file has no listeners."""
    if connection.dialect.name != "sqlite":
        connection.execute(_NOTIFY, {"channel": NOTICES, "notice": notice})


def disable_guards(connection: Connection, names: Iterable[str]) -> None:
    """Stops the triggers of these tables until `enable_guards`."""
    if connection.dialect.name == "sqlite":
        # SQLite can only drop triggers, so their texts are stored in a table meanwhile.
        connection.exec_driver_sql("CREATE TABLE put_away AS SELECT sql FROM sqlite_master WHERE type = 'trigger'")
        for name in trigger_names(connection):
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    else:
        for name in names:
            connection.exec_driver_sql(f"ALTER TABLE {name} DISABLE TRIGGER USER")


def enable_guards(connection: Connection, names: Iterable[str]) -> None:
    """Starts the triggers of these tables again."""
    if connection.dialect.name == "sqlite":
        for statement in connection.scalars(text("SELECT sql FROM put_away")).all():
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("DROP TABLE put_away")
    else:
        for name in names:
            connection.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER USER")


def trigger_names(connection: Connection) -> frozenset[str]:
    """Returns the names of all active triggers of the database."""
    if connection.dialect.name == "sqlite":
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
    return frozenset(connection.scalars(text(query)))


@cache
def _insert_new(dialect: str, table: Table) -> Insert:
    return _insert(dialect, table).on_conflict_do_nothing()


# Cached, because SQLAlchemy copies every column of the table for `excluded`, in reference cycles that only a full
# collection frees.
@cache
def _upsert_sums(
    dialect: str, table: Table, sums: tuple[str, ...], latest: tuple[str, ...], earliest: tuple[str, ...]
) -> Insert:
    statement = _insert(dialect, table)
    new = statement.excluded
    changes: dict[str, Any] = {name: table.c[name] + new[name] for name in sums}
    changes |= {name: case((new[name] > table.c[name], new[name]), else_=table.c[name]) for name in latest}
    changes |= {name: case((new[name] < table.c[name], new[name]), else_=table.c[name]) for name in earliest}
    return statement.on_conflict_do_update(index_elements=[key.name for key in table.primary_key], set_=changes)


@cache
def _upsert(dialect: str, table: Table, columns: tuple[str, ...]) -> Insert:
    keys = [column.name for column in table.primary_key]
    statement = _insert(dialect, table)
    return statement.on_conflict_do_update(
        index_elements=keys, set_={name: statement.excluded[name] for name in columns if name not in keys}
    )


def _insert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    # Both kinds write ON CONFLICT in the same way, but only their own constructs have it.
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


_BUSY = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "40001", "40P01", "55P03"),
    # `statement_timeout` on a server.
    "57014",
)
_NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "53100")
_UNAVAILABLE = (
    *("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_NOTADB"),
)
_LOST = ("08", "57P", "ConnectionDoesNotExistError")
"""A server's codes for a lost connection, and for a server that starts or stops."""


def translate_error(error: SQLAlchemyError | sqlite3.Error | OSError) -> StorageError:
    """Returns our error for a driver's error, by its code alone, because the driver's text may quote a row.

    Raise it from the driver's error: `logs.trace_of` logs the type of a cause, never its text.
    """
    if isinstance(error, PoolTimeout):
        return Busy("no connection became free")
    if isinstance(error, OSError):
        return Away(f"the database cannot be reached ({type(error).__name__})")
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return Away("the connection to the database was lost")
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or type(cause).__name__
    if code.startswith(_BUSY):
        return Busy(code)
    if code in _NO_ROOM:
        return Unavailable(f"there is no room on the disk of the database ({code}): make some")
    if code.startswith(_LOST):
        return Away(f"the connection to the database was lost ({code})")
    if code.startswith(_UNAVAILABLE):
        return Unavailable(f"the database cannot be read or written ({code})")
    return Failed(code)
