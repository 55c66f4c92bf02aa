"""Many writers at once, writers who give up waiting, and killed writers: the log stays whole, and nothing is done
twice.
"""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.rows.storage_errors import Busy, Conflict, Repeated
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, GUILD, happened, open_logs, opened, opening, row_of, step
from tests.support.database import open_database


async def test_a_task_cancelled_while_it_waits_leaves_a_whole_table_behind(database: Database) -> None:
    row = await opened(database)
    for turn in range(40):
        # Waits for writes that are still under way although no one waits for them any more.
        await database.connections.write(lambda connection: None)
        version = (await row_of(database, row.id)).version
        task = asyncio.create_task(database.tables.commit(step(replace(row, version=version), happened(), happened())))
        for _ in range(turn % 8):
            await asyncio.sleep(0)
        task.cancel()
        ended = (await asyncio.gather(task, return_exceptions=True))[0]
        assert isinstance(ended, asyncio.CancelledError | int)
    await database.connections.write(lambda connection: None)
    loaded = await database.tables.load(row.id)
    assert loaded is not None
    assert [event.seq for event in loaded[1]] == list(range(1, loaded[0].version + 1))
    assert loaded[0].version % 2 == 1


async def test_a_reading_that_failed_among_its_rows_does_not_hold_a_reader_at_that_moment(database: Database) -> None:
    await database.heartbeat.put(1)
    row = await opened(database)
    await database.tables.commit(step(row, happened(), happened()))

    def fail(connection: Connection) -> None:
        rows = connection.execute(text("SELECT seq FROM events"))
        for _ in rows:
            raise ValueError

    # More than there are readers; the errors keep the frames in which they were raised.
    errors = [await asyncio.gather(database.connections.read(fail), return_exceptions=True) for _ in range(8)]
    await database.heartbeat.put(2)
    assert {await database.heartbeat.last_beat() for _ in range(8)} == {2}
    assert all(isinstance(error, ValueError) for (error,) in errors)


def test_what_was_committed_outlives_a_process_that_is_killed(path: Path) -> None:
    """This proves nothing about a power cut, for which `synchronous=FULL` is set."""
    program = f"""
import asyncio
from dataclasses import replace
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, GUILD, happened, opened, step

async def main():
    database = await Database.open({str(path)!r})
    await database.migrate()
    row = await opened(database)
    while True:
        row = replace(row, version=await database.tables.commit(step(row, happened(), happened(), happened())))
        print(row.version, flush=True)

asyncio.run(main())
"""
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(60)]
        process.kill()
        told += [int(line) for line in process.stdout if line.endswith("\n")]

    async def expect_whole() -> None:
        async with await Database.open(str(path), create=False) as database:
            ((row, log),) = await open_logs(database)
            assert row.version in (told[-1], told[-1] + 3)
            assert [event.seq for event in log] == list(range(1, row.version + 1))

    asyncio.run(expect_whole())


async def test_writers_that_race_on_two_connections_lose_nothing(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        row = await opened(one)

        async def count_one(database: Database, cause: int) -> None:
            while True:
                loaded = await database.tables.load(row.id)
                assert loaded is not None
                try:
                    await database.tables.commit(step(loaded[0], happened("counted", by=cause), cause=cause))
                except Conflict:
                    continue
                return

        await asyncio.gather(
            *(count_one(database, n * 2 + k) for n in range(25) for k, database in enumerate((one, other)))
        )
        after = await one.tables.load(row.id)
        assert after is not None
        assert after == await other.tables.load(row.id)
        assert after[0].version == 51
        assert [event.seq for event in after[1]] == list(range(1, 52))
        assert {event.data["by"] for event in after[1][1:]} == set(range(50))


async def test_a_write_that_waits_too_long_for_another_process_is_refused_and_may_be_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.backends.sqlite.BUSY_S", 0.05)
    async with await open_database(path) as database:
        row = await opened(database)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Busy):
                await database.tables.commit(step(row, cause=1))
            # A writer does not hold readers up.
            assert await row_of(database, row.id) == row
            other.execute("ROLLBACK")
        assert await database.tables.commit(step(row, cause=1)) == 2


async def test_an_interaction_delivered_to_two_processes_is_carried_out_once(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        for cause in range(1, 11):
            ends = await asyncio.gather(
                *(database.tables.open(opening(cause=cause)) for database in (one, other)), return_exceptions=True
            )
            (table_id,) = (end for end in ends if isinstance(end, int))
            (repeated,) = (end for end in ends if isinstance(end, Repeated))
            assert (repeated.table_id, repeated.seq) == (table_id, 1)
        assert (await one.tables.all_open()).total == 10


async def test_two_players_who_challenge_with_the_same_deal_at_once_have_one_challenge(database: Database) -> None:
    for number in range(20):
        north, south = (ALICE, f"deal 1.1.{number}.north"), (BRUNO, f"deal 1.1.{number}.south")
        posted = await asyncio.gather(
            database.daily.end_at_once(*north, GUILD, 10, (1, 3), unless=south),
            database.daily.end_at_once(*south, GUILD, 10, (0, 2), unless=north),
        )
        assert [one is None for one in posted].count(True) == 1
