"""Copying a database to another of whatever kind: every row of every table, compared when all of it is there.

# Theory

Both databases are used alone, and the target was empty. It is written in many transactions, since it may be large;
until the last one its version is `COPYING`, which nothing opens (`schema.version.expect_known`), so that a copy broken
off is never taken for a whole one. The guards of the ledger are put away meanwhile: they would move balances that are
copied as they are. The last transaction compares the rows that were read with those that are there, lets ids go on
where they had come to, puts the guards back and sets the version.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, func, insert, literal, select, text, tuple_

from bot.rows.storage_errors import CopyRefused
from bot.storage.backends.base import disable_guards, enable_guards
from bot.storage.database import Database
from bot.storage.privacy.marks import copy_key, find_key
from bot.storage.schema import version as schema_version
from bot.storage.schema.tables import metadata

_AT_ONCE: Final = 1_000


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """A table that was copied.

    Attributes:
        rows: how many.
        digest: SHA-256 of all of them in the order of their key, in hexadecimal digits; the same on both sides.
    """

    name: str
    rows: int
    digest: str


async def copy_database(
    source: Database, target: Database, progress: Callable[[str, int], None] = lambda _table, _rows: None
) -> tuple[CopiedTable, ...]:
    """Copies all rows of a database to another.

    Args:
        source: of this version's schema; used alone.
        target: of the same, and empty; used alone.
        progress: called with the table that is being copied and how many of its rows are there.

    Returns:
        The tables, in the order in which they were copied.

    Raises:
        CopyRefused: the target holds something, or what is there is not what was read; it cannot be opened then.
        StorageError: a database refused; the target cannot be opened.
    """
    await target.connections.write(_begin)
    copied = []
    for table in metadata.sorted_tables:
        read = _Sum()
        async for rows in _chunks(source, table):
            await target.connections.write(_Writing(table, rows))
            read.add(rows)
            progress(table.name, read.rows)
        copied.append(read.of(table))
    ids = await source.connections.read(_given_ids)
    found = []
    for table in metadata.sorted_tables:
        written = _Sum()
        async for rows in _chunks(target, table):
            written.add(rows)
        found.append(written.of(table))
    if found != copied:
        wrong = ", ".join(one.name for one, other in zip(copied, found, strict=True) if one != other)
        raise CopyRefused(f"what was written is not what was read ({wrong}); begin again with an empty database")
    key = await source.connections.read(find_key)
    await target.connections.write(lambda connection: _end(connection, ids, key))
    return tuple(copied)


async def _chunks(database: Database, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    """The rows of a table in the order of its key, some at a time."""
    key: Sequence[Any] | None = None
    while rows := await database.connections.read(_Chunk(table, key)):
        yield rows
        key = [rows[-1][column.name] for column in table.primary_key]


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Reads the next rows of a table in the order of its key."""

    table: Table
    after: Sequence[Any] | None

    def __call__(self, connection: Connection) -> list[dict[str, Any]]:
        return [dict(row) for row in connection.execute(self._statement()).mappings()]

    def _statement(self) -> Select[Any]:
        columns = [column.label(column.name) for column in self.table.columns]
        keys = list(self.table.primary_key)
        statement = select(*columns).order_by(*keys).limit(_AT_ONCE)
        if self.after is None:
            return statement
        after = [literal(value, column.type) for value, column in zip(self.after, keys, strict=True)]
        return statement.where(tuple_(*keys) > tuple_(*after))


@dataclass(frozen=True, slots=True)
class _Writing:
    """Writes rows as they are."""

    table: Table
    rows: Sequence[dict[str, Any]]

    def __call__(self, connection: Connection) -> None:
        keys = {column.name: column.key for column in self.table.columns}
        connection.execute(
            insert(self.table), [{keys[name]: value for name, value in row.items()} for row in self.rows]
        )


class _Sum:
    """Counts rows and hashes them."""

    def __init__(self) -> None:
        self.rows = 0
        self._digest = sha256()

    def add(self, rows: Sequence[dict[str, Any]]) -> None:
        """Adds rows, in the order of their key."""
        self.rows += len(rows)
        for row in rows:
            self._digest.update(json.dumps([*row.values()], default=_plain).encode())

    def of(self, table: Table) -> CopiedTable:
        """Returns what there was."""
        return CopiedTable(table.name, self.rows, self._digest.hexdigest())


def _plain(value: object) -> str:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    raise TypeError(type(value).__name__)


def _begin(connection: Connection) -> None:
    for table in metadata.sorted_tables:
        if connection.execute(select(table).limit(1)).first() is not None:
            raise CopyRefused(f"the target is not empty: its table {table.name} holds something")
    disable_guards(connection, [table.name for table in metadata.sorted_tables])
    schema_version.put(connection, schema_version.COPYING)


def _counted_tables() -> Iterator[tuple[Table, str]]:
    """The tables whose ids the database gives, each with the name of that column."""
    for table in metadata.sorted_tables:
        column = table._autoincrement_column
        if column is not None:
            yield table, column.name


def _given_ids(connection: Connection) -> dict[str, int]:
    """The last id that each of these tables has given, to a row that may be gone."""
    given: dict[str, int] = {}
    for table, name in _counted_tables():
        last = connection.scalar(select(func.max(table.c[name]))) or 0
        if connection.dialect.name == "sqlite":
            asked = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
            counted = connection.scalar(asked, {"name": table.name}) or 0
        else:
            (sequence,) = connection.execute(_SEQUENCE, {"table": table.name, "column": name}).one()
            counted = connection.scalar(text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}"))
        given[table.name] = max(last, counted or 0)
    return given


_SEQUENCE: Final = text("SELECT pg_get_serial_sequence(:table, :column)")


def _end(connection: Connection, ids: dict[str, int], key: bytes | None) -> None:
    if key is not None:
        # It may lie in a file next to the source.
        copy_key(connection, key)
    for table, name in _counted_tables():
        last = ids[table.name]
        if connection.dialect.name != "sqlite":
            given = text("SELECT setval(pg_get_serial_sequence(:table, :column), :last, :called)")
            values = {"table": table.name, "column": name, "last": max(last, 1), "called": last > 0}
            connection.execute(given, values)
        elif table.dialect_options["sqlite"]["autoincrement"]:
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
            connection.execute(
                text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), {"name": table.name, "last": last}
            )
    enable_guards(connection, [table.name for table in metadata.sorted_tables])
    schema_version.put(connection, schema_version.head())
