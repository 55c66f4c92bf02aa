"""The schema: the migrations make what the code expects, strict in its types, and every query is quick."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import SQLAlchemyError

from bot.logs import trace_of
from bot.ranking.board_lines import Sort
from bot.ranking.periods import Period
from bot.rows.chips import Escrow
from bot.rows.outages import Outage
from bot.rows.storage_errors import Failed, Unavailable
from bot.storage import Database
from bot.storage.backends.sqlite_file import APPLICATION_ID
from bot.storage.schema import version as schema_version
from bot.storage.schema.tables import metadata, tables
from tests.bot.storage.counting import allowed, closed, moved, purses, settled
from tests.bot.storage.making import ALICE, BRUNO, CHANNEL, GUILD, opened, played, step
from tests.support.ledger import stakes_on, treasury
from tests.support.statements import listen_to_statements


def _differences(connection: Connection) -> list[Any]:
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def _shape(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Returns every table and index with its parts, in no particular order: SQLite adds a column at the end."""
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'alembic%'")
    return {name: sorted(" ".join(part.split()) for part in _parts(sql)) for name, sql in made}


def _parts(sql: str) -> list[str]:
    """A statement cut at the commas and brackets of its outermost list."""
    parts, depth = [""], 0
    for sign in sql:
        depth += (sign == "(") - (sign == ")")
        cut = (sign == "," and depth == 1) or (sign == "(" and depth == 1) or (sign == ")" and depth == 0)
        if cut:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def test_the_names_of_the_migrations_have_the_versions_that_alembic_follows() -> None:
    scripts = ScriptDirectory.from_config(schema_version.migration_config())
    followed = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(followed)) == schema_version.revisions()
    assert scripts.get_heads() == [schema_version.head()]


async def test_migrating_from_nothing_makes_what_the_code_expects(address: str) -> None:
    async with await Database.open(address) as database:
        assert not await database.schema_is_current()
        await database.migrate()
        assert await database.schema_is_current()
        assert await database.connections.read(_differences) == []


async def test_migrating_again_changes_nothing(database: Database) -> None:
    row = await opened(database)
    await database.migrate()
    assert await database.tables.load(row.id) is not None
    assert await database.schema_is_current()


async def test_the_migrations_and_the_schema_say_the_same_to_the_word(path: Path, tmp_path: Path) -> None:
    # Alembic's own comparison sees neither STRICT nor a check.
    async with await Database.open(str(path)) as database:
        await database.migrate()
    async with await Database.open(str(tmp_path / "other.sqlite3")) as database:
        await database.connections.write(metadata.create_all)
    with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other:
        assert _shape(one) == _shape(other)


async def test_processes_that_start_at_once_migrate_once(address: str) -> None:
    houses = await asyncio.gather(*(Database.open(address) for _ in range(6)))
    await asyncio.gather(*(house.migrate() for house in houses))
    for house in houses:
        assert await house.schema_is_current()
        await house.close()


async def test_files_that_are_opened_for_the_first_time_by_many_at_once(tmp_path: Path) -> None:
    for number in range(8):
        path = tmp_path / f"{number}.sqlite3"
        for house in await asyncio.gather(*(Database.open(str(path)) for _ in range(6))):
            await house.close()


async def test_a_migration_that_fails_leaves_the_schema_as_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade = schema_version.upgrade

    def fails_at_the_end(connection: Connection) -> None:
        upgrade(connection)
        connection.execute(text("SELECT * FROM no_such_table"))

    async with await Database.open(address) as database:
        monkeypatch.setattr(schema_version, "upgrade", fails_at_the_end)
        with pytest.raises(Failed):
            await database.migrate()
        monkeypatch.undo()
        assert not await database.schema_is_current()
        await database.migrate()
        assert await database.schema_is_current()


async def test_a_migration_that_breaks_a_reference_is_taken_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade = schema_version.upgrade

    def loses_a_table(connection: Connection) -> None:
        upgrade(connection)
        connection.execute(text("INSERT INTO seats VALUES (99, 1)"))

    async with await Database.open(str(path)) as database:
        monkeypatch.setattr(schema_version, "upgrade", loses_a_table)
        with pytest.raises(Failed):
            await database.migrate()
        assert not await database.schema_is_current()


async def test_the_file_is_set_up_for_safety(path: Path) -> None:
    async with await Database.open(str(path)) as database:
        await database.migrate()

        def pragmas(connection: Connection) -> list[Any]:
            names = ("journal_mode", "synchronous", "foreign_keys", "query_only", "application_id", "secure_delete")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]

        assert await database.connections.write(pragmas) == ["wal", 2, 1, 0, APPLICATION_ID, 1]
        assert await database.connections.read(pragmas) == ["wal", 2, 1, 1, APPLICATION_ID, 1]
    assert not path.with_name(path.name + "-wal").exists()


async def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises((Failed, Unavailable)) as refused:
        await database.connections.read(lambda connection: connection.execute(tables.delete()))
    assert "DELETE" not in str(refused.value)


