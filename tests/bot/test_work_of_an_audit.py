"""The cost of reading a table, by counts: rows are found by indexes, and no event copies a state field by field."""

from __future__ import annotations

import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

from bot.audit import table_faults
from bot.clock import Clock
from bot.tables.archive import decisions_in, record_of
from bot.tables.effects import lying_on
from bot.tables.events.table_events import Played
from bot.tables.state.table_state import Status, TableState, copy_with
from ecarte.game import GameStarted
from tests.bench.moves import new_database, venue_on
from tests.support.statements import listen_to_statements, statements


async def test_all_that_is_kept_of_a_table_is_found_by_indexes(tmp_path: Path) -> None:
    path, asked = tmp_path / "tables.sqlite3", dict[str, Any]()

    async with await new_database(path) as database:
        table = await venue_on(database, 1).open()
        with listen_to_statements(asked.__setitem__):
            assert await database.audit.stored_tables([table.id]) != [None]
    questions = {sql: values for sql, values in asked.items() if sql.startswith("SELECT")}
    with closing(sqlite3.connect(path)) as connection:
        plans = {sql: connection.execute(f"EXPLAIN QUERY PLAN {sql}", of).fetchall() for sql, of in questions.items()}
    assert len(plans) >= 6
    assert {sql: plan for sql, plan in plans.items() if any("SCAN" in step[-1] for step in plan)} == {}


async def test_many_tables_are_asked_for_in_as_many_statements_as_one(tmp_path: Path) -> None:
    async with await new_database(tmp_path / "tables.sqlite3") as database:
        venue = venue_on(database, 1)
        tables = [await venue.open() for _ in range(5)]
        with statements(lambda sql: sql.startswith("SELECT")) as of_one:
            await database.audit.stored_tables([tables[0].id])
        with statements(lambda sql: sql.startswith("SELECT")) as of_all:
            kept = await database.audit.stored_tables([table.id for table in tables])
    assert [one and one.row.id for one in kept] == [table.id for table in tables]
    assert len(of_all) == len(of_one) >= 6


async def test_what_is_read_of_a_game_ends_with_it(tmp_path: Path) -> None:
    async with await new_database(tmp_path / "tables.sqlite3") as database:
        venue = venue_on(database, 1)
        table = await venue.open()
        while table.game_no < 3:
            table = await venue.move(table)
        log = await venue.tables.log.events(table.id)
    begun = [
        number
        for number, (_, happened) in enumerate(log, 1)
        if isinstance(happened, Played) and isinstance(happened.event, GameStarted)
    ]
    assert len(begun) == 3
    assert table.seats is not None
    player = table.seats[0].id
    recorded, done = iter(log), iter(log)
    assert record_of(table.id, recorded, 2)
    assert decisions_in(done, 2, player).made
    assert len(list(recorded)) == len(list(done)) == len(log) - begun[2]


async def test_no_event_copies_a_table_or_its_clock_field_by_field_and_few_add_up_the_chips(tmp_path: Path) -> None:
    copied, called = Counter[type](), Counter[str]()
    copies = 0

    def note(frame: FrameType, what: str, _: Any) -> None:
        if what == "call":
            nonlocal copies
            copies += frame.f_code is copy_with.__code__
            called[frame.f_code.co_name] += 1
        if what == "call" and frame.f_code.co_name == "replace" and "dataclasses" in frame.f_code.co_filename:
            copied[type(frame.f_locals["obj"])] += 1

    async with await new_database(tmp_path / "tables.sqlite3") as database:
        venue = venue_on(database, 1)
        table = await venue.open()
        while table.status is Status.PLAYING:
            table = await venue.move(table)
        (kept,) = await database.audit.stored_tables([table.id])
    assert kept is not None
    sys.setprofile(note)
    try:
        assert table_faults(kept) == ()
    finally:
        sys.setprofile(None)
    assert copied
    assert copied[TableState] == copied[Clock] == 0
    assert 0 < called[lying_on.__name__] < len(kept.events) / 5
    # A card costs one copy of the whole state. A decision that changes the clock or the galerie costs another.
    assert 0 < copies < 3 * len(kept.events)
