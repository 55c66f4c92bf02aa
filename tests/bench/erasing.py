"""What an erasure holds up: the longest transaction that writes, and the longest wait of a press meanwhile.

python -m tests.bench.erasing 20000
python -m tests.bench.erasing 10000 --others    the tables are of others: what an erasure costs that has little to do
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Engine, event, text

from bot.privacy import erasure
from tests.bot.privacy.evening import Evening, evening

_COPIED = ("tables", "events", "packed_logs", "packed_people", "games", "game_players", "advice", "messages")


async def measure(folder: Path, tables: int) -> str:
    """Erases a person who has played at `tables` tables from a database."""
    async with evening(folder) as party:
        await party.played_game()
        await party.room.database.connections.write(lambda connection: _copy(connection, tables))
        # As the bot does at its start: a collection over all modules would count as a write.
        gc.collect()
        gc.freeze()
        spans: list[tuple[float, float]] = []
        waits, ended = await _time_erasures(party, spans)
    spans.sort()
    (longest, _), (p99, _) = spans[-1], spans[len(spans) * 99 // 100]
    own = max(processor for _, processor in spans)
    return (
        f"{tables} tables: {ended:.1f} s in all; {len(spans)} transactions that write, the longest"
        f" {longest * 1000:.0f} ms (p99 {p99 * 1000:.0f} ms; of the processor {own * 1000:.0f} ms at most);"
        f" {len(waits)} writes of others meanwhile, the longest waited {max(waits) * 1000:.0f} ms"
    )


async def measure_others(folder: Path, tables: int) -> str:
    """Erases a person who has never played from a database with `tables` closed tables of others."""
    async with evening(folder) as party:
        await party.played_game()
        while await party.room.database.pruning.pack_logs(1 << 60):
            continue
        await party.room.database.connections.write(lambda connection: _copy(connection, tables))
        newcomer, statements = party.people[-1], 0

        def count(*_: object) -> None:
            nonlocal statements
            statements += 1

        event.listen(Engine, "before_cursor_execute", count)
        begun = time.process_time()
        try:
            await erasure.erase(party.privacy, newcomer.id)
        finally:
            event.remove(Engine, "before_cursor_execute", count)
        spent = time.process_time() - begun
    return f"{tables} tables of others: {spent * 1000:.0f} ms of the processor, {statements} statements"


async def _time_erasures(party: Evening, spans: list[tuple[float, float]]) -> tuple[list[float], float]:
    begun: dict[int, tuple[float, float]] = {}

    def begin(connection: Connection) -> None:
        begun[id(connection.connection.dbapi_connection)] = time.perf_counter(), time.thread_time()

    def commit(connection: Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        if raw.in_transaction and raw.total_changes > known.get(id(raw), 0):
            wall, processor = begun[id(raw)]
            spans.append((time.perf_counter() - wall, time.thread_time() - processor))
        known[id(raw)] = raw.total_changes

    known: dict[int, int] = {}
    waits: list[float] = []
    event.listen(Engine, "begin", begin)
    event.listen(Engine, "commit", commit)
    try:
        erasing = erasure.begin(party.privacy, party.people[0].id)
        start = time.perf_counter()
        while not erasing.done():
            at = time.perf_counter()
            await party.room.database.heartbeat.put(len(waits))
            waits.append(time.perf_counter() - at)
        await erasing
        return waits, time.perf_counter() - start
    finally:
        event.remove(Engine, "begin", begin)
        event.remove(Engine, "commit", commit)


def _copy(connection: Connection, tables: int) -> None:
    """Repeats the first table, with all that belongs to it."""
    for name in _COPIED:
        columns = [row[1] for row in connection.execute(text(f"PRAGMA table_info({name})"))]
        key = "id" if name == "tables" else "table_id"
        others = ", ".join(column for column in columns if column != key)
        numbers = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < :tables)"
        connection.execute(
            text(f"INSERT INTO {name} ({key}, {others}) {numbers} SELECT i, {others} FROM n, {name} WHERE {key} = 1"),
            {"tables": tables},
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.erasing")
    parser.add_argument("tables", type=int, nargs="?", default=1000)
    parser.add_argument("--others", action="store_true", help="tables of others")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        print(asyncio.run((measure_others if options.others else measure)(Path(temporary), options.tables)))