async def test_a_wrong_type_is_an_error_and_not_a_conversion(path: Path) -> None:
    async with await Database.open(str(path)) as database:
        await database.migrate()
        row = await opened(database)
    with closing(sqlite3.connect(path)) as connection:
        for name in metadata.tables:
            (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
            assert "STRICT" in sql.rpartition(")")[2], name
        with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT value in INTEGER column"):
            connection.execute("INSERT INTO events VALUES (?, 'two', 1, 'x', 1, '{}')", (row.id,))


async def test_a_row_that_refers_to_nothing_is_an_error(database: Database) -> None:
    with pytest.raises(Failed):
        await database.connections.write(
            lambda connection: connection.exec_driver_sql("INSERT INTO seats VALUES (99, 1)")
        )


async def test_all_that_a_reader_asks_is_answered_from_one_moment(path: Path) -> None:
    # Not on PostgreSQL: there the work runs on the event loop, and so cannot wait for events of the loop.
    async with await Database.open(str(path)) as database:
        await database.migrate()
        row = await opened(database)
        version = select(tables.c.version).where(tables.c.id == row.id)
        loop = asyncio.get_running_loop()

        def twice(connection: Connection) -> tuple[int, int]:
            first = connection.execute(version).scalar_one()
            asyncio.run_coroutine_threadsafe(database.tables.commit(step(row)), loop).result(10)
            return first, connection.execute(version).scalar_one()

        assert await database.connections.read(twice) == (1, 1)
        assert await database.connections.read(lambda connection: connection.execute(version).scalar_one()) == 2


@contextmanager
def _questions() -> Iterator[list[tuple[str, Any]]]:
    """Collects every query on any database during the block."""
    asked: list[tuple[str, Any]] = []

    def note(statement: str, parameters: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            asked.append((statement, parameters))

    with listen_to_statements(note):
        yield asked


async def test_no_question_of_the_day_reads_a_whole_table(path: Path) -> None:
    async with await Database.open(str(path)) as database:
        await database.migrate()
        row = await played(database, ALICE, BRUNO, ("north", 5_000), (None, 6_000))
        with _questions() as asked:
            await database.tables.load(row.id)
            await database.tables.commit(step(row, cause=1))
            await database.tables.carried_out(1)
            await database.recovery.open_tables()
            await database.recovery.undrawn_tables()
            await database.recovery.put_drawn({row.id: 1})
            await database.recovery.add_outage(Outage(1_000, 2_000))
            await database.tables.all_open()
            await database.tables.all_open(GUILD)
            await database.tables.open_of(ALICE, GUILD)
            await database.tables.open_at(CHANNEL)
            await database.tables.quiet_threads(600, 1, 50)
            await database.tables.challenges_between(GUILD, ALICE, None)
            await database.table_messages.of(row.id)
            await database.table_messages.find(5)
            await database.table_messages.delete_of(row.id)
            await database.results.leaderboard(GUILD, Period.WEEK, 1, Sort.SHARE, reader=ALICE)
            await database.results.statistics(GUILD, ALICE)
            await database.results.history(GUILD)
            await database.results.history(GUILD, ALICE)
            await database.results.game(row.id, 1)
            await database.stories.story(row.id, 1)
            await database.stories.luck(GUILD, ALICE, 1, 2)
            await database.stories.form(GUILD, ALICE, 5)
            await database.people.names([ALICE])
            await database.people.person(ALICE)
            await database.servers.settings(GUILD)
            await purses(database, 100, ALICE, BRUNO)
            await allowed(database, ALICE, 200)
            await moved(database, Escrow(row.id, 3), {ALICE: -5, BRUNO: -5}, 2)
            await closed(database, Escrow(row.id, 3), {ALICE: 1})
            await stakes_on(database, Escrow(row.id, 3))
            await settled(database, Escrow(row.id, 3), {ALICE: 9})
            await database.ledger.purse(GUILD, ALICE)
            await database.ledger.balances(GUILD, [ALICE, BRUNO])
            await database.ledger.movements(GUILD, ALICE)
            await database.ledger.richest_purses(GUILD, reader=ALICE)
            await database.daily.of(ALICE, "2026-11-21")
            await database.daily.best_of_day(GUILD, "2026-11-21")
            await database.daily.days_of(ALICE, 1_000)
            await database.daily.server_of(ALICE)
            await database.reminders.put(ALICE, 8, lambda _last: 5)
            await database.reminders.of(ALICE)
            for due in await database.reminders.due(9, 500):
                assert await database.reminders.claim(due, 10)
            await database.reminders.switch_off(ALICE, refused=True)
            await treasury(database, GUILD)
    assert len(asked) > 60
    with closing(sqlite3.connect(path)) as connection:
        for statement, parameters in asked:
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
            # SQLite may scan the results that it has gathered itself, such as a subquery.
            scans = [step for *_, step in plan if step.startswith("SCAN ") and step.split()[1] in metadata.tables]
            # These tables hold nothing except the answer.
            scans = [step for step in scans if not step.endswith((" ix_tables_undrawn", " outage_credits"))]
            assert scans == [], f"{statement}\n{plan}"


async def test_a_failed_statement_shows_its_code_and_nothing_of_its_values(database: Database) -> None:
    row = await opened(database)
    secret = "KS QH 7D"

    def wrong(connection: Connection) -> None:
        values = {"t": row.id, "d": secret}
        for _ in range(2):
            connection.execute(text("INSERT INTO events VALUES (:t, 9, 1, 'x', 1, :d)"), values)

    with pytest.raises(Failed) as failed:
        await database.connections.write(wrong)
    assert failed.value.code in {"SQLITE_CONSTRAINT_PRIMARYKEY", "23505"}
    assert secret not in str(failed.value)
    assert isinstance(failed.value.__cause__, SQLAlchemyError)
    trace = trace_of(failed.value)
    assert "caused by" in trace
    assert "IntegrityError" in trace
    assert secret not in trace
