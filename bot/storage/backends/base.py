"""The interface `Backend` of a kind of database, and the functions that both kinds share.

The two kinds are `bot.storage.backends.sqlite` (a file next to the bot, the default) and
`bot.storage.backends.postgres` (a server). All work on the database is a plain function that gets a SQLAlchemy
connection. A backend runs this function in one transaction, without blocking the event loop. This module knows none of
the bot's tables and no rule of the game.
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
"""The name of PostgreSQL's channel through which the bot's processes send each other notices."""
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")
DATABASE_NOW: Final = cast(func.floor(func.extract("epoch", func.clock_timestamp()) * 1000), BigInteger)
"""An SQL expression for the present moment by the clock of a PostgreSQL server, in epoch milliseconds."""
_TURN = text("SELECT pg_advisory_xact_lock(:key)")

Finish = Callable[[Connection, Connection | None], _T]
"""A function that completes a restored copy of a database. It is called before the copy replaces the present database.

The first argument is a connection to the copy. The second is a connection to the present database; None if that
database cannot be read or does not exist."""
Work = Callable[[Connection], _T]
"""A function that runs in a transaction. It must not keep the connection, and may run in another thread."""


class ProcessAccess(Enum):
    """How a process uses a database while other processes may use it, too."""

    ALONE = "alone"
    """This process reads and writes. Other processes cannot open the database as `ALONE` or `SHARED` meanwhile."""
    SHARED = "shared"
    """This process reads and writes. Others may open the database as `SHARED` meanwhile, but not as `ALONE`."""
    BESIDE = "beside"
    """This process reads and writes, whether or not other processes use the database."""
    READING = "reading"
    """This process only reads, whether or not other processes use the database."""


class CopyNames(NamedTuple):
    """How the files with backups of a database are named, and which program writes them.

    Attributes:
        name: the beginning of each name, which is the name of the database. A date may follow it.
        suffix: the end of each name.
        folder: the folder of the database; None if the database is on a server.
        program: the program that writes the backups; empty if the bot writes them itself.
    """

    name: str
    suffix: str
    folder: Path | None
    program: str


class Place(NamedTuple):
    """Where a restored database is, and where the replaced one is.

    Attributes:
        path: the restored file.
        kept_as: the renamed file of the replaced database; None if no database was replaced.
    """

    path: Path
    kept_as: Path | None


class Backend(Protocol):
    """The interface of an open database, which is the same for SQLite and PostgreSQL."""

    async def prepare(self) -> None:
        """Makes sure that the database exists, that it belongs to this bot, and that the bot can write to it.

        Raises:
            Unavailable: the database cannot be reached or written.
            ForeignDatabase: the database belongs to another program.
            InUse: another process uses the database, and does not allow this process to use it, too.
        """

    async def read(self, work: Work[_T]) -> _T:
        """Runs a function that only reads, in one transaction: all its queries see the database at the same moment."""

    async def write(self, work: Work[_T]) -> _T:
        """Runs a function that writes, in one transaction.

        If the function raises an error, nothing that it wrote is stored.
        """

    async def beat(self, work: Work[_T]) -> _T:
        """Runs a short function that writes, such as a heartbeat, in one transaction; see `write`.

        On PostgreSQL, uses the connection that holds this process's lock, and so notices if the lock was lost.
        """

    def listen(self, heard: Callable[[str], None]) -> None:
        """Sets the function that is called with each notice of the bot's other processes, from the next `beat` on.

        Only PostgreSQL has notices. On SQLite the function is never called.
        """

    async def migrate(self, work: Work[_T]) -> _T:
        """Runs a function that changes the schema, in one transaction. Only one process at a time can do this."""

    @property
    def copies(self) -> CopyNames:
        """How the files with backups of this database are named."""

    async def size(self) -> int:
        """The size of the database, in bytes."""

    async def compact(self, names: Iterable[str]) -> None:
        """Gives the disk space of deleted rows in the named tables back to the system.

        On SQLite, compacts the whole file.
        """

    async def backup(self, target: Path) -> None:
        """Writes a backup of the whole database to a new file. The backup shows the database at one moment.

        Raises:
            BackupRefused: the target exists or cannot be written, or the program that writes backups is missing.
        """

    def replace(self, copy: Path, kept_as: str, finish: Finish[_T], *, new: bool) -> tuple[_T, Place]:
        """Replaces the closed database by a copy, such as a backup; see `replacing.replace_database`.

        Raises:
            RestoreRefused: the copy cannot be used, or the database is on a server, whose own programs restore it.
        """

    def sibling(self, ending: str) -> Path | None:
        """Returns the path of the database file with an ending added to its name; None if the database is no file."""

    def restore_beside(self, copy: Path, finish: Finish[_T]) -> AbstractAsyncContextManager[str]:
        """Restores a copy to a new database, and yields the address of the new one. This database does not change.

        At the end, deletes the new database.

        Raises:
            StorageError: the copy cannot be used, or there is no room for another database or no right to create one.
        """

    async def dispose(self) -> None:
        """Closes all connections to the database."""


def upsert(connection: Connection, table: Table, *rows: Mapping[str, Any]) -> None:
    """Inserts rows into a table. If a stored row has the same key, it gets the new values instead.

    All rows must have the same columns.
    """
    if rows:
        connection.execute(_upsert(connection.dialect.name, table, tuple(rows[0])), rows)


def upsert_sums(
    connection: Connection,
    table: Table,
    sums: Iterable[str],
    latest: Iterable[str] = (),
    earliest: Iterable[str] = (),
) -> Insert:
    """Returns the statement that inserts a row of sums, or adds them to the stored row with the same key.

    Args:
        sums: the columns whose values are added.
        latest: the columns that keep the greater of both values.
        earliest: the columns that keep the smaller of both values.
    """
    return _upsert_sums(connection.dialect.name, table, tuple(sums), tuple(latest), tuple(earliest))


def insert_new(connection: Connection, table: Table) -> Insert:
    """Returns the statement that inserts a row, unless a stored row has the same key.

    The `rowcount` of its result is 1 if the row was inserted, else 0. If another transaction is inserting a row with
    this key, the statement waits for it. So two writers can race without an error.
    """
    return _insert_new(connection.dialect.name, table)


def next_id(connection: Connection, table: Table) -> int:
    """Returns the id for the next row of a table. Call this inside a `Backend.write`."""
    (column,) = table.primary_key
    # A file has one writer at a time. A server's writers do not wait for each other, so its sequence counts for them.
    next_number = func.coalesce(func.max(column), 0) + 1
    if connection.dialect.name != "sqlite":
        next_number = Sequence(f"{table.name}_{column.name}_seq").next_value()
    row_id: int = connection.execute(select(next_number)).scalar_one()
    return row_id


def wait_for_turns(connection: Connection, keys: Iterable[int]) -> None:
    """Locks some people or servers until the transaction ends.

    Waits while another transaction has locked one of them. A transaction that counts the rows of a person or a server
    calls this first. So no other transaction that calls this adds such rows meanwhile. Only PostgreSQL needs the locks:
    SQLite has one writer at a time.

    Args:
        keys: the ids of the people or servers.
    """
    if connection.dialect.name != "sqlite":
        # All writers take turns in the same order, so that no two wait for each other.
        for key in sorted(keys):
            connection.execute(_TURN, {"key": key})


def notify(connection: Connection, notice: str) -> None:
    """Sends a notice to the bot's other processes once the transaction is committed. On SQLite, does nothing."""
    if connection.dialect.name != "sqlite":
        connection.execute(_NOTIFY, {"channel": NOTICES, "notice": notice})


def disable_guards(connection: Connection, names: Iterable[str]) -> None:
    """Disables the triggers of the named tables (on SQLite, all triggers), until `enable_guards` is called."""
    if connection.dialect.name == "sqlite":
        # SQLite can only drop triggers, so their texts are stored in a table meanwhile.
        connection.exec_driver_sql("CREATE TABLE put_away AS SELECT sql FROM sqlite_master WHERE type = 'trigger'")
        for name in trigger_names(connection):
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    else:
        for name in names:
            connection.exec_driver_sql(f"ALTER TABLE {name} DISABLE TRIGGER USER")


def enable_guards(connection: Connection, names: Iterable[str]) -> None:
    """Enables the triggers again that `disable_guards` has disabled."""
    if connection.dialect.name == "sqlite":
        for statement in connection.scalars(text("SELECT sql FROM put_away")).all():
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("DROP TABLE put_away")
    else:
        for name in names:
            connection.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER USER")


def trigger_names(connection: Connection) -> frozenset[str]:
    """Returns the names of all enabled triggers in the database."""
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
    """Converts an error of the database's driver to a `StorageError`.

    Leaves out the driver's text, which may quote a row. You may raise the result `from` the driver's error:
    `logs.trace_of` logs only the type of a cause, never its text.
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
