"""A table whose log cannot be read is put aside: others go on, its chips are returned, and the audit names it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.audit import verify
from bot.storage import PutAside
from bot.tables import archive, timeouts
from bot.tables.actions import betting, play, rematch, seating
from bot.tables.problems import Problem, Refused, TableLost
from bot.tables.state.table_state import Status
from ecarte.game import Seat
from ecarte.table import PoolForm
from tests.bot.tables.salon import GUILD, OPENING, Salon, staked

DAMAGES = {
    "broken JSON": "UPDATE events SET data = '{' WHERE table_id = :table AND seq = 3",
    "truncated": "UPDATE events SET data = substr(data, 1, length(data) / 2) WHERE table_id = :table AND seq = 1",
    "missing key": "UPDATE events SET data = json_remove(data, '$.terms') WHERE table_id = :table AND seq = 1",
    "wrong pace": "UPDATE events SET data = replace(data, 'live', 'gallop') WHERE table_id = :table AND seq = 1",
    "lost first event": "DELETE FROM events WHERE table_id = :table AND seq = 1",
    "lost middle event": "DELETE FROM events WHERE table_id = :table AND seq = 3",
    "lost last event": "DELETE FROM events WHERE table_id = :table AND seq = (SELECT max(seq) FROM events)",
    "lost log": "DELETE FROM events WHERE table_id = :table",
    "unknown event": "UPDATE events SET type = 'flown' WHERE table_id = :table AND seq = 3",
    "unknown version": "UPDATE events SET version = 99 WHERE table_id = :table AND seq = 3",
    "out of order": (
        "UPDATE events SET (type, version, data) = (SELECT type, version, data FROM events it"
        " WHERE it.table_id = :table AND it.seq = 5 - events.seq) WHERE table_id = :table AND seq IN (1, 4)"
    ),
    "wrong types": "UPDATE events SET data = '[1, \"2\", null]' WHERE table_id = :table AND seq = 2",
    "a number in place of a text": "UPDATE events SET data = '7' WHERE table_id = :table AND seq = 4",
    "foreign seat": (
        "UPDATE events SET data = replace(replace(data, '\"north\"', '\"east\"'), '\"south\"', '\"east\"')"
        " WHERE table_id = :table"
    ),
    "another player in its row": "UPDATE tables SET north_id = 6 WHERE id = :table",
}
LOST = pytest.mark.expects_log("bot.tables.log", r"^table \d+ is put aside: its log cannot be read \(.+\); its chips")


def damage(folder: Path, table: int, script: str) -> None:
    """Changes the file without the bot."""
    with closing(sqlite3.connect(folder / "salon.sqlite3")) as connection, connection:
        connection.execute(script, {"table": table})


async def lost(room: Salon, table: int) -> PutAside:
    """Reads a table that is lost."""
    with pytest.raises(TableLost) as refused:
        await room.view(table)
    return refused.value.lost


@LOST
@pytest.mark.parametrize("name", DAMAGES)
async def test_one_unreadable_table_stops_no_other_and_gives_its_chips_back(
    room: Salon, tmp_path: Path, name: str
) -> None:
    broken, whole = await room.seated(staked(50)), await room.seated(staked(30), 2, 3)
    await betting.bet(room.tables, broken, room.people[4], Seat.NORTH, 20)
    before = await room.purses()
    assert (before[1], before[5]) == (OPENING - 50, OPENING - 20)
    room.restart()
    damage(tmp_path, broken, DAMAGES[name])
    told: list[int] = []
    room.tables.log.lost.append(lambda lost: told.append(lost.table_id))
    first = await lost(room, broken)
    assert await lost(room, broken) == first, "once"
    assert told == [broken]
    assert not first.frozen
    assert set(first.people) >= {1, 2, 5} if name != "another player in its row" else {2, 5, 6}
    assert await room.purses() == {**before, 1: OPENING, 2: OPENING, 5: OPENING}
    assert await room.at_stake(broken) == {}
    report = await verify(room.database)
    assert report.faults == ()
    assert [fault.table_id for fault in report.put_aside] == [broken]
    assert (await room.step(whole)).status is Status.PLAYING
    again = await room.seated(staked(50))
    assert (await room.step(again)).status is Status.PLAYING
    assert await timeouts.time_passed(room.tables, broken) is None


@LOST
async def test_what_a_pool_holds_goes_back_too(room: Salon, tmp_path: Path) -> None:
    table = await seating.challenge(room.tables, GUILD, 70, room.people[0], None, staked(40, pool=PoolForm.ALL))
    for person in room.people[1:3]:
        await seating.accept(room.tables, table.id, person)
    before = await room.purses()
    assert [before[person] for person in (1, 2, 3)] == [OPENING - 40] * 3
    room.restart()
    damage(tmp_path, table.id, DAMAGES["broken JSON"])
    assert not (await lost(room, table.id)).frozen
    assert await room.purses() == {**before, 1: OPENING, 2: OPENING, 3: OPENING}
    assert await room.at_stake(table.id) == {}


@LOST
async def test_what_bets_and_side_bets_hold_goes_back_too(room: Salon, tmp_path: Path) -> None:
    table = await room.seated(staked(50))
    for person, seat in zip(room.people[2:4], Seat, strict=True):
        await betting.bet(room.tables, table, person, seat, 10)
    view = await room.cards(table)
    while view.galerie.pause is None:
        view = await room.step(table)
    await betting.offer(room.tables, table, room.people[4], Seat.NORTH, 20)
    await betting.take_offer(room.tables, table, room.people[5], 1)
    held = await room.at_stake(table)
    assert held.keys() == {1, 2, 3, 4, 5, 6}
    before = await room.purses()
    room.restart()
    damage(tmp_path, table, DAMAGES["broken JSON"])
    assert not (await lost(room, table)).frozen
    assert await room.purses() == {person: chips + held.get(person, 0) for person, chips in before.items()}
    assert await room.at_stake(table) == {}
    await room.expect_balanced()


@LOST
async def test_a_game_that_was_over_stays_paid_when_its_table_is_put_aside(room: Salon, tmp_path: Path) -> None:
    table = await room.seated(staked(50))
    await room.lose(table, Seat.SOUTH)
    await rematch.rematch(room.tables, table, 1)
    await rematch.rematch(room.tables, table, 2)
    settled = (await room.purses())[1]
    assert settled == OPENING + 50 - 50
    room.restart()
    damage(tmp_path, table, DAMAGES["broken JSON"])
    await lost(room, table)
    purses = await room.purses()
    assert (purses[1], purses[2]) == (OPENING + 50, OPENING - 50), "the game that was over stays paid"
    await room.database.tables.put_aside(table, "again", room.now)
    assert await room.purses() == purses


@LOST
async def test_chips_of_which_the_ledger_does_not_add_up_stay_frozen_and_the_audit_says_so(
    room: Salon, tmp_path: Path
) -> None:
    table = await room.seated(staked(50))
    room.restart()
    damage(tmp_path, table, DAMAGES["truncated"])
    damage(tmp_path, table, "UPDATE accounts SET balance = balance + 1 WHERE kind = 'escrow' AND holder = :table")
    assert (await lost(room, table)).frozen
    assert (await room.purses())[1] == OPENING - 50
    assert any(
        f"game 1 of table {table}) still holds 101" in str(fault) for fault in (await verify(room.database)).faults
    )
    with pytest.raises(Refused) as refused:
        await play.move(room.tables, table, 1, None, lambda view: view.legal_moves[0])
    assert refused.value.problem is Problem.TABLE_LOST_CHIPS


async def test_the_damaged_log_of_a_closed_table_costs_its_records_alone(room: Salon, tmp_path: Path) -> None:
    table = await room.seated(staked(50))
    await room.lose(table, Seat.SOUTH)
    await rematch.close(room.tables, table, 1)
    room.restart()
    damage(tmp_path, table, DAMAGES["broken JSON"])
    purses = await room.purses()
    for read in (
        lambda: room.view(table),
        lambda: archive.record(room.tables, table, 1),
    ):
        with pytest.raises(Refused) as refused:
            await read()
        assert refused.value.problem is Problem.RECORD_LOST
    assert await room.purses() == purses
    assert len((await verify(room.database)).faults) == 1


@pytest.mark.expects_log("bot.tables.log", r"put aside: its log cannot be read")
@pytest.mark.expects_log("bot.tables.log", r"nor can most others: none is put aside$")
async def test_a_release_that_reads_no_log_puts_only_a_few_aside(room: Salon, tmp_path: Path) -> None:
    tables = [await room.seated(staked(0)) for _ in range(5)]
    room.restart()
    for table in tables:
        damage(tmp_path, table, DAMAGES["unknown version"])
    problems = []
    for table in tables:
        with pytest.raises(Refused) as refused:
            await room.view(table)
        problems.append(refused.value.problem)
    assert problems == [Problem.TABLE_LOST] * 3 + [Problem.RECORD_LOST] * 2
