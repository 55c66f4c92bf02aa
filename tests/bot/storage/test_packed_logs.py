"""The log of a closed table takes less space, and loses nothing."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from bot.audit import verify
from bot.rows.table_rows import TableRow
from bot.storage import Database
from bot.storage.schema.tables import events, packed_logs
from tests.bot.storage.making import (
    ALICE,
    BRUNO,
    CHALLENGE,
    CHLOE,
    DAVID,
    happened,
    opened,
    played,
    row_of,
    seated,
    step,
)
from tests.bot.storage.older import as_of
from tests.support.database import open_database
from tests.support.erasing import database_text, erase_person


async def _closed(database: Database, row: TableRow, at: int = 1_000) -> TableRow:
    closed = replace(row, status="closed", deadline=None, updated_at=at)
    return replace(closed, version=await database.tables.commit(step(closed, happened("closed", by=ALICE), at=at)))


async def _rows(database: Database) -> tuple[int, int]:
    """Returns how many events have a row of their own, and how many logs are packed."""
    counts = [select(func.count()).select_from(table) for table in (events, packed_logs)]
    unpacked, packed = await database.connections.read(
        lambda connection: [connection.scalar(count) or 0 for count in counts]
    )
    return unpacked, packed


async def test_a_log_reads_and_audits_as_before_once_it_is_packed(database: Database) -> None:
    rows = [await _closed(database, await played(database, ALICE, BRUNO, ("north", 500))) for _ in range(12)]
    logs = [await database.tables.load(row.id) for row in rows]
    audited = await database.audit.stored_tables([row.id for row in rows])
    assert await database.pruning.pack_logs(1_001), "there are more than one batch"
    assert not await database.pruning.pack_logs(1_001)
    assert await _rows(database) == (0, len(rows))
    assert [await database.tables.load(row.id) for row in rows] == logs
    assert await database.audit.stored_tables([row.id for row in rows]) == audited
    assert await database.audit.table_ids() == tuple(row.id for row in rows)


async def test_only_the_logs_of_tables_closed_before_are_packed(database: Database) -> None:
    before = await _closed(database, await opened(database), at=1_000)
    await _closed(database, await opened(database), at=2_000)
    await seated(database)
    assert not await database.pruning.pack_logs(2_000)
    assert (await _rows(database))[1] == 1
    assert [event.type for event in (await database.tables.load(before.id) or (None, ()))[1]][-1] == "closed"


async def test_a_log_put_aside_stays_as_it_is_for_the_operator(database: Database) -> None:
    row = await opened(database)
    await database.tables.put_aside(row.id, "events are missing", 1_000)
    assert not await database.pruning.pack_logs(10**15)
    assert await _rows(database) == (1, 0)


async def test_a_damaged_event_is_packed_as_it_is(database: Database) -> None:
    row = await _closed(database, await opened(database))
    damaged = update(events).where(events.c.table_id == row.id, events.c.seq == 2).values(data='{"by": ')
    await database.connections.write(lambda connection: connection.execute(damaged))
    await database.pruning.pack_logs(1_001)
    assert await _rows(database) == (0, 1)
    try:
        await database.tables.load(row.id)
    except ValueError:
        return
    raise AssertionError("the damage is gone, and so is what it said")


async def test_an_erased_person_is_in_no_packed_log(database: Database) -> None:
    row = await _closed(database, await opened(database))
    before = await database.tables.load(row.id)
    await database.pruning.pack_logs(1_001)
    stand_in = await erase_person(database, ALICE)
    after = await database.tables.load(row.id)
    assert before is not None
    assert after is not None
    assert str(ALICE) in str(before)
    assert str(ALICE) not in str(after)
    assert [event.seq for event in after[1]] == [event.seq for event in before[1]]
    assert after[1][-1].data == {"by": stand_in}


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"no packed log",
        zlib.compress(b"[["),
        zlib.compress(b"\xff"),
        zlib.compress(b"7"),
        zlib.compress(b"[7]"),
        zlib.compress(b"[[1,2]]"),
        zlib.compress(json.dumps([[1, 1, "opened", 1, 7]]).encode()),
        zlib.compress(json.dumps([[1, 1, "opened", 1, "{}"]]).encode())[:-5],
    ],
    ids=["empty", "bytes", "text", "letters", "number", "row", "short", "data", "cut"],
)
async def test_a_damaged_packed_log_stops_no_erasure_and_is_named(database: Database, damage: bytes) -> None:
    rows = [await _closed(database, await played(database, ALICE, BRUNO, ("north", 500))) for _ in range(3)]
    await database.pruning.pack_logs(1_001)
    lost = rows[1].id
    broken = update(packed_logs).where(packed_logs.c.table_id == lost).values(data=damage)
    await database.connections.write(lambda connection: connection.execute(broken))
    found = await database.erasures.search(ALICE, 0)
    assert found.unreadable == (lost,)
    assert {table.table_id for table in found.named} == {row.id for row in rows}, "its row and results name the person"
    await erase_person(database, ALICE)
    assert str(ALICE) not in await database_text(database)
    assert await database.erasures.under_way() == ()
    faults = [fault for fault in (await verify(database)).faults if fault.where == f"table {lost}"]
    assert [fault.what for fault in faults] == ["its rows cannot be read (ValueError)"]


async def test_a_packed_log_goes_when_it_was_kept_for_long_enough(database: Database) -> None:
    row = await _closed(database, await opened(database))
    await database.pruning.pack_logs(1_001)
    assert await database.retention.delete_logs(1_001) == (row.id,)
    assert await _rows(database) == (0, 0)


async def test_an_erasure_and_an_export_read_no_packed_log_of_others(database: Database) -> None:
    """So the cost of an erasure does not grow with the number of closed tables."""
    mine = await _closed(database, await played(database, ALICE, BRUNO, ("north", 500)))
    for _ in range(12):
        await _closed(database, await played(database, CHLOE, DAVID, ("north", 500)), at=1_000)
    while await database.pruning.pack_logs(1_001):
        continue
    found = await database.erasures.search(BRUNO, 0)
    assert ([table.table_id for table in found.named], found.last) == ([mine.id], mine.id)
    assert (await database.erasures.search(BRUNO, mine.id)).last is None
    stand_in = await erase_person(database, BRUNO)
    assert str(BRUNO) not in await database_text(database)
    assert (await database.erasures.search(stand_in, 0)).last is None


async def test_a_person_in_the_row_of_a_table_whose_log_is_deleted_is_found(database: Database) -> None:
    row = await _closed(database, await opened(database))
    await database.pruning.pack_logs(1_001)
    assert await database.retention.delete_logs(1_001) == (row.id,)
    assert (await database.erasures.search(BRUNO, 0)).last == row.id
    await erase_person(database, BRUNO)
    assert str(BRUNO) not in await database_text(database)
    assert str(ALICE) in await database_text(database)


async def test_people_of_logs_that_were_packed_by_an_older_release_are_found(path: Path) -> None:
    async with await open_database(path) as database:
        rows = [await _closed(database, await opened(database)) for _ in range(3)]
        others = await _closed(database, await opened(database, replace(CHALLENGE, challenger_id=CHLOE)))
        while await database.pruning.pack_logs(1_001):
            continue
        assert await database.retention.delete_logs(1_001, 1) == ()
        damaged = packed_logs.c.table_id == others.id
        await database.connections.write(
            lambda connection: connection.execute(update(packed_logs).where(damaged).values(data=b"nothing"))
        )
    as_of("0033", path)
    async with await open_database(path) as database:
        for person in (ALICE, BRUNO):
            assert (await database.erasures.search(person, 0)).last == others.id
        found = await database.erasures.search(DAVID, 0)
        assert (found.named, found.unreadable, found.last) == ((), (others.id,), others.id)
        await erase_person(database, ALICE)
        assert str(ALICE) not in await database_text(database)
        assert str(BRUNO) in await database_text(database)
        assert [(await row_of(database, row.id)).challenger_id < 0 for row in rows] == [True] * 3
