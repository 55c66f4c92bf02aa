"""Blocks between members: the two meet nowhere, either erasure removes the block, and races are decided one way."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.rows.commits import Commit
from bot.rows.ids import HOUSE_IDS
from bot.rows.member_rows import Blocking, MemberBlock
from bot.rows.storage_errors import Parted
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHALLENGE, CHLOE, DAVID, happened, opened, opening, step
from tests.support.erasing import database_text, erase_person

PAIR = frozenset({(ALICE, BRUNO)})


def meeting(commit: Commit) -> Commit:
    """Returns the commit that brings Alice and Bruno together."""
    return replace(commit, meeting=PAIR)


async def test_a_member_blocks_and_unblocks_and_sees_the_newest_first(database: Database) -> None:
    blocks = database.member_blocks
    assert await blocks.block(ALICE, BRUNO, 5, most=3) is Blocking.DONE
    assert await blocks.block(ALICE, CHLOE, 6, most=3) is Blocking.DONE
    assert await blocks.block(ALICE, BRUNO, 7, most=3) is Blocking.DONE, "a second time changes nothing"
    assert await blocks.of(ALICE) == (MemberBlock(CHLOE, 6), MemberBlock(BRUNO, 5))
    assert await blocks.of(BRUNO) == ()
    assert await blocks.blockers_among(BRUNO, [ALICE, CHLOE]) == {ALICE}
    await blocks.unblock(ALICE, BRUNO)
    await blocks.unblock(ALICE, BRUNO)
    assert await blocks.of(ALICE) == (MemberBlock(CHLOE, 6),)


async def test_no_more_are_blocked_than_may_be_and_who_is_blocked_may_be_again(database: Database) -> None:
    blocks = database.member_blocks
    await blocks.block(ALICE, BRUNO, 5, most=2)
    await blocks.block(ALICE, CHLOE, 6, most=2)
    assert await blocks.block(ALICE, DAVID, 7, most=2) is Blocking.FULL
    assert await blocks.block(ALICE, CHLOE, 8, most=2) is Blocking.DONE
    assert {row.blocked_id for row in await blocks.of(ALICE)} == {BRUNO, CHLOE}


@pytest.mark.parametrize("other", [ALICE, HOUSE_IDS[0], -5])
async def test_no_one_blocks_themselves_the_house_or_a_former_player(database: Database, other: int) -> None:
    with pytest.raises(ValueError, match="another person"):
        await database.member_blocks.block(ALICE, other, 5, most=2)


@pytest.mark.parametrize(("one", "two"), [(ALICE, BRUNO), (BRUNO, ALICE)])
async def test_where_either_has_blocked_the_other_they_are_not_brought_together(
    database: Database, one: int, two: int
) -> None:
    stood = await opened(database)
    await database.member_blocks.block(one, two, 5, most=2)
    with pytest.raises(Parted) as parted:
        await database.tables.open(meeting(opening()))
    assert (parted.value.user_id, parted.value.blocked_id) == (one, two)
    with pytest.raises(Parted):
        await database.tables.commit(meeting(step(stood)))
    assert await database.tables.load(stood.id) is not None
    assert (await database.tables.all_open()).total == 1, "nothing was written"
    await database.member_blocks.unblock(one, two)
    await database.tables.commit(meeting(step(stood)))


async def test_a_block_of_another_keeps_no_one_apart(database: Database) -> None:
    await database.member_blocks.block(ALICE, CHLOE, 5, most=2)
    await database.member_blocks.block(CHLOE, BRUNO, 5, most=2)
    await database.tables.open(meeting(opening()))


async def test_a_block_that_is_written_before_the_seat_counts(migrated: str) -> None:
    """Two processes: once the block is acknowledged, no seat is stored after it."""
    async with await Database.open(migrated) as one, await Database.open(migrated) as two:
        for turn in range(12):
            row = replace(await opened(one), status="playing", north_id=ALICE, south_id=BRUNO)
            commit = meeting(step(row))
            order: list[str] = []

            async def block(seen: list[str] = order) -> None:
                await two.member_blocks.block(BRUNO, ALICE, 5, most=2)
                seen.append("blocked")

            async def sit(commit: Commit = commit, seen: list[str] = order) -> bool:
                try:
                    await one.tables.commit(commit)
                except Parted:
                    return False
                seen.append("seated")
                return True

            tasks = [block(), sit()] if turn % 2 else [sit(), block()]
            results = await asyncio.gather(*tasks)
            if any(result is False for result in results):
                assert order == ["blocked"]
            # In either order, from now on they do not meet.
            with pytest.raises(Parted):
                await one.tables.open(meeting(opening(replace(CHALLENGE, challenged_id=BRUNO))))
            await two.member_blocks.unblock(BRUNO, ALICE)


async def test_a_seat_waits_for_a_block_that_is_being_written(migrated: str) -> None:
    """The block has its turn and is not committed yet. The seat is decided after it."""
    async with await Database.open(migrated) as one, await Database.open(migrated) as two:
        row = await opened(one)
        sitting: list[asyncio.Task[int]] = []
        loop = asyncio.get_running_loop()

        def write_slowly(connection: object) -> None:
            type(two.member_blocks).block.__wrapped__(  # type: ignore[attr-defined]  # the work itself, as `writes` wraps it
                two.member_blocks, connection, BRUNO, ALICE, 5, 2
            )
            loop.call_soon_threadsafe(
                lambda: sitting.append(loop.create_task(one.tables.commit(meeting(step(row, happened())))))
            )

        await two.connections.write(write_slowly)
        await asyncio.sleep(0)
        (seat,) = sitting
        with pytest.raises(Parted):
            await seat


@pytest.mark.parametrize("erased", [ALICE, BRUNO])
async def test_a_block_goes_with_either_person(database: Database, erased: int) -> None:
    await database.member_blocks.block(ALICE, BRUNO, 5, most=2)
    await database.member_blocks.block(CHLOE, DAVID, 5, most=2)
    await erase_person(database, erased)
    assert await database.member_blocks.of(ALICE) == ()
    assert await database.member_blocks.of(CHLOE) == (MemberBlock(DAVID, 5),)
    assert str(erased) not in await database_text(database)


async def test_only_who_has_blocked_is_given_the_block_with_their_data(database: Database) -> None:
    await database.member_blocks.block(ALICE, BRUNO, 5, most=2)

    async def given(user_id: int) -> list[object]:
        return [row async for section, rows in database.personal.pages(user_id) if section == "blocks" for row in rows]

    assert await given(ALICE) == [{"at": 5}]
    assert await given(BRUNO) == []
