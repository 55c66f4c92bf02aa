"""What a table waits for: its timer, its end, and outages, alike for every kind. No player loses or gains time by them.

`waited-before.jsonl` has logs from before a waiting was one value, with outages in every kind of it, and the deadline
of the table after each event. NEVER EDIT IT.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from operator import itemgetter, methodcaller
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from sqlalchemy import update

from bot.audit import verify
from bot.clock import Pace
from bot.people.person import Person
from bot.rows.outages import Outage
from bot.storage.schema.tables import tables
from bot.tables import timeouts
from bot.tables.actions import betting, chairs, play, seating, succession
from bot.tables.events.table_events import decode
from bot.tables.problems import Refused
from bot.tables.state.apply import evolve
from bot.tables.state.table_state import Status, TableState
from bot.tables.state.waiting import Waiting, WaitKind, waiting_of, waits_of, wake_at
from bot.tables.terms import Terms
from ecarte.ai import Level
from ecarte.game import Manners, Resign, Rules, Seat
from ecarte.table import PoolForm
from tests.bot.tables.cutting import CUT_MS, TERMS
from tests.bot.tables.salon import CHANNEL, GUILD, Salon, staked

Reach: TypeAlias = Callable[[Salon], Awaitable[int]]

MINUTE_MS = 60_000
HOURS_MS = 3 * 3_600_000
"""Longer than an hour, for which a live table is kept between two games."""
BEFORE: Final[dict[str, list[dict[str, Any]]]] = {
    name: list(log)
    for name, log in groupby(
        map(json.loads, Path(__file__).with_name("waited-before.jsonl").read_text(encoding="utf-8").splitlines()),
        itemgetter("log"),
    )
}
SALON = replace(TERMS, rules=Rules(manners=Manners.SALON), last_trick_by_itself=False)


async def _challenge(room: Salon) -> int:
    return (await seating.challenge(room.tables, GUILD, CHANNEL, room.people[0], room.people[1], Terms())).id


async def _bets(room: Salon) -> int:
    return await room.seated(staked(50))


async def _backed(room: Salon, terms: Terms) -> int:
    """Plays to a table where South has two backers, the second with more, and North one. Bets are closed."""
    table = await room.seated(terms)
    for backer, side, chips in ((2, Seat.SOUTH, 20), (3, Seat.SOUTH, 40), (4, Seat.NORTH, 60)):
        await betting.bet(room.tables, table, room.people[backer], side, chips)
    await room.cards(table)
    return table


async def _resign(room: Salon, table: int) -> None:
    await play.move(room.tables, table, room.people[1].id, None, lambda _: Resign())


async def _heir(room: Salon) -> int:
    table = await _backed(room, staked(50))
    await _resign(room, table)
    return table


async def _until_errors(room: Salon, table: int) -> int:
    while WaitKind.ERRORS not in (await room.view(table)).waits:
        with suppress(Refused):  # a player of a salon may try what comes to nothing
            await room.step(table)
    return table


async def _errors(room: Salon) -> int:
    return await _until_errors(room, await room.seated(SALON))


async def _cut(room: Salon) -> int:
    return await room.seated(TERMS)


async def _decision(room: Salon) -> int:
    return await room.seated(staked(0))


async def _patience(room: Salon) -> int:
    table = await _decision(room)
    while (waiting := await waited(room, table)).kind is not WaitKind.PATIENCE:
        await room.later(waiting.wake_at - room.now, table)
    return table


async def _chair(room: Salon) -> int:
    table = await _decision(room)
    await chairs.enter(room.tables, table, room.people[2])
    await room.lose(table, Seat.SOUTH)
    return table


async def _pool(room: Salon) -> int:
    terms = staked(30, pool=PoolForm.ALL)
    table = (await seating.challenge(room.tables, GUILD, CHANNEL, room.people[0], None, terms)).id
    for person in room.people[1:3]:
        await seating.accept(room.tables, table, person)
    await room.play(table)
    return table


async def _next_game(room: Salon) -> int:
    table = await _decision(room)
    await room.lose(table, Seat.SOUTH)
    return table


TABLES: Final[dict[WaitKind, Reach]] = {
    WaitKind.CHALLENGE: _challenge,
    WaitKind.BETS: _bets,
    WaitKind.HEIR: _heir,
    WaitKind.ERRORS: _errors,
    WaitKind.CUT: _cut,
    WaitKind.DECISION: _decision,
    WaitKind.PATIENCE: _patience,
    WaitKind.CHAIR: _chair,
    WaitKind.POOL: _pool,
    WaitKind.NEXT_GAME: _next_game,
}
"""For each kind, how a table comes to wait for it. The waiting has just begun."""

ENDS: Final[dict[WaitKind, str]] = {
    WaitKind.CHALLENGE: "challenge_ended",
    WaitKind.BETS: "pause_ended",
    WaitKind.HEIR: "hand_declined",
    WaitKind.ERRORS: "played",
    WaitKind.CUT: "pack_made",
    WaitKind.DECISION: "time_told",
    WaitKind.PATIENCE: "closed",
    WaitKind.CHAIR: "chair_missed",
    WaitKind.POOL: "closed",
    WaitKind.NEXT_GAME: "closed",
}
"""The event that time causes. At these tables no player has acted, so the end of patience closes them."""


async def state_of(room: Salon, table: int) -> TableState:
    """The state of a table."""
    return await room.tables.log.state(table)


async def waited(room: Salon, table: int) -> Waiting:
    """What a table waits for."""
    waiting = waiting_of(await state_of(room, table))
    assert waiting is not None
    return waiting


async def log_after(room: Salon, table: int, version: int) -> list[str]:
    """The names of the events of a table after one of its versions."""
    loaded = await room.database.tables.load(table)
    assert loaded is not None
    return [event.type for event in loaded[1][version:]]


@pytest.mark.parametrize("kind", WaitKind)
async def test_the_timer_of_a_table_rings_at_the_end_of_what_it_waits_for(room: Salon, kind: WaitKind) -> None:
    table = await TABLES[kind](room)
    waiting, state = await waited(room, table), await state_of(room, table)
    assert waiting.kind is kind
    assert waiting.since <= room.now < waiting.until
    assert (await room.database.recovery.open_tables())[0].deadline == wake_at(state) == waiting.wake_at
    # Before the time is up, the bot warns a player twice.
    assert (waiting.wake_at < waiting.until) is (kind is WaitKind.DECISION)
    assert (await room.view(table)).waiting == waiting


@pytest.mark.parametrize("kind", WaitKind)
async def test_time_ends_what_is_waited_for_at_its_end_and_not_before(room: Salon, kind: WaitKind) -> None:
    table = await TABLES[kind](room)
    waiting = await waited(room, table)
    for _ in range(2):
        await room.later(waiting.until - 1 - room.now, table)
    assert (await waited(room, table)).until == waiting.until
    before = (await state_of(room, table)).version
    await room.later(1, table)
    assert (await log_after(room, table, before))[0] == ENDS[kind]
    after = waiting_of(await state_of(room, table))
    assert after is None or (after.kind, after.who) != (kind, waiting.who)
    await room.expect_balanced()


@pytest.mark.parametrize("outage_ms", [6_000, HOURS_MS])
@pytest.mark.parametrize("kind", WaitKind)
async def test_an_outage_moves_the_end_of_what_is_waited_for_by_its_length(
    room: Salon, kind: WaitKind, outage_ms: int
) -> None:
    table = await TABLES[kind](room)
    before = await waited(room, table)
    room.now += 1_000 + outage_ms
    await room.outage(outage_ms)
    after = await waited(room, table)
    assert (after.kind, after.who) == (kind, before.who)
    assert (after.since, after.until) == (before.since + outage_ms, before.until + outage_ms)
    await room.expect_balanced()


@pytest.mark.parametrize("kind", WaitKind)
async def test_an_outage_that_began_before_gives_only_what_was_lost(room: Salon, kind: WaitKind) -> None:
    """After a crash an outage is counted from the last sign of life, which may be half a minute too early."""
    table = await TABLES[kind](room)
    before = await waited(room, table)
    room.now = before.since + MINUTE_MS
    await room.outage(2 * MINUTE_MS)
    assert (await waited(room, table)).until == before.until + MINUTE_MS
    await room.expect_balanced()


@pytest.mark.parametrize("kind", WaitKind)
async def test_an_outage_with_an_event_in_it_gives_its_length_once(room: Salon, kind: WaitKind) -> None:
    """Presses may come in an outage: then the table takes in the time of the outage so far."""
    table = await TABLES[kind](room)
    before, began = await waited(room, table), room.now + 1_000
    room.tables.log.stopped_since = lambda _: began
    for thread in range(1, 4):
        room.now = began + thread * MINUTE_MS
        await seating.thread_made(room.tables, table, thread)
    room.tables.log.stopped_since = lambda _: None
    room.now += MINUTE_MS
    await timeouts.record_outage(room.tables, Outage(began, room.now))
    await timeouts.time_passed(room.tables, table)
    after = await waited(room, table)
    assert (after.kind, after.until) == (kind, before.until + 4 * MINUTE_MS)
    await room.expect_balanced()


@pytest.mark.parametrize("kind", WaitKind)
async def test_two_outages_and_a_restart_between_them_give_the_length_of_both(room: Salon, kind: WaitKind) -> None:
    table = await TABLES[kind](room)
    before = await waited(room, table)
    for length in (7_000, HOURS_MS):
        room.now += 1_000 + length
        await timeouts.record_outage(room.tables, Outage(room.now - length, room.now))
        room.restart()
    room.tables.log.owe(await room.tables.recovery.owed_outages())
    await timeouts.time_passed(room.tables, table)
    assert (await waited(room, table)).until == before.until + 7_000 + HOURS_MS


async def test_who_sits_keeps_the_hour_when_a_rentrant_was_missed_after_an_outage(room: Salon) -> None:
    table = await _chair(room)
    ended = room.now
    room.now += HOURS_MS
    await room.outage(HOURS_MS)
    call = await waited(room, table)
    table_view = await room.later(call.until - room.now, table)
    waiting = await waited(room, table)
    assert (table_view.status, waiting.kind) == (Status.BETWEEN, WaitKind.NEXT_GAME)
    assert waiting.until == ended + Pace.live().patience_ms + HOURS_MS


async def test_a_row_of_before_with_an_outage_in_a_call_is_no_fault_and_another_is(room: Salon) -> None:
    """Earlier releases did not put off the hour of the players, and ended the call with it."""
    table = await _chair(room)
    ended = room.now
    room.now += HOURS_MS
    await room.outage(HOURS_MS)
    hour = ended + Pace.live().patience_ms
    for deadline, faults in ((hour + 1, 1), (hour, 0)):
        stored = update(tables).values(updated_at=ended, deadline=deadline)
        await room.database.connections.write(methodcaller("execute", stored))
        assert len((await verify(room.database)).faults) == faults
    # A table with such a row goes on too.
    room.restart()
    call = await waited(room, table)
    assert (await room.later(0, table)).galerie.awaited == room.people[2].id
    assert (await room.later(call.until - room.now, table)).galerie.awaited is None
    await room.expect_balanced()


async def test_who_is_called_late_has_all_the_time_that_the_table_says(room: Salon) -> None:
    table = await _next_game(room)
    room.now = (await waited(room, table)).until - 1
    await chairs.enter(room.tables, table, room.people[2])
    call = await waited(room, table)
    assert (call.kind, call.until) == (WaitKind.CHAIR, room.now + Pace.live().call_ms)
    assert (await room.later(call.until - 1 - room.now, table)).status is Status.BETWEEN
    assert (await room.view(table)).galerie.awaited == room.people[2].id


async def test_an_outage_puts_off_the_first_cut_where_no_clock_runs_but_not_the_week(room: Salon) -> None:
    house = Person.of_house(Level.NOVICE)
    terms = replace(Terms(in_thread=False, pace=Pace.without_clock(), cut_ms=CUT_MS).against_house)
    table = (await seating.against_house(room.tables, GUILD, room.people[0], house, terms)).id
    for kind, moved in ((WaitKind.CUT, HOURS_MS), (WaitKind.PATIENCE, 0)):
        before = await waited(room, table)
        assert before.kind is kind
        room.now += HOURS_MS
        await room.outage(HOURS_MS)
        assert await waited(room, table) == replace(before, since=before.since + moved, until=before.until + moved)
        if kind is WaitKind.CUT:
            await room.cut(table, 9)


async def test_an_outage_moves_all_that_is_waited_for_at_once(room: Salon) -> None:
    table = await _backed(room, staked(50, cut_ms=CUT_MS))
    await _resign(room, table)
    before = waits_of(await state_of(room, table))
    assert list(before) == [WaitKind.HEIR, WaitKind.CUT]
    room.now += HOURS_MS
    await room.outage(HOURS_MS)
    after = waits_of(await state_of(room, table))
    assert {kind: after[kind].until - before[kind].until for kind in before} == dict.fromkeys(before, HOURS_MS)


@pytest.mark.law(54)
@pytest.mark.parametrize("declined", [False, True])
@pytest.mark.parametrize("kind", [WaitKind.CUT, WaitKind.ERRORS])
async def test_the_time_to_cut_or_to_call_errors_stands_while_a_hand_is_offered(
    room: Salon, kind: WaitKind, declined: bool
) -> None:
    table = await _backed(room, replace(SALON, stake=50))
    if kind is WaitKind.ERRORS:
        await _until_errors(room, table)
    room.now += 5_000
    left = (await waited(room, table)).until - room.now
    await _resign(room, table)
    heir = room.people[3]
    if declined:
        room.now += 30_000
        await room.outage(10_000)
        await succession.decline_hand(room.tables, table, heir.id)
        heir = room.people[2]
    room.now += MINUTE_MS - 1
    await succession.take_hand(room.tables, table, heir)
    waiting = await waited(room, table)
    assert (waiting.kind, waiting.until) == (kind, room.now + left)
    await room.expect_balanced()


@pytest.mark.parametrize("name", BEFORE)
def test_a_log_of_before_leads_to_the_deadlines_that_it_led_to(name: str) -> None:
    state, deadlines = None, []
    for event in BEFORE[name]:
        state = evolve(state, 1, decode(event["type"], event["version"], event["data"]), event["at"])
        deadlines.append(wake_at(state))
    assert deadlines == [event["deadline"] for event in BEFORE[name]]


def test_the_logs_of_before_have_outages_in_each_of_the_ten_kinds_that_there_were() -> None:
    credited: set[WaitKind] = set()
    for log in BEFORE.values():
        state = None
        for event in log:
            if state is not None and event["type"] == "clock_credited":
                credited.update(waits_of(state))
            state = evolve(state, 1, decode(event["type"], event["version"], event["data"]), event["at"])
    assert len(credited) == 10
