"""A database that owes time to its tables is sound for every SQLite, in today's form and in that of
earlier releases.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.backups import BackupFolder, Backups
from bot.rows.outages import Outage
from bot.rows.storage_errors import RestoreRefused
from bot.storage import Database, restore
from tests.bot.storage.making import opened
from tests.bot.storage.older import as_of
from tests.support.database import open_database

AWAY = Outage(since=1_000, until=61_000)
NOW = 1_800_000_000_000
BEFORE = "0014"
"""The last schema in which the key of `outage_credits` was not in its first columns."""


async def _owing(path: Path) -> int:
    """Makes a database in which one table is owed an outage. Returns the table's id."""
    async with await open_database(path) as database:
        row = await opened(database)
        await database.recovery.add_outage(AWAY)
        return row.id


def _asked(path: Path, question: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


async def test_every_table_in_the_order_of_its_key_has_the_key_in_its_first_columns(path: Path) -> None:
    await _owing(path)
    for name, sql in _asked(path, "SELECT name, sql FROM sqlite_master WHERE type = 'table'"):
        if "WITHOUT ROWID" in sql:
            places = [row[5] for row in _asked(path, f"PRAGMA table_info({name})")]
            assert places[: max(places)] == list(range(1, max(places) + 1)), name


async def test_sqlite_itself_finds_nothing_wrong_while_a_credit_is_pending(path: Path) -> None:
    await _owing(path)
    assert _asked(path, "PRAGMA integrity_check") == [("ok",)]


async def test_a_migration_keeps_what_is_owed(path: Path) -> None:
    table = await _owing(path)
    as_of(BEFORE, path)
    async with await open_database(path) as database:
        assert await database.recovery.owed_outages() == {table: (AWAY,)}
        assert await database.audit.file_faults() == ()


@pytest.mark.parametrize("schema", [None, BEFORE], ids=["now", "before"])
async def test_backups_and_their_restoration_go_on_while_a_credit_is_pending(path: Path, schema: str | None) -> None:
    table = await _owing(path)
    if schema is not None:
        as_of(schema, path)
    folder = path.parent / "backups"
    folder.mkdir()
    async with await Database.open(str(path)) as database:
        await database.backup(folder / "by-hand.sqlite3")
        place = BackupFolder(folder, "house", ".sqlite3")
        schedule = Backups(database.backup, database.size, lambda: NOW, place, hours=6, keep=2)
        assert await schedule.make()
    for hours, copy in enumerate(sorted(folder.iterdir())):
        await restore(str(path), copy, NOW + hours * 3_600_000)
        async with await open_database(path) as database:
            assert await database.recovery.owed_outages() == {table: (AWAY,)}
            assert await database.audit.file_faults() == ()


async def test_what_a_credit_lacks_indeed_is_damage_still(path: Path) -> None:
    await _owing(path)
    as_of(BEFORE, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # As after a fault of the disk. SQLite itself would not write it.
        connection.execute("PRAGMA writable_schema=ON")
        schema = "SELECT sql FROM sqlite_master WHERE name = 'outage_credits'"
        (sql,) = connection.execute(schema).fetchone()
        loose = sql.replace("since INTEGER NOT NULL", "since INTEGER")
        assert loose != sql
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'outage_credits'", (loose,))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE outage_credits SET since = NULL")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'outage_credits'", (sql,))
    with pytest.raises(RestoreRefused):
        await restore(str(path.with_name("other.sqlite3")), path, NOW, new=True)
