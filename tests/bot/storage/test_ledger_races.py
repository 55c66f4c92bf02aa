"""Many bets at once from one purse, a transaction that breaks in the middle, a process that is killed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.rows.chips import Escrow, MovementKind
from bot.rows.storage_errors import Conflict, NotBroke, Overdrawn, PostedBefore, StakesSettled
from bot.rows.table_rows import TableRow
from bot.storage import Database
from bot.storage.repositories.postings import move_stakes
from bot.storage.repositories.tables import append
from tests.bot.storage.counting import (
    AT,
    DAY,
    all_purses,
    allowed,
    expect_balanced,
    game_at,
    moved,
    purses,
    settled,
    voided,
)
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, happened, row_of, step
from tests.support.ledger import stakes_on


async def test_of_fifty_bets_from_one_purse_those_stand_that_it_can_pay(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        game = await game_at(one)

        async def bet(database: Database, cause: int) -> str:
            """Bets seven, with an event. Decides again while others are faster."""
            while True:
                row = await row_of(database, game.table_id)

                def both(connection: Connection, row: TableRow = row) -> None:
                    append(connection, step(row, happened("bet", by=cause), cause=cause))
                    move_stakes(connection, game, MovementKind.BET, {CHLOE: -7}, cause, AT)

                try:
                    await database.connections.write(both)
                except Conflict:
                    continue
                except Overdrawn:
                    return "refused"
                return "stands"

        ends = await asyncio.gather(*(bet(one if n % 2 else other, n) for n in range(100, 150)))
        assert Counter(ends) == {"stands": 14, "refused": 36}
        assert await stakes_on(other, game) == {CHLOE: 98}
        loaded = await one.tables.load(game.table_id)
        assert loaded is not None
        assert sum(event.type == "bet" for event in loaded[1]) == 14
        await expect_balanced(one)


async def test_one_press_delivered_to_many_bets_once(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        game = await game_at(one)
        ends = await asyncio.gather(
            *(moved(database, game, {CHLOE: -10}, 7) for _ in range(5) for database in (one, other)),
            return_exceptions=True,
        )
        repeated = [end for end in ends if isinstance(end, PostedBefore)]
        (first,) = (end for end in ends if not isinstance(end, BaseException))
        assert len(repeated) == 9
        assert first is not None
        assert all(end.transaction_id == first.id for end in repeated)
        assert await stakes_on(one, game) == {CHLOE: 10}


async def test_a_purse_is_opened_and_an_allowance_given_once_however_many_ask(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        await asyncio.gather(*(purses(database, 5, ALICE) for _ in range(5) for database in (one, other)))
        assert await one.ledger.balances(GUILD, [ALICE]) == {ALICE: 5}
        ends = await asyncio.gather(
            *(allowed(database, ALICE, 30) for _ in range(5) for database in (one, other)), return_exceptions=True
        )
        assert Counter(type(end) for end in ends)[PostedBefore] == 9
        assert await one.ledger.balances(GUILD, [ALICE]) == {ALICE: 30}
        with pytest.raises(NotBroke):
            await allowed(one, ALICE, 30, DAY + timedelta(days=1))
        await expect_balanced(one)


async def test_bets_withdrawals_and_the_end_at_once(migrated: str) -> None:
    """In any order: chips that are there are paid out, late bets are refused, and nothing is lost."""
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        for number in range(1, 6):
            game = Escrow((await game_at(one)).table_id, number)
            await moved(one, game, {CHLOE: -10, DAVID: -10}, f"first {number}")
            jobs = [moved(one, game, {ALICE: -1}, f"bet {number} {n}") for n in range(5)]
            jobs += [moved(other, game, {CHLOE: 1}, f"back {number} {n}", MovementKind.WITHDRAWAL) for n in range(5)]
            jobs.insert(number, voided(other, game))
            jobs.append(voided(one, game))
            ends = await asyncio.gather(*jobs, return_exceptions=True)
            wrong = [end for end in ends if isinstance(end, BaseException)]
            assert {type(end) for end in wrong} <= {PostedBefore, StakesSettled}
            assert sum(isinstance(end, PostedBefore) for end in wrong) == 1
            assert await stakes_on(one, game) == {}
        assert set((await all_purses(one)).values()) == {100}
        await expect_balanced(one)


async def test_of_two_settlements_one_is_paid(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        game = await game_at(one)
        await moved(one, game, {ALICE: -10, BRUNO: -10}, 1, MovementKind.STAKE)
        ends = await asyncio.gather(
            settled(one, game, {ALICE: 20}), settled(other, game, {BRUNO: 20}), return_exceptions=True
        )
        assert sum(isinstance(end, PostedBefore) for end in ends) == 1
        await expect_balanced(one)


async def test_a_transaction_that_breaks_after_the_chips_have_moved_leaves_nothing(database: Database) -> None:
    game = await game_at(database)
    row = await row_of(database, game.table_id)

    def breaks(connection: Connection) -> None:
        append(connection, step(row, cause=3))
        move_stakes(connection, game, MovementKind.BET, {CHLOE: -10}, 3, AT)
        raise RuntimeError("the lights go out")

    with pytest.raises(RuntimeError, match="lights"):
        await database.connections.write(breaks)
    assert await row_of(database, game.table_id) == row
    assert await stakes_on(database, game) == {}
    assert await database.ledger.balances(GUILD, [CHLOE]) == {CHLOE: 100}
    assert await moved(database, game, {CHLOE: -10}, 3) is not None
    await expect_balanced(database)


def test_what_a_killed_process_had_paid_is_paid_and_the_rest_is_not(path: Path) -> None:
    """This proves nothing about a power cut, for which `synchronous=FULL` is set."""
    program = f"""
import asyncio
from bot.storage import Database
from tests.bot.storage.counting import game_at, moved
from tests.bot.storage.making import CHLOE, DAVID

async def main():
    database = await Database.open({str(path)!r})
    await database.migrate()
    game = await game_at(database, 1_000_000)
    for cause in range(1, 1_000_000):
        await moved(database, game, {{CHLOE: -1, DAVID: -2}}, cause)
        print(cause, flush=True)

asyncio.run(main())
"""
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(40)]
        process.kill()
        told += [int(line) for line in process.stdout if line.endswith("\n")]

    async def expect_whole() -> None:
        async with await Database.open(str(path), create=False) as database:
            stakes = await stakes_on(database, Escrow(1, 1))
            assert stakes[CHLOE] in (told[-1], told[-1] + 1)
            assert stakes[DAVID] == 2 * stakes[CHLOE]
            await expect_balanced(database)

    asyncio.run(expect_whole())
