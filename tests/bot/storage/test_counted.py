"""Games of one pair count for standings up to a daily limit. The transaction of the game decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.rows.chips import ChipMove, Escrow, MovementKind
from bot.rows.commits import CountLimit
from bot.storage import Database
from tests.bot.storage.counting import purses
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, GUILD, OTHER_GUILD, seated, step, won_by
from tests.bot.storage.older import as_of
from tests.support.database import open_database

DAY = 86_400_000
MORNING = 20_000 * DAY


async def played(
    database: Database,
    *ends: int,
    north: int = ALICE,
    south: int = BRUNO,
    guild: int = GUILD,
    most: int = 2,
    stake: int = 5,
    winner: str | None = "north",
) -> None:
    """Plays games at a table of their own, which end at these times. By default north wins."""
    await purses(database, 100, north, south, guild=guild)
    row = await seated(database, north, south, guild)
    for number, at in enumerate(ends, 1):
        escrow = Escrow(row.id, number)
        if stake:
            moves = {north: -stake, south: -stake}
            chips = (ChipMove(MovementKind.STAKE, escrow, moves, f"{row.id}:{row.version + 1}"),)
            version = await database.tables.commit(replace(step(row, at=at - 1), chips=chips))
            row = replace(row, version=version)
        result = won_by(row, winner, game_no=number, at=at)
        back = (ChipMove(MovementKind.VOID, escrow, {north: stake, south: stake}, ""),) if stake else ()
        ended = replace(step(row, at=at, result=result), chips=back, count_limit=CountLimit(at - at % DAY, most))
        row = replace(row, version=await database.tables.commit(ended))


async def counted(database: Database, guild: int = GUILD) -> dict[int, tuple[int, int]]:
    """Returns the games won and played by the leaderboard."""
    board = await database.results.leaderboard(guild)
    return {row.user_id: (row.won, row.played) for row in board.rows}


async def test_games_of_a_pair_count_up_to_the_limit_of_the_day(database: Database) -> None:
    await played(database, *(MORNING + hour for hour in range(1, 6)))
    assert await counted(database) == {ALICE: (2, 2), BRUNO: (0, 2)}
    assert await database.results.tallies(GUILD, [ALICE, BRUNO]) == {ALICE: (2, 2), BRUNO: (0, 2)}
    assert (await database.results.statistics(GUILD, ALICE)).played == 2
    games = (await database.results.history(GUILD)).rows
    assert [game.counted for game in games] == [False, False, False, True, True]


async def test_the_limit_holds_for_the_two_whatever_their_seats_and_tables(database: Database) -> None:
    await played(database, MORNING + 1)
    await played(database, MORNING + 2, MORNING + 3, north=BRUNO, south=ALICE)
    assert await counted(database) == {ALICE: (1, 2), BRUNO: (1, 2)}


async def test_another_day_another_opponent_and_another_server_count_anew(database: Database) -> None:
    await played(database, MORNING + 1, MORNING + 2, MORNING + DAY - 1, MORNING + DAY)
    await played(database, MORNING + 3, south=CHLOE)
    await played(database, MORNING + 4, guild=OTHER_GUILD)
    assert await counted(database) == {ALICE: (4, 4), BRUNO: (0, 3), CHLOE: (0, 1)}
    assert await counted(database, OTHER_GUILD) == {ALICE: (1, 1), BRUNO: (0, 1)}


async def test_games_for_the_honour_have_the_same_limit_and_use_it_up(database: Database) -> None:
    await played(database, MORNING, stake=0)
    await played(database, *range(MORNING + 10, MORNING + 13))
    await played(database, MORNING + 20, stake=0)
    assert await counted(database) == {ALICE: (2, 2), BRUNO: (0, 2)}


async def test_a_game_without_a_winner_uses_no_part_of_the_limit_up(database: Database) -> None:
    await played(database, MORNING + 1, MORNING + 2, winner=None)
    await played(database, MORNING + 3, MORNING + 4)
    assert await counted(database) == {ALICE: (2, 2), BRUNO: (0, 2)}


async def test_a_server_without_a_limit_counts_every_game(database: Database) -> None:
    await played(database, *range(MORNING, MORNING + 7), most=0)
    assert await counted(database) == {ALICE: (7, 7), BRUNO: (0, 7)}


async def test_the_games_of_a_database_from_before_the_limit_count_as_they_did(path: Path) -> None:
    async with await open_database(path) as database:
        await played(database, *range(MORNING, MORNING + 7), most=0)
    as_of("0007", path)
    async with await open_database(path) as database:
        assert await database.schema_is_current()
        assert await counted(database) == {ALICE: (7, 7), BRUNO: (0, 7)}


@pytest.mark.parametrize("most", [-1, 1.5])
def test_a_limit_is_a_whole_number(most: float) -> None:
    with pytest.raises(ValueError, match="whole number"):
        CountLimit(0, most)  # type: ignore[arg-type]
