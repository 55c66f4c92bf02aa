"""The audit finds manual changes of a ledger, even those for which a person had to switch guards off.

Each fault is planted in a copy of the same database. `house` describes its content before the fault.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.rows.chips import Escrow, MovementKind
from bot.storage import Database
from bot.storage.schema.guards import GUARDS, guards
from tests.bot.storage.counting import game_at, moved, purses, settled
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, row_of, step, won_by
from tests.support.database import open_database

G, H = f"ledger of server {GUILD}", f"ledger of server {OTHER_GUILD}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four purses of 100, a game that Alice has won (10 each), a current one (Bruno 7, Chloé 3), and a purse elsewhere.

    The accounts are, by number: 1 the bank, 2 to 5 the persons, 6 the finished game, 7 the current one, 8 the other
    bank, 9 the purse there. The transactions: 1 to 4 the openings, 5 and 6 the stakes and the settlement of the first
    game, 7 and 8 the stakes of the second, 9 the opening elsewhere.
    """
    path = tmp_path_factory.mktemp("ledger") / "house.sqlite3"

    async def make() -> None:
        async with await open_database(path) as database:
            over = await game_at(database)
            game = Escrow(over.table_id, 2)
            await moved(database, over, {ALICE: -10, BRUNO: -10}, 1, MovementKind.STAKE)
            row = await row_of(database, over.table_id)
            await database.tables.commit(step(row, result=won_by(row, "north")))
            await settled(database, over, {ALICE: 20})
            await moved(database, game, {BRUNO: -7}, 2)
            await moved(database, game, {CHLOE: -3}, 3)
            await purses(database, 100, DAVID, guild=OTHER_GUILD)
            assert await database.audit.ledger_faults() == ()
            assert await database.audit.ledgers() == 2

    asyncio.run(make())
    return path


