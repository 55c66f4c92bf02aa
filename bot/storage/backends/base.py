"""The interface of a kind of database, and the parts that all kinds share. Knows no table of ours, no rule of the game.

The two kinds are `bot.storage.backends.sqlite` (a file next to the bot, the default) and
`bot.storage.backends.postgres` (a server). Work is a plain function over a SQLAlchemy connection; a backend runs the
whole of it in one transaction and does not hold up the event loop.
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
"""Completes a copy, given the database that it replaces as well; None: that one cannot be read, or there is none."""
Work = Callable[[Connection], _T]
"""Something done in a transaction. It must not keep the connection, and may run in another thread."""


class ProcessAccess(Enum):
    """How a process means to use a database."""

    ALONE = "alone"
    """Keeps every other process that asks for the same out."""
    SHARED = "shared"
    """Keeps out every process that asks to be alone; others that ask for the same may run at the same time."""
    BESIDE = "beside"
    """Reads and writes, and looks after no other process."""
    READING = "reading"
    """Writes nothing, whatever else runs."""


class CopyNames(NamedTuple):
    """How backups of a database are called.

    Attributes:
        name: of the database; a date may follow.
        suffix: the end of the name.
        beside: the folder of the database; None: it is on a server.
        program: what writes them; empty: the bot itself.
    """

    name: str
    suffix: str
    beside: Path | None
    program: str


class Place(NamedTuple):
    """Where a restored database is.

    Attributes:
        path: its file.
        kept_as: the file that it replaced, by its new name, if there was one.
    """

    path: Path
    kept_as: Path | None


class Backend(Protocol):
    """A database that is open."""

    async def prepare(self) -> None:
        """Makes sure that there is a database, that it is ours and that it can be written.

        Raises:
            Unavailable: it cannot be reached or written.
            ForeignDatabase: it belongs to something else.
            InUse: it is to be used alone, and another process does so.
        """

    async def read(self, work: Work[_T]) -> _T:
        """Does work that only reads; all that it asks is answered from one moment."""

    async def write(self, work: Work[_T]) -> _T:
        """Does work that writes; it stays if the work ends well, and else nothing of it."""

    async def beat(self, work: Work[_T]) -> _T:
        """Does a small work as `write` does; with a server, on the connection that shows that this process runs."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Calls a function with each notice of the other processes, from the next `beat` on; with a file, never."""

    async def migrate(self, work: Work[_T]) -> _T:
        """Does work that changes the schema, as `write` does, and while no other process does the like."""

    @property
    def copies(self) -> CopyNames:
        """How backups of the database are called."""

    async def size(self) -> int:
        """The size of the database, in bytes."""

    async def compact(self, names: Iterable[str]) -> None:
        """Gives the room of what was deleted in these tables back to the disk; a file is emptied as a whole."""

    async def backup(self, target: Path) -> None:
        """Writes a copy of the whole database as it is at one moment.

        Raises:
            BackupRefused: the target exists or cannot be written, or a program that it takes is missing.
        """

    def replace(self, copy: Path, kept_as: str, finish: Finish[_T], *, new: bool) -> tuple[_T, Place]:
        """Puts a copy in the place of the database, which is closed; see `replacing.replace_database`.

        Raises:
            RestoreRefused: this kind of database has its own tools for it, or the copy is not fit.
        """

    def beside(self, ending: str) -> Path | None:
        """Returns the name of the file next to the database with this ending; None: the database is no file."""

    def restore_beside(self, copy: Path, finish: Finish[_T]) -> AbstractAsyncContextManager[str]:
        """Restores a copy next to the database, gives the address of the new one, and removes that at the end.

        Raises:
            StorageError: the copy is not fit, or there is no room or right for another database.
        """

    async def dispose(self) -> None:
        """Ends all connections."""


def upsert(connection: Connection, table: Table, *rows: Mapping[str, Any]) -> None:
    """Puts each row where none of its key is, and else writes over that one's other columns; all name the same ones."""
    if rows:
        connection.execute(_upsert(connection.dialect.name, table, tuple(rows[0])), rows)


