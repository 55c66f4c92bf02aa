"""What is of no use any more goes, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import func, select

from bot.storage import Database, MessageRow
from bot.storage.schema.tables import commands
from tests.bot.storage.making import ALICE, happened, opened, seated, step


async def _commands(database: Database) -> int:
    return await database.connections.read(
        lambda connection: connection.scalar(select(func.count()).select_from(commands)) or 0
    )


async def test_old_interactions_go_in_small_batches_and_young_ones_are_still_carried_out_once(
    database: Database,
) -> None:
    row = await seated(database)
    for number in range(1, 1203):
        row = replace(row, version=await database.tables.commit(step(row, happened(), cause=number)))
    batches = 0
    while await database.pruning.interactions(1202):
        batches += 1
    assert batches == 2
    assert await _commands(database) == 1
    assert await database.tables.carried_out(1201) is None
    assert await database.tables.carried_out(1202) == row.id


async def test_the_places_of_messages_go_once_a_table_is_closed_drawn_and_old(database: Database) -> None:
    rows = [await opened(database) for _ in range(4)]
    for row in rows:
        await database.table_messages.put(MessageRow(row.id, "challenge", 1, row.id, "x", 5))
    for row in rows[:3]:
        at = 9_000 if row is rows[1] else 1_000
        closed = replace(row, status="closed", deadline=None, updated_at=at)
        await database.tables.commit(step(closed, at=at))
    await database.recovery.put_drawn({rows[0].id: 2, rows[1].id: 2, rows[2].id: 1, rows[3].id: 1})
    while await database.pruning.messages(5_000):
        pass
    kept = [len(await database.table_messages.of(row.id)) for row in rows]
    assert kept == [0, 1, 1, 1], "closed lately, not drawn to the end, and open: these stay"
    assert await database.tables.open_of(ALICE) != ()
