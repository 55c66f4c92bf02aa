"""Taking up tables after a start or an outage: no log is read for it, and nothing expires before it is credited."""

from __future__ import annotations

from contextlib import AbstractContextManager

from bot.people.person import Person
from bot.rows.commits import EventRecord
from bot.rows.outages import Outage
from bot.tables import timeouts
from bot.tables.actions import chairs, play, seating
from bot.tables.log import TableLog
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from ecarte.ai import Level
from ecarte.game import Seat
from tests.bot.tables.salon import Salon, staked
from tests.support.statements import statements

HOUSE = Person.of_house(Level.SALON)
MINUTE_MS = 60_000


def logs_read() -> AbstractContextManager[list[str]]:
    """Collects the queries that read logs."""
    return statements(lambda statement: "FROM events" in statement)


async def credits_of(room: Salon, table: int) -> list[EventRecord]:
    """The credits in the log of a table."""
    loaded = await room.database.tables.load(table)
    assert loaded is not None
    return [EventRecord(row.type, row.version, row.data) for row in loaded[1] if row.type == "clock_credited"]


async def test_an_outage_is_stored_for_all_tables_without_reading_a_log(room: Salon) -> None:
    tables = [await room.seated(staked(0)) for _ in range(3)]
    room.restart()
    with logs_read() as asked:
        await timeouts.record_outage(room.tables, Outage(room.now - 10 * MINUTE_MS, room.now))
    assert asked == []
    assert set(room.tables.log.all_owed()) == set(tables)


async def test_an_outage_is_credited_once_however_often_the_bot_dies_before_a_table_takes_it_in(room: Salon) -> None:
    table = await room.seated(staked(0))
    before = (await room.view(table)).deadline
    room.now += 10 * MINUTE_MS
    await timeouts.record_outage(room.tables, Outage(room.now - 10 * MINUTE_MS, room.now))
    for _ in range(3):
        room.restart()
        room.tables.log.owe(await room.tables.recovery.owed_outages())
    await timeouts.time_passed(room.tables, table)
    await timeouts.time_passed(room.tables, table)
    assert len(await credits_of(room, table)) == 1
    assert before is not None
    assert (await room.view(table)).deadline == before + 10 * MINUTE_MS
    room.restart()
    assert await room.tables.recovery.owed_outages() == {}


async def test_two_outages_are_both_credited(room: Salon) -> None:
    table = await room.seated(staked(0))
    before = (await room.view(table)).deadline
    for _ in range(2):
        room.now += 5 * MINUTE_MS
        await timeouts.record_outage(room.tables, Outage(room.now - 4 * MINUTE_MS, room.now))
    await timeouts.time_passed(room.tables, table)
    assert before is not None
    assert (await room.view(table)).deadline == before + 8 * MINUTE_MS


async def test_nothing_expires_before_the_outage_is_credited(room: Salon) -> None:
    """A table's credit comes before anything else that happens to it: here the clock, and a move."""
    terms = staked(0)
    table, other = await room.seated(terms), await room.seated(terms, 2, 3)
    room.now += terms.pace.decision_ms + terms.pace.reserve_ms + terms.pace.patience_ms
    await timeouts.record_outage(room.tables, Outage(room.now - terms.pace.patience_ms, room.now))
    shown = await room.later(0, table)
    assert shown.status is Status.PLAYING
    shown = await room.step(other)
    assert shown.status is Status.PLAYING
    for number in (table, other):
        assert len(await credits_of(room, number)) == 1


async def test_a_clock_that_began_in_an_outage_is_credited_from_then_on(room: Salon) -> None:
    table = await room.seated(staked(0))
    room.now += MINUTE_MS
    view = await room.step(table)
    before = view.deadline
    assert before is not None
    room.now += MINUTE_MS
    await timeouts.record_outage(room.tables, Outage(room.now - 10 * MINUTE_MS, room.now))
    await timeouts.time_passed(room.tables, table)
    assert (await room.view(table)).deadline == before + MINUTE_MS


async def test_what_a_table_is_owed_goes_with_its_next_change_even_if_no_clock_runs(room: Salon) -> None:
    table = await room.seated(staked(0))
    await room.lose(table, Seat.SOUTH)
    await timeouts.record_outage(room.tables, Outage(room.now - MINUTE_MS, room.now))
    await chairs.enter(room.tables, table, room.people[2])
    assert await credits_of(room, table) == []
    assert await room.tables.recovery.owed_outages() == {}


async def test_the_row_says_where_the_house_may_have_to_move(room: Salon) -> None:
    allowed = staked(0, house=Level.SALON)
    asked = await seating.challenge(room.tables, 7, 70, room.people[0], HOUSE, Terms())
    plain = await room.seated(allowed)

    async def with_house() -> set[int]:
        return {row.id for row in await room.database.recovery.open_tables() if row.house}

    assert await with_house() == {asked.id}
    await seating.accept(room.tables, asked.id, HOUSE)
    assert await with_house() == {asked.id}
    await room.lose(plain, Seat.SOUTH)
    await chairs.ask_house(room.tables, plain, 1)
    assert await with_house() == {asked.id, plain}, "it waits for the empty chair"
    await chairs.leave_queue(room.tables, plain, HOUSE.id)
    assert await with_house() == {asked.id}
    await room.expect_balanced()


async def test_states_of_tables_that_are_not_used_are_let_go_and_folded_again(room: Salon) -> None:
    tables = [await room.seated(staked(0)) for _ in range(4)]
    for table in tables:
        await room.step(table)
    views = {table: await room.view(table) for table in tables}
    log = TableLog(room.database.tables, lambda: room.now, room.database.fence, states_kept=2)
    with logs_read() as asked:
        for table in tables:
            assert (await log.views(table)).table == views[table]
        assert len(asked) == 4
        await log.views(tables[3])
        assert len(asked) == 4, "it is still there"
        assert (await log.views(tables[0])).table == views[tables[0]]
        assert len(asked) == 5, "it was let go"


async def test_a_repeated_press_on_a_table_that_is_owed_an_outage_is_carried_out_once(room: Salon) -> None:
    table = await room.seated(staked(0))
    await timeouts.record_outage(room.tables, Outage(room.now - MINUTE_MS, room.now))
    view = await room.view(table)
    assert view.game is not None
    assert view.game.turn is not None
    for _ in range(2):
        after = await play.move(
            room.tables,
            table,
            view.person(view.game.turn).id,
            view.decision,
            lambda player_view: player_view.legal_moves[0],
            99,
        )
    assert after.decision == view.decision + 1