def upsert_sums(
    connection: Connection,
    table: Table,
    sums: Iterable[str],
    latest: Iterable[str] = (),
    earliest: Iterable[str] = (),
) -> Insert:
    """The statement that puts a row where none of its key is, and else adds to that one's columns.

    Args:
        sums: columns to which the row's are added.
        latest: columns that keep the greater value.
        earliest: columns that keep the smaller value.
    """
    return _upsert_sums(connection.dialect.name, table, tuple(sums), tuple(latest), tuple(earliest))


def insert_new(connection: Connection, table: Table) -> Insert:
    """The statement that puts a row where none of its key is, and else nothing: its `rowcount` tells which.

    It waits for another transaction that is about to put the same row, and so settles a race without an error.
    """
    return _insert_new(connection.dialect.name, table)


def next_id(connection: Connection, table: Table) -> int:
    """The id of the next row of a table, before it is written. Within a `Backend.write`."""
    (column,) = table.primary_key
    # A server's writers do not wait for each other, so it counts for them; of a file, one writes at a time.
    last = func.coalesce(func.max(column), 0) + 1
    asked = last if connection.dialect.name == "sqlite" else Sequence(f"{table.name}_{column.name}_seq").next_value()
    found: int = connection.execute(select(asked)).scalar_one()
    return found


def wait_for_turns(connection: Connection, keys: Iterable[int]) -> None:
    """Waits until no other transaction has any of these turns, and keeps them until this one ends.

    A writer that counts first takes the turn of what is counted. Of a file, one writes at a time anyway.

    Args:
        keys: ids of people or servers.
    """
    if connection.dialect.name != "sqlite":
        # In one order for all, so that no two wait for each other.
        for key in sorted(keys):
            connection.execute(_TURN, {"key": key})


def notify(connection: Connection, notice: str) -> None:
    """Sends a notice to all processes that listen, once the transaction has ended; with a file, to none."""
    if connection.dialect.name != "sqlite":
        connection.execute(_NOTIFY, {"channel": NOTICES, "notice": notice})


def disable_guards(connection: Connection, names: Iterable[str]) -> None:
    """Lets rows of these tables be written without what triggers would do, until `enable_guards`."""
    if connection.dialect.name == "sqlite":
        # SQLite can only drop them: the text of each is kept next to the tables.
        connection.exec_driver_sql("CREATE TABLE put_away AS SELECT sql FROM sqlite_master WHERE type = 'trigger'")
        for name in trigger_names(connection):
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    else:
        for name in names:
            connection.exec_driver_sql(f"ALTER TABLE {name} DISABLE TRIGGER USER")


def enable_guards(connection: Connection, names: Iterable[str]) -> None:
    """Lets the triggers of these tables do again what they should."""
    if connection.dialect.name == "sqlite":
        for statement in connection.scalars(text("SELECT sql FROM put_away")).all():
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("DROP TABLE put_away")
    else:
        for name in names:
            connection.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER USER")


def trigger_names(connection: Connection) -> frozenset[str]:
    """The names of all triggers of the database."""
    if connection.dialect.name == "sqlite":
        asked = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        asked = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
    return frozenset(connection.scalars(text(asked)))


@cache
def _insert_new(dialect: str, table: Table) -> Insert:
    return _insert(dialect, table).on_conflict_do_nothing()


# Made once for each: SQLAlchemy copies every column of the table for `excluded`, in cycles that only a full collection
# ends.
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
    # Both kinds know ON CONFLICT, in the same words; only these constructs of theirs can say it.
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


_BUSY = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "40001", "40P01", "55P03"),
    # A server's limit for a statement.
    "57014",
)
_NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "53100")
_UNAVAILABLE = (
    *("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_NOTADB"),
)
_LOST = ("08", "57P", "ConnectionDoesNotExistError")
"""Of a server: the connection is lost, or the server ends or begins."""


def translate_error(error: SQLAlchemyError | sqlite3.Error | OSError) -> StorageError:
    """Returns our error for a driver's, by code alone: the driver's text may quote a row.

    Raise it from the driver's: `logs.trace_of` writes the kind of a cause, and never its text.
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
