"""Copies a database to another one, which may be of another kind, and compares all rows at the end.

# Theory

Only the caller's process uses the two databases, and the target is empty. A database may be large, so the rows are
written to the target in many transactions. Until the last transaction, the stored version of the target is `COPYING`.
No process opens a database with this version (`schema.version.expect_known`), so an interrupted copy is never mistaken
for a complete one. The triggers of the ledger are disabled meanwhile: they would change the balances, which are copied
with their values. At the end all rows of the target are read and compared with those of the source. The last
transaction then sets the next id of each table to that of the source, enables the triggers and stores the version.
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
    """A table of the database whose rows were copied.

    Attributes:
        rows: the number of rows.
        digest: SHA-256 of all rows in the order of their key, in hexadecimal digits. It is the same in both databases.
    """

    name: str
    rows: int
    digest: str


async def copy_database(
    source: Database, target: Database, progress: Callable[[str, int], None] = lambda _table, _rows: None
) -> tuple[CopiedTable, ...]:
    """Copies all rows of a database to an empty one.

    Args:
        source: a database with this version's schema, which only this process uses.
        target: an empty database with the same schema, which only this process uses.
        progress: is called with the name of the current table and the number of its rows that were copied so far.

    Returns:
        The copied tables, in the order in which they were copied.

    Raises:
        CopyRefused: the target is not empty, or the rows of the two differ at the end. The bot cannot open the target
            then.
        StorageError: one of the databases has refused a statement. The bot cannot open the target then.
    """
    await target.connections.write(_begin)
    source_tables = []
    for table in metadata.sorted_tables:
        source_sum = _Sum()
        async for rows in _chunks(source, table):
            await target.connections.write(_Writing(table, rows))
            source_sum.add(rows)
            progress(table.name, source_sum.rows)
        source_tables.append(source_sum.of(table))
    ids = await source.connections.read(_last_ids)
    target_tables = []
    for table in metadata.sorted_tables:
        target_sum = _Sum()
        async for rows in _chunks(target, table):
            target_sum.add(rows)
        target_tables.append(target_sum.of(table))
    if target_tables != source_tables:
        wrong = ", ".join(one.name for one, other in zip(source_tables, target_tables, strict=True) if one != other)
        raise CopyRefused(
            f"the rows of the target differ from the source ({wrong}); begin again with an empty database"
        )
    key = await source.connections.read(find_key)
    await target.connections.write(lambda connection: _end(connection, ids, key))
    return tuple(source_tables)


async def _chunks(database: Database, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    """Yields the rows of a table in the order of its key, `_AT_ONCE` at a time."""
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
    """Writes rows without changing them."""

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
        """Returns the table with the number and the digest of the rows."""
        return CopiedTable(table.name, self.rows, self._digest.hexdigest())


def _plain(value: object) -> str:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    raise TypeError(type(value).__name__)


def _begin(connection: Connection) -> None:
    for table in metadata.sorted_tables:
        if connection.execute(select(table).limit(1)).first() is not None:
            raise CopyRefused(f"the target is not empty: its table {table.name} has rows")
    disable_guards(connection, [table.name for table in metadata.sorted_tables])
    schema_version.put(connection, schema_version.COPYING)


def _numbered_tables() -> Iterator[tuple[Table, str]]:
    """Yields the tables whose ids the database assigns, each with the name of the id's column."""
    for table in metadata.sorted_tables:
        column = table._autoincrement_column
        if column is not None:
            yield table, column.name


def _last_ids(connection: Connection) -> dict[str, int]:
    """Returns the last id that the database assigned in each of these tables, even if that row was deleted."""
    ids: dict[str, int] = {}
    for table, name in _numbered_tables():
        highest = connection.scalar(select(func.max(table.c[name]))) or 0
        if connection.dialect.name == "sqlite":
            query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
            last = connection.scalar(query, {"name": table.name}) or 0
        else:
            (sequence,) = connection.execute(_SEQUENCE, {"table": table.name, "column": name}).one()
            last = connection.scalar(text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}"))
        ids[table.name] = max(highest, last or 0)
    return ids


_SEQUENCE: Final = text("SELECT pg_get_serial_sequence(:table, :column)")


def _end(connection: Connection, ids: dict[str, int], key: bytes | None) -> None:
    if key is not None:
        # The key may be in a file next to the source.
        copy_key(connection, key)
    for table, name in _numbered_tables():
        last = ids[table.name]
        if connection.dialect.name != "sqlite":
            statement = text("SELECT setval(pg_get_serial_sequence(:table, :column), :last, :called)")
            values = {"table": table.name, "column": name, "last": max(last, 1), "called": last > 0}
            connection.execute(statement, values)
        elif table.dialect_options["sqlite"]["autoincrement"]:
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
            connection.execute(
                text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), {"name": table.name, "last": last}
            )
    enable_guards(connection, [table.name for table in metadata.sorted_tables])
    schema_version.put(connection, schema_version.head())
