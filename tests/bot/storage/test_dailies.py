"""Stored deals of the day: one try each, each move once, a board for each server, and the effect of an erasure."""

from __future__ import annotations

import asyncio

import pytest

from bot.rows.member_rows import Daily, DailyLine
from bot.rows.storage_errors import Failed
from bot.storage import Database
from bot.storage.schema.tables import dailies
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD
from tests.support.erasing import erase_person

DAY, NEXT = "2026-11-21", "2026-11-22"


async def ended(database: Database, user: int, points: int, tricks: int, *, guild: int = GUILD, at: int = 50) -> None:
    """Plays the deal to its end for a person."""
    await database.daily.begin(user, DAY, guild, (), 1)
    await database.daily.play(user, DAY, 0, ("propose",), at, (points, tricks))


async def test_one_try_each_and_a_day(database: Database) -> None:
    assert await database.daily.of(ALICE, DAY) is None
    begun = await database.daily.begin(ALICE, DAY, GUILD, ("propose",), 10)
    assert begun == Daily(ALICE, DAY, GUILD, 10, ("propose",))
    assert await database.daily.begin(ALICE, DAY, OTHER_GUILD, (), 20) == begun
    await database.daily.play(ALICE, DAY, 1, ("propose", "refuse"), 30, (2, 4))
    over = await database.daily.begin(ALICE, DAY, GUILD, (), 40)
    assert over == Daily(ALICE, DAY, GUILD, 10, ("propose", "refuse"), 30, 2, 4)
    assert (await database.daily.begin(ALICE, NEXT, GUILD, (), 50)).moves == ()
    assert await database.daily.of(BRUNO, DAY) is None


async def test_the_board_of_some_days_adds_up_shares_places_and_knows_its_readers_line(database: Database) -> None:
    for user, points in ((ALICE, 2), (BRUNO, 1), (CHLOE, 2)):
        await ended(database, user, points, 3)
    for day, user, points in ((NEXT, BRUNO, 1), ("2026-12-01", ALICE, 5)):
        await database.daily.begin(user, day, GUILD, (), 1)
        await database.daily.play(user, day, 0, ("propose",), 50, (points, 3))
    await database.daily.begin(DAVID, NEXT, GUILD, (), 1)
    board = await database.daily.board(GUILD, DAY, NEXT, limit=2, reader=BRUNO)
    assert board.total == 3
    assert [(line.place, line.user_id, line.points, line.deals) for line in board.rows] == [
        (1, ALICE, 2, 1),
        (1, CHLOE, 2, 1),
    ]
    assert board.own == DailyLine(1, BRUNO, 2, 2), "as many points, in more deals"
    last = await database.daily.board(GUILD, DAY, NEXT, limit=2, offset=9)
    assert ([line.user_id for line in last.rows], last.offset) == ([BRUNO], 2)
    assert (await database.daily.board(OTHER_GUILD, DAY, NEXT)).rows == ()
    board = await database.daily.board(GUILD, DAY, NEXT, without={ALICE, CHLOE})
    assert [(line.place, line.user_id) for line in board.rows] == [(1, BRUNO)]


async def test_a_move_that_does_not_come_next_changes_nothing(database: Database) -> None:
    assert await database.daily.play(ALICE, DAY, 0, ("KS",), 1) is None
    await database.daily.begin(ALICE, DAY, GUILD, (), 10)
    one = await database.daily.play(ALICE, DAY, 0, ("KS", "7S"), 11)
    assert one is not None
    for after in (0, 1, 3):
        assert await database.daily.play(ALICE, DAY, after, ("QS",), 12, (1, 3)) == one
    over = await database.daily.play(ALICE, DAY, 2, ("KS", "7S", "QS"), 13, (1, 3))
    assert await database.daily.play(ALICE, DAY, 3, ("JS",), 14, (3, 5)) == over


async def test_a_press_that_comes_twice_counts_once(database: Database) -> None:
    await database.daily.begin(ALICE, DAY, GUILD, (), 10)
    both = await asyncio.gather(*(database.daily.play(ALICE, DAY, 0, (card,), 11) for card in ("KS", "QS")))
    assert both[0] == both[1]
    assert both[0] is not None
    assert len(both[0].moves) == 1


async def test_the_board_is_the_servers_and_the_days_with_the_best_first(database: Database) -> None:
    await ended(database, ALICE, 1, 3)
    await ended(database, BRUNO, 1, 4, at=60)
    await ended(database, CHLOE, 1, 3, at=40)
    await ended(database, DAVID, 3, 5, guild=OTHER_GUILD)
    await database.daily.begin(DAVID, NEXT, GUILD, (), 1)
    assert [row.user_id for row in await database.daily.best_of_day(GUILD, DAY)] == [BRUNO, CHLOE, ALICE]
    assert [row.user_id for row in await database.daily.best_of_day(OTHER_GUILD, DAY)] == [DAVID]
    assert await database.daily.best_of_day(GUILD, NEXT) == ()


async def test_a_result_is_shared_once_and_only_when_there_is_one(database: Database) -> None:
    assert not await database.daily.share(ALICE, DAY, 5)
    await database.daily.begin(ALICE, DAY, GUILD, (), 10)
    assert not await database.daily.share(ALICE, DAY, 11)
    await ended(database, ALICE, 1, 3)
    assert sorted(await asyncio.gather(*(database.daily.share(ALICE, DAY, 60) for _ in range(2)))) == [False, True]


async def test_erasing_a_person_takes_their_deals_away(database: Database) -> None:
    await ended(database, ALICE, 1, 3)
    await ended(database, BRUNO, -1, 2)
    await erase_person(database, ALICE)
    assert await database.daily.of(ALICE, DAY) is None
    assert [row.user_id for row in await database.daily.best_of_day(GUILD, DAY)] == [BRUNO]


async def test_half_an_end_is_refused_by_the_database(database: Database) -> None:
    await database.daily.begin(ALICE, DAY, GUILD, (), 10)
    with pytest.raises(Failed):
        await database.connections.write(lambda connection: connection.execute(dailies.update().values(points=3)))
