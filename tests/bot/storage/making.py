"""Tables, events and games for the tests of the storage, each with only the facts that the test needs."""

from __future__ import annotations

import math
from dataclasses import replace

from bot.ranking.board_lines import Z
from bot.rows.commits import Commit, EventRecord, StoredEvent
from bot.rows.game_results import GameResult, PlayerResult
from bot.rows.table_rows import TableRow
from bot.storage import Database

GUILD = 1_100_000_000_000_000_001
OTHER_GUILD = 1_100_000_000_000_000_002
CHANNEL = 1_200_000_000_000_000_001
ALICE = 1_300_000_000_000_000_001
BRUNO = 1_300_000_000_000_000_002
CHLOE = 1_300_000_000_000_000_003
DAVID = 1_300_000_000_000_000_004

CHALLENGE = TableRow(
    id=0,
    guild_id=GUILD,
    channel_id=CHANNEL,
    thread_id=None,
    status="challenge",
    north_id=None,
    south_id=None,
    challenger_id=ALICE,
    challenged_id=BRUNO,
    version=1,
    deadline=2_000,
    opened_at=1_000,
    updated_at=1_000,
)


def happened(type_: str = "nodded", **data: int | str) -> EventRecord:
    """Returns an event whose kind does not matter here."""
    return EventRecord(type_, 1, data)


def opening(row: TableRow = CHALLENGE, *, cause: int | None = None) -> Commit:
    """Opens a table with one event."""
    return Commit(row, 0, (happened("opened"),), 1_000, cause)


def step(
    row: TableRow, *events: EventRecord, cause: int | None = None, result: GameResult | None = None, at: int = 1_500
) -> Commit:
    """Returns a commit on the row's version, by default with one event. The row has its new values."""
    events = events or (happened(),)
    return Commit(replace(row, version=row.version + len(events)), row.version, events, at, cause, result)


async def opened(database: Database, row: TableRow = CHALLENGE, *, cause: int | None = None) -> TableRow:
    """Opens a table. Returns its row."""
    return replace(row, id=await database.tables.open(opening(row, cause=cause)))


async def seated(database: Database, north: int = ALICE, south: int = BRUNO, guild: int = GUILD) -> TableRow:
    """Returns the row of a table at which two play."""
    row = await opened(database, replace(CHALLENGE, guild_id=guild, challenger_id=north, challenged_id=south))
    row = replace(row, status="playing", north_id=north, south_id=south)
    return replace(row, version=await database.tables.commit(step(row)))


def won_by(
    row: TableRow, winner: str | None, *, game_no: int = 1, at: int = 5_000, north: int = 5, south: int = 3
) -> GameResult:
    """Returns a game at a table: five deals, one vole by north, one king by south."""
    assert row.north_id is not None
    assert row.south_id is not None
    return GameResult(
        table_id=row.id,
        game_no=game_no,
        guild_id=row.guild_id,
        started_at=at - 1_000,
        ended_at=at,
        winner=winner,
        how="points" if winner else "void",
        north_score=north,
        south_score=south,
        deals=5,
        rules="cavendish",
        players=(
            PlayerResult(row.north_id, row.south_id, "north", winner == "north", north, 1, 0, 5),
            PlayerResult(row.south_id, row.north_id, "south", winner == "south", south, 0, 1, 5),
        ),
    )


async def played(
    database: Database, north: int, south: int, *games: tuple[str | None, int], guild: int = GUILD
) -> TableRow:
    """Seats two at a table of their own and plays games there, each given by a winner and a time."""
    row = await seated(database, north, south, guild)
    for game_no, (winner, at) in enumerate(games, 1):
        result = won_by(row, winner, game_no=game_no, at=at)
        row = replace(row, version=await database.tables.commit(step(row, result=result)))
    return row


async def open_logs(database: Database) -> list[tuple[TableRow, tuple[StoredEvent, ...]]]:
    """All open tables with their logs, in the order of their ids."""
    loaded = [await database.tables.load(table.id) for table in await database.recovery.open_tables()]
    return [logged for logged in loaded if logged is not None]


async def row_of(database: Database, table_id: int) -> TableRow:
    """The row of a table that must be there."""
    loaded = await database.tables.load(table_id)
    assert loaded is not None
    return loaded[0]


def lower_bound(won: int, played: int) -> float:
    """The lower end of Wilson's score interval with 95 % confidence, in the database's order of operations."""
    if not played:
        return 0.0
    square = Z * Z
    return (2 * won + square - Z * math.sqrt(square + 4 * won * (played - won) / played)) / (2 * (played + square))
