"""A start reads deadlines. It reads a log only if something is due, owed or perhaps not drawn."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AbstractContextManager, closing

import pytest

from bot.adapter.custom_ids import Verb
from bot.clock import Scheduler
from bot.recovery import Recovery
from bot.rows.outages import Outage
from bot.tables.state.table_state import Status
from tests.support.cardroom import CardWorld
from tests.support.patience import PATIENCE_S
from tests.support.shown import verbs_of
from tests.support.statements import statements


def asked_of(name: str) -> AbstractContextManager[list[str]]:
    """Collects the queries that read a table of the database."""
    # The first table of a query: a look for threads near archiving reads messages in a part of its condition.
    return statements(lambda statement: statement.partition("FROM ")[2].startswith(f"{name} \nWHERE"))


async def test_a_start_reads_no_log_and_compares_no_message_where_all_was_drawn(cards: CardWorld, table: int) -> None:
    world = cards.world
    other = await cards.sit_down(world.chloe, world.david)
    with asked_of("events") as logs, asked_of("messages") as messages:
        await world.restart()
        assert (logs, messages) == ([], [])
    await cards.does("bruno", Verb.PLAY)
    assert Verb.PLAY in verbs_of(cards.held("alice"))
    await cards.play(other)


async def test_a_start_after_a_crash_compares_what_changed_since_the_last_heartbeat(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    await cards.sit_down(world.chloe, world.david)
    await world.pass_time(90)
    await cards.does("bruno", Verb.PLAY)
    with asked_of("events") as logs:
        await world.restart(crash=True)
    assert len(logs) == 1, "the other table was seen to be drawn"


async def test_a_clock_goes_on_after_a_start_though_its_log_was_not_read(cards: CardWorld, table: int) -> None:
    world = cards.world
    await world.restart()
    await world.pass_time(60 + 120 + 3_600 + 1)
    assert (await cards.view(table)).status is Status.CLOSED


async def test_another_release_compares_every_open_table_once(cards: CardWorld, table: int) -> None:
    world = cards.world
    with closing(sqlite3.connect(cards.database)) as connection:
        connection.execute("UPDATE heartbeat SET release = 'older'")
        connection.commit()
    with asked_of("messages") as messages:
        await world.restart()
        assert messages
        messages.clear()
        await world.restart()
        assert messages == []


async def test_a_table_whose_clock_may_go_on_just_as_the_last_table_was_looked_at_is_taken_up(
    cards: CardWorld, table: int
) -> None:
    app, before, drawn, held = cards.room.app, (await cards.view(table)).deadline, asyncio.Event(), [True]

    async def draw(_table: int) -> None:
        drawn.set()

    async def due(_table: int, _guild: int) -> None:
        raise AssertionError("no time passes")

    def is_held(_guild: int) -> bool:
        if not held:
            return False
        held.clear()
        asyncio.get_running_loop().call_soon(recovery.go)
        return True

    recovery = Recovery(app, Scheduler(app.now, due), draw, is_held)
    await recovery.credit([Outage(app.now(), app.now() + 60_000)], {}, {})
    recovery.go()
    async with asyncio.timeout(PATIENCE_S):
        await drawn.wait()
    await recovery.stop()
    assert before is not None
    after = (await cards.view(table)).deadline
    assert after is not None
    assert after > before


@pytest.mark.expects_log("bot.tables.log", r"^table \d+ is put aside: its log cannot be read \(SerializeError\)")
async def test_one_unreadable_log_keeps_no_other_table_from_its_players(cards: CardWorld, table: int) -> None:
    world = cards.world
    other = await cards.sit_down(world.chloe, world.david)
    with closing(sqlite3.connect(cards.database)) as connection:
        connection.execute("UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 1", (table,))
        connection.commit()
    await cards.outage(600)
    await cards.play(other)
    assert (await cards.view(other)).status is Status.BETWEEN
