"""Rows that are no longer needed are deleted, and no others."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import func, select

from bot.ranking.periods import Period
from bot.rows.slots import MessageRow, Slot
from bot.storage import Database
from bot.storage.schema.standing_tables import standings
from bot.storage.schema.tables import commands
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, GUILD, happened, opened, played, seated, step

DAY_MS = 86_400_000


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
    while await database.pruning.prune_interactions(1202):
        batches += 1
    assert batches == 2
    assert await _commands(database) == 1
    assert await database.tables.carried_out(1201) is None
    assert await database.tables.carried_out(1202) == row.id


async def test_the_places_of_messages_go_once_a_table_is_closed_drawn_and_old(database: Database) -> None:
    rows = [await opened(database) for _ in range(4)]
    for row in rows:
        await database.table_messages.put(MessageRow(row.id, Slot.parse("challenge"), 1, row.id, "x", 5))
    for row in rows[:3]:
        at = 9_000 if row is rows[1] else 1_000
        closed = replace(row, status="closed", deadline=None, updated_at=at)
        await database.tables.commit(step(closed, at=at))
    await database.recovery.put_drawn({rows[0].id: 2, rows[1].id: 2, rows[2].id: 1, rows[3].id: 1})
    while await database.pruning.prune_messages(5_000):
        pass
    kept = [len(await database.table_messages.of(row.id)) for row in rows]
    assert kept == [0, 1, 1, 1], "closed lately, not drawn to the end, and open: these stay"
    assert await database.tables.open_of(ALICE) != ()


async def test_the_places_of_a_table_that_was_never_drawn_to_its_end_go_after_four_weeks(database: Database) -> None:
    row = await opened(database)
    await database.table_messages.put(MessageRow(row.id, Slot.parse("challenge"), 1, row.id, "x", 5))
    await database.tables.commit(step(replace(row, status="closed", deadline=None, updated_at=DAY_MS), at=DAY_MS))
    assert not await database.pruning.prune_messages(29 * DAY_MS - 7 * DAY_MS)
    assert len(await database.table_messages.of(row.id)) == 1
    assert await database.pruning.prune_messages(30 * DAY_MS)
    assert await database.table_messages.of(row.id) == ()


async def test_of_past_weeks_months_and_years_no_standings_stay_and_the_boards_that_can_be_opened_do(
    database: Database,
) -> None:
    people, weeks = (ALICE, BRUNO, CHLOE), 120
    for week in range(weeks):
        await played(database, people[week % 3], people[(week + 1) % 3], ("north", week * 7 * DAY_MS))
    now = (weeks - 1) * 7 * DAY_MS + 1000
    await database.heartbeat.put(now)
    boards = [await database.results.leaderboard(GUILD, period, now) for period in Period]
    before = await _standings(database)
    assert before > 240, "a row for each player and week, and more for months and years"
    batches = 0
    while await database.pruning.prune_standings(now):
        batches += 1
    assert await _standings(database) <= len(people) * 2 * len(Period), "this period and the last one"
    assert [await database.results.leaderboard(GUILD, period, now) for period in Period] == boards
    assert await database.audit.ledger_faults() == ()
    assert not await database.pruning.prune_standings(now)
    # A row of a period that is not over would be missed.
    await database.connections.write(
        lambda connection: connection.execute(standings.delete().where(standings.c.since == Period.WEEK.since(now)))
    )
    assert [fault.where for fault in await database.audit.ledger_faults()] == [f"server {GUILD}"]


async def _standings(database: Database) -> int:
    return await database.connections.read(
        lambda connection: connection.scalar(select(func.count()).select_from(standings)) or 0
    )
