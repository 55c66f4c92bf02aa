"""Tournaments in the database: one at a time in a channel, one decision on a version, one table for a pairing."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.rows.slots import MessageRow, Slot
from bot.rows.storage_errors import Conflict, Failed, Repeated
from bot.storage import Database, PairingTable, StoryParts, StoryRow, TournamentRow
from bot.storage.repositories.tournaments import ErrorCosts
from tests.bot.storage.making import ALICE, BRUNO, CHALLENGE, CHLOE, GUILD, opening, played, step, won_by
from tests.support.erasing import erase_person

NEW = TournamentRow(
    id=0,
    guild_id=GUILD,
    channel_id=70,
    opener_id=ALICE,
    name="Spring",
    status="open",
    terms={"form": "knock-out"},
    state={},
    version=1,
    deadline=None,
    opened_at=1_000,
    updated_at=1_000,
    people=((BRUNO, "Bruno"), (ALICE, "Alice")),
)


async def made(database: Database, **changes: Any) -> TournamentRow:
    row = replace(NEW, **changes)
    return replace(row, id=await database.tournaments.open(row))


def after(row: TournamentRow, **changes: Any) -> TournamentRow:
    return replace(row, version=row.version + 1, **changes)


async def test_what_is_written_is_read_with_its_people_in_their_order(database: Database) -> None:
    row = await made(database)
    assert await database.tournaments.get(row.id) == row
    later = after(row, status="running", deadline=9_000, state={"a": [1, None]}, people=((ALICE, "A"), (CHLOE, "C")))
    await database.tournaments.change(later, row.version)
    assert await database.tournaments.get(row.id) == later
    assert await database.tournaments.get(row.id + 1) is None


async def test_a_channel_has_one_tournament_at_a_time(database: Database) -> None:
    first = await made(database)
    with pytest.raises(Conflict):
        await made(database)
    other = await made(database, channel_id=71)
    assert await database.tournaments.all_open() == (first, other)
    over = after(first, status="over")
    await database.tournaments.change(over, 1)
    second = await made(database)
    assert await database.tournaments.last_opened_at(70) == second
    assert await database.tournaments.last_opened_at(72) is None
    assert await database.tournaments.all_open() == (other, second)
    assert await database.tournaments.over_since(1_000) == (over,)
    assert await database.tournaments.over_since(1_001) == ()


async def test_of_two_decisions_on_one_version_one_is_written(database: Database) -> None:
    row = await made(database)
    done = await asyncio.gather(
        *(database.tournaments.change(after(row, name=name), row.version) for name in "ab"), return_exceptions=True
    )
    assert [type(result) for result in done if result is not None] == [Conflict]


async def test_an_interaction_is_carried_out_once(database: Database) -> None:
    opened = replace(NEW, id=await database.tournaments.open(NEW, cause=5))
    with pytest.raises(Repeated) as again:
        await database.tournaments.open(NEW, cause=5)
    assert (again.value.table_id, again.value.seq) == (opened.id, 1)
    await database.tournaments.change(after(opened, name="x"), 1, cause=6)
    with pytest.raises(Repeated):
        await database.tournaments.change(after(opened, name="y"), 1, cause=6)
    kept = await database.tournaments.get(opened.id)
    assert kept is not None
    assert kept.name == "x"


async def test_only_a_running_tournament_waits_and_a_status_is_known(database: Database) -> None:
    for changes in ({"deadline": 5}, {"status": "asleep"}):
        with pytest.raises((Conflict, Failed)):
            await made(database, **changes)
    row = await made(database)
    with pytest.raises(Failed):
        await database.tournaments.change(after(row, deadline=5), 1)


async def test_a_pairing_has_one_table_for_each_attempt(database: Database) -> None:
    row = await made(database)
    first = PairingTable(row.id, 1, 2, 1, 0)
    table_id = await database.tournaments.open_pairing(opening(), first)
    with pytest.raises(Conflict):
        await database.tournaments.open_pairing(opening(), first)
    again = await database.tournaments.open_pairing(opening(), replace(first, attempt=2))
    assert await database.tournaments.pairing_tables(row.id, 1) == (
        replace(first, table_id=table_id),
        replace(first, attempt=2, table_id=again),
    )
    assert await database.tournaments.pairing_tables(row.id, 2) == ()
    assert (await database.tables.all_open()).total == 2, "a table that plays no pairing was not left behind"


async def test_errors_are_summed_over_the_games_of_a_tournament_and_the_last_unreviewed_one_is_known(
    database: Database,
) -> None:
    row, other = await made(database), await made(database, channel_id=71)
    played_by = [CHALLENGE, *(replace(CHALLENGE, challenger_id=ALICE, challenged_id=BRUNO) for _ in range(2))]
    for number, table in enumerate(played_by, 1):
        mine = row if number < 3 else other
        table_id = await database.tournaments.open_pairing(opening(table), PairingTable(mine.id, 1, number, 1, 0))
        seats = replace(table, id=table_id, status="playing", north_id=ALICE, south_id=BRUNO)
        await database.tables.commit(step(seats, result=won_by(seats, "north", at=5_000 + number)))
        assert await database.tournaments.last_unreviewed_end(mine.id) == 5_000 + number
        if number == 2:
            assert await database.tournaments.errors(row.id) == (
                ErrorCosts(ALICE, 1, 700, 9),
                ErrorCosts(BRUNO, 1, 0, 6),
            )
        parts = {"north": StoryParts(0, 0, 0, 700, 9), "south": StoryParts(0, 0, 0, 0, 6)}
        await database.stories.put(table_id, 1, StoryRow("model", "[0]"), parts)
    assert await database.tournaments.last_unreviewed_end(row.id) is None
    assert await database.tournaments.errors(row.id) == (ErrorCosts(ALICE, 2, 1_400, 18), ErrorCosts(BRUNO, 2, 0, 12))


async def test_games_are_counted_for_the_seeding(database: Database) -> None:
    await played(database, ALICE, BRUNO, ("north", 5_000), ("north", 6_000), ("south", 7_000), (None, 8_000))
    await played(database, ALICE, CHLOE, ("south", 5_000), guild=GUILD + 1)
    assert await database.results.tallies(GUILD, [ALICE, BRUNO, CHLOE]) == {ALICE: (2, 3), BRUNO: (1, 3)}
    assert await database.results.tallies(GUILD, []) == {}


async def test_pictures_are_remembered_by_their_slots(database: Database) -> None:
    row = await made(database)
    one, two = (MessageRow(row.id, Slot.parse(slot), 70, 1, "x", 1_000) for slot in ("cup", "cup.1"))
    await database.tournament_messages.put(one, two)
    await database.tournament_messages.put(replace(one, state_hash="y"))
    assert await database.tournament_messages.of(row.id) == (replace(one, state_hash="y"), two)


async def test_an_erased_person_has_no_name_in_their_tournaments(database: Database) -> None:
    row = await made(database)
    stand_in = await erase_person(database, ALICE)
    kept = await database.tournaments.get(row.id)
    assert kept is not None
    assert (kept.opener_id, kept.people) == (stand_in, ((BRUNO, "Bruno"), (stand_in, "")))
    assert kept.version == row.version + 1, "a decision made before it is refused"