PLANTED: dict[str, tuple[str, set[str]]] = {
    "a balance written by hand": (
        "UPDATE accounts SET balance = 112 WHERE id = 2",
        {
            f"{G}: account 2 (person {ALICE}) holds 112, its postings add up to 110",
            f"{G}: the bank has issued 400 chips, but 402 are there",
        },
    ),
    "chips moved from one to another by hand": (
        "UPDATE accounts SET balance = balance + CASE id WHEN 2 THEN 5 ELSE -5 END WHERE id IN (2, 5)",
        {
            f"{G}: account 2 (person {ALICE}) holds 115, its postings add up to 110",
            f"{G}: account 5 (person {DAVID}) holds 95, its postings add up to 100",
        },
    ),
    "a purse below zero": (
        "UPDATE accounts SET balance = -4 WHERE id = 5",
        {
            f"{G}: account 5 (person {DAVID}) is below zero: -4",
            f"{G}: account 5 (person {DAVID}) holds -4, its postings add up to 100",
            f"{G}: the bank has issued 400 chips, but 296 are there",
        },
    ),
    "a house that has gained": (
        "UPDATE accounts SET balance = 4 WHERE id = 8",
        {
            f"{H}: account 8 (the bank) has taken more than it gave: 4",
            f"{H}: account 8 (the bank) holds 4, its postings add up to -100",
            f"{H}: the bank has issued -4 chips, but 100 are there",
        },
    ),
    "a posting changed": (
        "UPDATE postings SET amount = -8 WHERE transaction_id = 7 AND account_id = 3",
        {
            f"{G}: transaction 7 adds up to -1 and not to zero",
            f"{G}: account 3 (person {BRUNO}) holds 83, its postings add up to 82",
        },
    ),
    "a transaction without postings": (
        f"INSERT INTO transactions VALUES (50, {GUILD}, 'bet', 'x', 7, 1)",
        {f"{G}: transaction 50 moves nothing"},
    ),
    "postings without a transaction": (
        "INSERT INTO postings VALUES (50, 2, 5), (50, 7, -5)",
        {
            "the ledger: a posting on account 2 has no transaction 50",
            "the ledger: a posting on account 7 has no transaction 50",
        },
    ),
    "an account struck out": (
        "DELETE FROM accounts WHERE id = 4",
        {
            "the ledger: transaction 3 moves chips of account 4, which is missing",
            "the ledger: transaction 8 moves chips of account 4, which is missing",
            f"{G}: the bank has issued 400 chips, but 303 are there",
        },
    ),
    "a transaction of two servers": (
        "UPDATE postings SET account_id = 9 WHERE transaction_id = 8 AND account_id = 4;"
        " UPDATE accounts SET balance = balance + CASE id WHEN 4 THEN 3 ELSE -3 END WHERE id IN (4, 9)",
        {
            f"{G}: transaction 8 joins accounts that do not belong together",
            f"{G}: the bank has issued 400 chips, but 403 are there",
            f"{H}: the bank has issued 100 chips, but 97 are there",
        },
    ),
    "a transaction against a person": (
        "UPDATE transactions SET against = 4 WHERE id = 8",
        {f"{G}: transaction 8 joins accounts that do not belong together"},
    ),
    "a kind that is not known": (
        "UPDATE transactions SET kind = 'present' WHERE id = 8",
        {f"{G}: transaction 8 is of an unknown kind"},
    ),
    "a finished game with chips on it": (
        f"INSERT INTO games SELECT table_id, 2, {GUILD}, 1, 2, winner, how, 5, 3, 5, rules, 1 FROM games",
        {f"{G}: account 7 (game 2 of table 1) still holds 10, and no game will pay it out"},
    ),
    "a closed table with chips on it": (
        "UPDATE tables SET status = 'closed', deadline = NULL",
        {f"{G}: account 7 (game 2 of table 1) still holds 10, and no game will pay it out"},
    ),
    "chips on a game of no table": (
        "UPDATE accounts SET holder = 99 WHERE id = 7",
        {f"{G}: account 7 (game 2 of table 99) belongs to a table that is missing"},
    ),
    "chips on a game of another server's table": (
        f"UPDATE tables SET guild_id = {OTHER_GUILD}",
        {
            f"{G}: account 6 (game 1 of table 1) belongs to a table of server {OTHER_GUILD}",
            f"{G}: account 7 (game 2 of table 1) belongs to a table of server {OTHER_GUILD}",
        },
    ),
    "a game that goes on after its end": (
        "UPDATE transactions SET against = 6 WHERE id = 7;"
        " UPDATE postings SET account_id = 6 WHERE transaction_id = 7 AND account_id = 7;"
        " UPDATE accounts SET balance = balance + CASE id WHEN 6 THEN 7 ELSE -7 END WHERE id IN (6, 7)",
        {
            f"{G}: account 6 (game 1 of table 1) went on after it was settled",
            f"{G}: account 6 (game 1 of table 1) still holds 7, and no game will pay it out",
        },
    ),
    "a game that is settled twice": (
        "UPDATE transactions SET kind = 'void' WHERE id = 5",
        {f"{G}: account 6 (game 1 of table 1) was settled 2 times"},
    ),
    "a guard taken away": (
        "DROP TRIGGER postings_stay; DROP TRIGGER transactions_add_up",
        {
            "the ledger: its guard postings_stay is missing",
            "the ledger: its guard transactions_add_up is missing",
        },
    ),
}


@pytest.mark.parametrize("name", PLANTED)
async def test_the_audit_finds(house: Path, path: Path, name: str) -> None:
    script, faults = PLANTED[name]
    shutil.copy(house, path)
    with closing(sqlite3.connect(path)) as connection:
        # The guards to switch off before it. They are restored afterwards, so that the change is not visible.
        connection.execute("PRAGMA ignore_check_constraints=ON")
        if not script.startswith("DROP"):
            connection.executescript("".join(f"DROP TRIGGER {guard};" for guard in GUARDS))
            connection.executescript(script)
            for statement in guards("sqlite"):
                connection.execute(statement)
        else:
            connection.executescript(script)
        connection.commit()
    async with await Database.open(str(path)) as database:
        assert {str(fault) for fault in await database.audit.ledger_faults()} == faults
