"""A database older than chips: a file of schema 0001 is brought up to date and goes on.

That version of the code wrote `house_0001.sql`, with two finished games and an open challenge.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rows.chips import Escrow
from bot.rows.storage_errors import Repeated
from bot.storage import Database
from bot.storage.backends.sqlite_file import APPLICATION_ID
from tests.bot.storage.counting import expect_balanced, moved, purses, settled
from tests.bot.storage.making import ALICE, BRUNO, CHALLENGE, GUILD, opening, row_of, step
from tests.support.ledger import Treasury, treasury

OLD = Path(__file__).with_name("house_0001.sql")


def made_of(path: Path) -> Path:
    """The file of the old database."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    return path


def _log(path: Path) -> list[tuple[object, ...]]:
    """The events of the first table."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM events WHERE table_id = 1 ORDER BY seq").fetchall()


async def test_an_old_database_keeps_its_rows_and_gets_a_ledger(path: Path) -> None:
    async with await Database.open(str(made_of(path))) as database:
        assert not await database.schema_is_current()
        before = _log(path)
        assert len(before) > 1
        await database.migrate()
        assert await database.schema_is_current()
        assert _log(path) == before
        assert await database.tables.load(1) is not None
        assert (await database.results.leaderboard(GUILD)).total == 2
        assert await database.people.names([ALICE, BRUNO]) == {ALICE: "Alice", BRUNO: "Bruno"}
        assert await database.servers.settings(GUILD) == {"language": "fr"}
        assert await database.tables.carried_out(77) == 2
        assert await database.audit.ledgers() == 0
        await expect_balanced(database)

        row = await row_of(database, 1)
        assert await database.tables.commit(step(row)) == row.version + 1
        assert await database.tables.open(opening(replace(CHALLENGE, challenged_id=None))) == 3
        await purses(database)
        await moved(database, Escrow(1, 3), {ALICE: -10, BRUNO: -10}, 1)
        await settled(database, Escrow(1, 3), {BRUNO: 20})
        assert await treasury(database, GUILD) == Treasury(400, 400, 0)
        await expect_balanced(database)


async def test_what_was_done_in_an_old_database_is_not_done_again(path: Path) -> None:
    async with await Database.open(str(made_of(path))) as database:
        await database.migrate()
        with pytest.raises(Repeated) as repeated:
            await database.tables.open(opening(cause=77))
        assert (repeated.value.table_id, repeated.value.seq) == (2, 1)


async def test_an_old_database_and_a_new_one_have_the_same_schema(path: Path, tmp_path: Path) -> None:
    async with await Database.open(str(made_of(path))) as database:
        await database.migrate()
    async with await Database.open(str(tmp_path / "new.sqlite3")) as database:
        await database.migrate()
    shapes = []
    for file in (path, tmp_path / "new.sqlite3"):
        with closing(sqlite3.connect(file)) as connection:
            shapes.append({sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master")})
    assert shapes[0] == shapes[1]
