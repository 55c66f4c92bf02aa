"""The log: one decision is one transaction. A lost race, a repeated delivery and a crash change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import Connection, func, insert, select

from bot.rows.commits import JSON, Commit, EventRecord
from bot.rows.storage_errors import Conflict, Failed, Repeated, UnknownTable
from bot.storage import Database
from bot.storage.json_text import dump_json, load_json
from bot.storage.repositories.tables import append, begin
from bot.storage.schema.tables import events, metadata
from tests.bot.storage.making import (
    ALICE,
    BRUNO,
    CHALLENGE,
    CHLOE,
    happened,
    open_logs,
    opened,
    opening,
    row_of,
    seated,
    step,
    won_by,
)
from tests.support.database import open_database
from tests.support.properties import examples


async def counts(database: Database) -> dict[str, int]:
    """How many rows each of our tables has."""

    def ask(connection: Connection) -> dict[str, int]:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in metadata.tables.items()
        }

    return await database.connections.read(ask)


async def test_a_table_is_opened_with_its_first_events(database: Database) -> None:
    row = replace(CHALLENGE, version=2)
    table_id = await database.tables.open(
        Commit(row, 0, (EventRecord("opened", 3, {"by": [ALICE, "Élise\0\ud800"]}), happened("b")), 1_234, 77)
    )
    loaded = await database.tables.load(table_id)
    assert loaded is not None
    assert loaded[0] == replace(row, id=table_id)
    first, second = loaded[1]
    assert (first.seq, first.at, first.type, first.version) == (1, 1_234, "opened", 3)
    assert first.data == {"by": [ALICE, "Élise\0\ud800"]}
    assert (second.seq, second.type) == (2, "b")
    assert await database.tables.carried_out(77) == table_id
    assert await database.tables.carried_out(78) is None


async def test_a_decision_changes_the_row_and_appends_to_the_log(database: Database) -> None:
    row = await opened(database)
    changed = replace(
        row, thread_id=5, status="playing", north_id=BRUNO, south_id=ALICE, deadline=9_000, updated_at=1_600, version=3
    )
    assert await database.tables.commit(Commit(changed, 1, (happened("x"), happened("y")), 1_600)) == 3
    assert await database.tables.load(row.id) == (changed, (await database.tables.load(row.id) or (None, ()))[1])
    logged = await database.tables.load(row.id)
    assert logged is not None
    assert [(event.seq, event.type) for event in logged[1][1:]] == [(2, "x"), (3, "y")]


async def test_what_stands_fast_at_the_opening_is_not_changed_by_a_decision(database: Database) -> None:
    row = await opened(database)
    other = replace(row, guild_id=1, channel_id=2, challenger_id=3, challenged_id=4, opened_at=5)
    await database.tables.commit(step(other))
    assert await row_of(database, row.id) == replace(row, version=2)


async def test_a_missing_table_is_none(database: Database) -> None:
    assert await database.tables.load(1) is None
    with pytest.raises(UnknownTable) as unknown:
        await database.tables.commit(step(replace(CHALLENGE, id=1)))
    assert unknown.value.table_id == 1


async def test_the_id_of_a_table_is_never_given_again(database: Database) -> None:
    first = await opened(database)

    def crash(connection: Connection) -> None:
        begin(connection, opening())
        raise KeyError

    with pytest.raises(KeyError):
        await database.connections.write(crash)
    await database.connections.write(
        lambda connection: connection.exec_driver_sql(f"DELETE FROM seats WHERE table_id = {first.id}")
    )
    await database.connections.write(
        lambda connection: connection.exec_driver_sql(f"DELETE FROM events WHERE table_id = {first.id}")
    )
    await database.connections.write(
        lambda connection: connection.exec_driver_sql(f"DELETE FROM tables WHERE id = {first.id}")
    )
    assert (await opened(database)).id > first.id


async def test_a_lost_race_is_a_conflict_and_writes_nothing(database: Database) -> None:
    row = await seated(database)
    await database.tables.commit(step(row))
    before = await counts(database)
    late = step(row, cause=5, result=won_by(row, "north"))
    with pytest.raises(Conflict) as conflict:
        await database.tables.commit(late)
    assert (conflict.value.table_id, conflict.value.expected) == (row.id, row.version)
    assert await counts(database) == before
    assert await database.tables.carried_out(5) is None


async def test_a_decision_on_a_version_that_never_was_is_a_conflict(database: Database) -> None:
    row = await opened(database)
    with pytest.raises(Conflict):
        await database.tables.commit(step(replace(row, version=7)))


async def test_the_log_has_the_last_word_on_what_was_written(database: Database) -> None:
    row = await opened(database)
    values = {"table_id": row.id, "seq": 2, "at": 1, "type": "x", "version": 1, "data": "{}"}
    await database.connections.write(lambda connection: connection.execute(insert(events).values(values)))
    before = await counts(database)
    with pytest.raises(Conflict):
        await database.tables.commit(step(row, cause=5))
    assert await counts(database) == before
    assert (await row_of(database, row.id)).version == 1


async def test_a_repeated_interaction_is_told_what_it_did_and_writes_nothing(database: Database) -> None:
    row = await opened(database, cause=5)
    await database.tables.commit(step(row, happened(), happened(), cause=6))
    before = await counts(database)
    moved = replace(row, version=3)
    for again, seq in ((opening(cause=5), 1), (opening(cause=6), 3)):
        with pytest.raises(Repeated) as repeated:
            await database.tables.open(again)
        assert (repeated.value.table_id, repeated.value.seq) == (row.id, seq)
    # On both versions: that it was carried out is checked before the table's version.
    for again, seq in ((step(row, cause=6), 3), (step(moved, cause=6), 3), (step(moved, cause=5), 1)):
        with pytest.raises(Repeated) as repeated:
            await database.tables.commit(again)
        assert (repeated.value.table_id, repeated.value.seq) == (row.id, seq)
    assert await counts(database) == before


async def test_a_crash_in_the_middle_leaves_nothing(database: Database) -> None:
    row = await seated(database)
    before = await counts(database)

    def crash(connection: Connection) -> None:
        append(connection, step(row, cause=5, result=won_by(row, "north")))
        begin(connection, opening(cause=6))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await database.connections.write(crash)
    assert await counts(database) == before
    assert await row_of(database, row.id) == row


async def test_more_may_be_written_in_the_same_transaction(database: Database) -> None:
    row = await seated(database)

    def settle(connection: Connection) -> int:
        version = append(connection, step(row))
        return append(connection, step(replace(row, version=version)))

    assert await database.connections.write(settle) == row.version + 2


async def test_a_game_is_settled_once(database: Database) -> None:
    row = await seated(database)
    result = won_by(row, "south")
    row = replace(row, version=await database.tables.commit(step(row, result=result)))
    assert await database.results.game(row.id, 1) == result
    with pytest.raises(Failed):
        await database.tables.commit(step(row, result=result))
    assert await row_of(database, row.id) == row


async def test_data_that_json_cannot_say_is_refused_before_anything_is_written(database: Database) -> None:
    row = await opened(database)
    with pytest.raises(ValueError, match="JSON compliant"):
        await database.tables.commit(step(row, EventRecord("x", 1, {"odds": float("nan")})))
    assert await row_of(database, row.id) == row


@pytest.mark.parametrize(
    "wrong",
    [
        {"events": ()},
        {"expected": -1},
        {"expected": 3},
        {"table": replace(CHALLENGE, status="dreaming")},
        {"table": replace(CHALLENGE, status="closed")},
        {"result": won_by(replace(CHALLENGE, id=9, north_id=1, south_id=2), "north")},
    ],
)
def test_parts_that_do_not_fit_make_no_commit(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"version|status|waits|result"):
        replace(opening(), **wrong)  # type: ignore[arg-type]  # each is a field of its own type


async def test_all_open_tables_come_back_with_their_logs(database: Database) -> None:
    rows = [await opened(database, cause=n) for n in range(1, 6)]
    await database.tables.commit(step(rows[1], happened("x"), happened("y")))
    await database.tables.commit(step(replace(rows[2], status="closed", deadline=None)))
    logs = await open_logs(database)
    assert [row.id for row, _ in logs] == [rows[n].id for n in (0, 1, 3, 4)]
    assert [[event.type for event in log] for _, log in logs][:2] == [["opened"], ["opened", "x", "y"]]
    for row, log in logs:
        assert await database.tables.load(row.id) == (row, log)


async def test_seats_follow_the_status(database: Database) -> None:
    async def seats_of() -> list[list[int]]:
        return [[row.id for row in await database.tables.open_of(user)] for user in (ALICE, BRUNO, CHLOE)]

    row = await opened(database)
    here = [row.id]
    assert await seats_of() == [here, [], []]
    for status, north, south, seats in (
        ("playing", BRUNO, ALICE, [here, here, []]),
        ("between", BRUNO, CHLOE, [[], here, here]),
        ("playing", CHLOE, CHLOE, [[], [], here]),
        ("closed", CHLOE, ALICE, [[], [], []]),
    ):
        deadline = None if status == "closed" else 1
        changed = replace(row, status=status, north_id=north, south_id=south, deadline=deadline)
        row = replace(changed, version=await database.tables.commit(step(changed)))
        assert await seats_of() == seats


_PLAIN: st.SearchStrategy[JSON] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@examples(50)
@given(st.dictionaries(st.text(), _PLAIN))
@example({"less": -(2**63) - 1, "more": 2**64})
def test_data_comes_back_as_it_was(data: Mapping[str, JSON]) -> None:
    text = dump_json(data)
    assert load_json(text) == data
    assert text.isascii()
    assert text.isprintable()


@examples(15)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.booleans()), max_size=25))
def test_the_log_is_what_a_list_would_be(
    tmp_path_factory: pytest.TempPathFactory, decisions: list[tuple[int, int, bool]]
) -> None:
    """Any run of decisions on three tables, on the last version or an old one, has the effect of appending to lists."""

    async def run(path: Path) -> None:
        async with await open_database(path) as database:
            rows = [await opened(database) for _ in range(3)]
            logs = [["opened"] for _ in rows]
            for number, (at, events_, stale) in enumerate(decisions):
                row = replace(rows[at], version=len(logs[at]) - stale)
                names = [f"{number}.{n}" for n in range(events_)]
                try:
                    await database.tables.commit(step(row, *map(happened, names), cause=number))
                except Conflict:
                    assert stale
                else:
                    assert not stale
                    logs[at] += names
            assert [[event.type for event in log] for _, log in await open_logs(database)] == logs

    asyncio.run(run(tmp_path_factory.mktemp("log") / "house.sqlite3"))
