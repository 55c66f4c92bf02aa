"""Channels of direct messages are stored for ever, and all processes open new ones at one common pace."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from bot.storage import Database

T0 = 1_767_225_600_000


async def test_a_channel_once_opened_is_known_at_the_next_start(migrated: str) -> None:
    async with await Database.open(migrated) as first:
        assert await first.directs.of(1) is None
        assert await first.directs.reserve(1, T0, 8) == 0
        assert await first.directs.of(1) is None, "a turn is no channel yet"
        await first.directs.put(1, 71)
    async with await Database.open(migrated) as second:
        assert await second.directs.of(1) == 71
        await second.directs.drop(1)
        assert await second.directs.of(1) is None


async def test_no_more_turns_are_given_in_ten_seconds_than_the_pace_allows(database: Database) -> None:
    directs = database.directs
    assert [await directs.reserve(person, T0 + person, 3) for person in (1, 2, 3)] == [0, 0, 0]
    assert await directs.reserve(4, T0 + 4000, 3) == 6001, "until the first of the three is ten seconds old"
    assert await directs.reserve(4, T0 + 10_001, 3) == 0
    assert await directs.reserve(5, T0 + 10_001, 3) == 1


async def test_processes_that_ask_at_once_share_the_pace(migrated: str) -> None:
    async with AsyncExitStack() as stack:
        processes = [await stack.enter_async_context(await Database.open(migrated)) for _ in range(3)]
        turns = await asyncio.gather(
            *(processes[person % 3].directs.reserve(person, T0, 4) for person in range(1, 10)),
        )
    assert turns.count(0) == 4


async def test_a_clock_that_was_ahead_keeps_nobody_waiting(database: Database) -> None:
    directs = database.directs
    assert [await directs.reserve(person, T0 + 86_400_000, 2) for person in (1, 2)] == [0, 0]
    assert await directs.reserve(3, T0, 2) == 0


async def test_of_an_erased_person_no_channel_is_stored_again(database: Database) -> None:
    await database.directs.put(1, 71)
    assert await database.directs.of(1) is None
