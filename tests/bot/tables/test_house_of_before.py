"""Tables at which the house gave a number to a discard that follows by itself: they stay verifiable, and go on.

That version of the code wrote `house_due_discards.sql`. Table 1 has a finished game. Table 5 waits for the member in
the middle of a deal in which the discard of the house followed by itself. NEVER EDIT IT.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.people.person import Person
from bot.storage import Database
from bot.storage.backends.sqlite_file import APPLICATION_ID
from bot.tables import archive
from bot.tables.events.fair_events import HousePlays
from bot.tables.state.table_state import Status
from ecarte import notation
from ecarte.ai import Level, MoveVerdict, name_of
from ecarte.fair import discard_due
from ecarte.game import Seat
from ecarte.teaching import steps
from tests.bot.tables.salon import Salon
from tests.bot.tables.test_house_audited import events_of, house_with, played, recomputed, to_the_end

DUMP = Path(__file__).parents[1] / "storage" / "house_due_discards.sql"
OVER, OPEN = 1, 5
BEFORE = "starter 1"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Salon]:
    """The room on the old database, brought up to today's schema."""
    path = tmp_path / "salon.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    async with await Database.open(str(path)) as database:
        await database.migrate()
        yield Salon(database, random.Random(1), [Person(number, f"P{number}") for number in range(1, 7)])


async def due_discards(room: Salon, table: int) -> int:
    record = notation.read(await archive.record(room.tables, table, 1))
    return sum(discard_due(before, event) is Seat.SOUTH for before, event in steps(record.events))


async def test_a_finished_game_stays_verifiable(room: Salon) -> None:
    assert await due_discards(room, OVER)
    moves = await recomputed(room, OVER)
    assert {(move.verdict, move.player) for move in moves} == {(MoveVerdict.AGREES, BEFORE)}


async def test_a_deal_that_is_on_is_played_to_its_end_and_every_move_follows(room: Salon) -> None:
    assert (await room.view(OPEN)).status is Status.PLAYING
    player = house_with(room)
    await played(room, OPEN, player, to_the_end)
    await player.stop()
    assert await due_discards(room, OPEN)
    named = [event.player for event in await events_of(room, OPEN) if isinstance(event, HousePlays)]
    assert named == [BEFORE, name_of(Level.STARTER)]
    moves = await recomputed(room, OPEN)
    assert {move.verdict for move in moves} == {MoveVerdict.AGREES}
    assert {move.player for move in moves} == {BEFORE, name_of(Level.STARTER)}
