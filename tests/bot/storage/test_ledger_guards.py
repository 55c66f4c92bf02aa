"""Changes of the ledger by hand, in SQL, without the bot's code, that the database itself refuses.

A file is changed through a separate connection, as from a shell: without foreign keys, which SQLite leaves to each
connection. The same statements run on PostgreSQL if one is configured. A balance that is changed by hand is not
refused: the audit finds it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.rows.chips import MOST_CHIPS, MovementKind
from bot.rows.storage_errors import Failed
from bot.storage import Database
from bot.storage.schema.tables import accounts, metadata
from tests.bot.storage.counting import expect_balanced, game_at, moved, purses, settled
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD
from tests.support.database import open_database

# Four purses of 100. Alice and Bruno have staked 40 each on a current game, and 10 each on one that Alice has won.
_ACCOUNTS = {
    "house": (GUILD, "house", 0, 0),
    "alice": (GUILD, "person", ALICE, 0),
    "bruno": (GUILD, "person", BRUNO, 0),
    "chloe": (GUILD, "person", CHLOE, 0),
    "game": (GUILD, "escrow", 1, 1),
    "over": (GUILD, "escrow", 1, 2),
    "elsewhere": (OTHER_GUILD, "person", DAVID, 0),
    "their_house": (OTHER_GUILD, "house", 0, 0),
}
_POST = "INSERT{} INTO postings (transaction_id, account_id, amount) VALUES "
_TRANSACTION = "INSERT{} INTO transactions (id, guild_id, kind, cause, against, at) VALUES "


async def evening(database: Database) -> dict[str, int]:
    """Plays the evening described above. Returns the ids of the accounts by their names here."""
    game = await game_at(database)
    await purses(database, 100, DAVID, guild=OTHER_GUILD)
    await moved(database, game, {ALICE: -40, BRUNO: -40}, 1, MovementKind.STAKE)
    over = type(game)(game.table_id, 2)
    await moved(database, over, {ALICE: -10, BRUNO: -10}, 2, MovementKind.STAKE)
    await settled(database, over, {ALICE: 20})

    def ask(connection: Connection) -> dict[str, int]:
        rows = {tuple(row[1:]): row[0] for row in connection.execute(select(*list(accounts.c)[:5]))}
        return {name: rows[key] for name, key in _ACCOUNTS.items()}

    return await database.connections.read(ask)


def by_hand(
    ids: dict[str, int], against: str, moves: dict[str, int], *, kind: str = "bet", cause: str = "hand", how: str = ""
) -> list[str]:
    """Returns the statements that write a transaction, as a person would write them who has read the schema."""
    lines = ", ".join(f"(900, {ids[name]}, {amount})" for name, amount in moves.items())
    end = cause.format(**ids)
    values = f"(900, {GUILD}, '{kind}', '{end}', {ids[against]}, 1)"
    return [_POST.format(how) + lines, _TRANSACTION.format(how) + values]


UNLAWFUL: dict[str, tuple[str, dict[str, int], dict[str, str]]] = {
    "it does not add up": ("game", {"alice": -5, "game": 4}, {}),
    "it adds up to more than there is": ("game", {"alice": 5, "game": 5}, {}),
    "one side is missing": ("game", {"alice": -5}, {}),
    "a purse is overdrawn": ("game", {"chloe": -101, "game": 101}, {}),
    "a game is overdrawn": ("game", {"chloe": 81, "game": -81}, {}),
    "one of many is overdrawn": ("game", {"alice": -1, "bruno": -61, "game": 62}, {}),
    "from one to another": ("alice", {"alice": -5, "bruno": 5}, {}),
    "from one to another by the house": ("house", {"alice": -5, "bruno": 5}, {}),
    "the house takes": ("house", {"alice": -5, "house": 5}, {}),
    "the house gives for new cards": ("house", {"alice": 5, "house": -5}, {"kind": "new_cards"}),
    "the house takes more than it gave": ("house", {"chloe": -101, "house": 101}, {"kind": "new_cards"}),
    "new cards of a game": ("game", {"chloe": -5, "game": 5}, {"kind": "new_cards"}),
    "new cards of a player": ("house", {"chloe": -5, "alice": 5}, {"kind": "new_cards"}),
    "new cards of another server's house": ("their_house", {"chloe": -5, "their_house": 5}, {"kind": "new_cards"}),
    "the house issues more than can be counted": ("house", {"alice": MOST_CHIPS, "house": -MOST_CHIPS}, {}),
    "the house puts on a game": ("house", {"game": 5, "house": -5}, {}),
    "another server's house gives": ("their_house", {"alice": 5, "their_house": -5}, {}),
    "another server's person bets": ("game", {"elsewhere": -5, "game": 5}, {}),
    "from game to game": ("game", {"over": 5, "game": -5}, {}),
    "an account that is not there": ("game", {"nobody": -5, "game": 5}, {}),
    "a stake on a game that is settled": ("over", {"chloe": -5, "over": 5}, {}),
    "a game is settled under another name": ("game", {"alice": 80, "game": -80}, {"kind": "settlement"}),
    "a game is settled twice": ("over", {"chloe": -5, "over": 5}, {"kind": "settlement", "cause": "end:{over}"}),
    "a game is settled in part": ("game", {"alice": 79, "game": -79}, {"kind": "void", "cause": "end:{game}"}),
    "a cause that was used": ("game", {"chloe": -5, "game": 5}, {"cause": "interaction:1"}),
}


async def test_an_unlawful_transaction_is_refused_as_a_whole(database: Database) -> None:
    ids = await evening(database) | {"nobody": 999}
    before = await database.connections.read(everything)
    passed = [
        name
        for name, (against, moves, options) in UNLAWFUL.items()
        if not await refused(database, *by_hand(ids, against, moves, **options))
    ]
    assert passed == []
    assert await database.connections.read(everything) == before


async def written(database: Database, *statements: str) -> None:
    """Runs statements on the database, in one transaction."""
    await database.connections.write(
        lambda connection: [connection.exec_driver_sql(statement) for statement in statements]
    )


async def refused(database: Database, *statements: str) -> bool:
    """Whether the database refuses the statements."""
    try:
        await written(database, *statements)
    except Failed:
        return True
    return False


async def test_a_lawful_transaction_may_be_written_by_hand(database: Database) -> None:
    """Otherwise the refusals would prove nothing."""
    ids = await evening(database)
    statements = by_hand(ids, "game", {"chloe": -5, "alice": 40, "game": -35})
    await written(database, *statements)
    assert await database.ledger.balances(GUILD, [ALICE, CHLOE]) == {ALICE: 110, CHLOE: 95}
    await expect_balanced(database)


async def test_new_cards_alone_may_be_paid_to_the_bank(database: Database) -> None:
    ids = await evening(database)
    await written(database, *by_hand(ids, "house", {"chloe": -5, "house": 5}, kind="new_cards"))
    assert await database.ledger.balances(GUILD, [CHLOE]) == {CHLOE: 95}
    await expect_balanced(database)


async def test_postings_without_a_transaction_do_not_stand(database: Database) -> None:
    ids = await evening(database)
    before = await database.connections.read(everything)
    assert await refused(database, by_hand(ids, "game", {"alice": 5})[0])
    assert await database.connections.read(everything) == before


CHANGES = (
    "UPDATE postings SET amount = amount + 1 WHERE amount > 0",
    "DELETE FROM postings",
    "UPDATE transactions SET kind = 'void'",
    "DELETE FROM transactions",
    "DELETE FROM accounts",
    "UPDATE accounts SET guild_id = 5 WHERE kind = 'person'",
    "UPDATE accounts SET kind = 'escrow', number = 9 WHERE kind = 'person'",
    "UPDATE accounts SET holder = 77 WHERE kind = 'person'",
    "UPDATE accounts SET holder = -1 WHERE kind = 'escrow'",
    f"INSERT INTO accounts (guild_id, kind, holder, number, balance) VALUES ({GUILD}, 'person', 77, 0, 5)",
    f"INSERT INTO accounts (guild_id, kind, holder, number) VALUES ({GUILD}, 'person', {ALICE}, 0)",
    f"INSERT INTO accounts (guild_id, kind, holder, number) VALUES ({GUILD}, 'bank', 5, 0)",
    f"INSERT INTO accounts (guild_id, kind, holder, number) VALUES ({GUILD}, 'house', 5, 0)",
    "UPDATE accounts SET balance = -1 WHERE kind = 'person'",
    "UPDATE accounts SET balance = 1 WHERE kind = 'house'",
    f"UPDATE accounts SET balance = {MOST_CHIPS + 1} WHERE kind = 'person'",
    "INSERT INTO postings VALUES (4, 1, 5)",
)


async def test_no_statement_changes_the_written_ledger(database: Database) -> None:
    await evening(database)
    before = await database.connections.read(everything)
    assert [statement for statement in CHANGES if not await refused(database, statement)] == []
    assert await database.connections.read(everything) == before


def everything(connection: Connection) -> str:
    """All that the ledger holds, as one text."""
    names = ("accounts", "transactions", "postings")
    return repr([connection.execute(select(metadata.tables[name])).all() for name in names])


@pytest.fixture
async def ids(path: Path) -> dict[str, int]:
    """Returns the accounts of an evening in a file, which is closed again."""
    async with await open_database(path) as database:
        return await evening(database) | {"nobody": 999}


@pytest.fixture
def shell(path: Path, ids: dict[str, int]) -> Iterator[sqlite3.Connection]:
    """A connection to the file of an evening, as a shell opens it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (0,)
        yield connection


def balances(connection: sqlite3.Connection) -> list[Any]:
    """Returns the balance of every account."""
    return connection.execute("SELECT id, balance FROM accounts ORDER BY id").fetchall()


@pytest.mark.parametrize("how", ["", " OR IGNORE", " OR REPLACE", " OR ROLLBACK", " OR FAIL"])
def test_no_shell_and_no_conflict_clause_gets_past_it(shell: sqlite3.Connection, ids: dict[str, int], how: str) -> None:
    before = balances(shell)
    (first,) = shell.execute("SELECT id FROM transactions WHERE cause = 'interaction:1'").fetchone()
    tries = {name: by_hand(ids, against, moves, **more, how=how) for name, (against, moves, more) in UNLAWFUL.items()}
    tries["again"] = [_TRANSACTION.format(how) + f"({first}, {GUILD}, 'bet', 'again', {ids['game']}, 1)"]
    tries["one line more"] = [_POST.format(how) + f"({first}, {ids['house']}, 7)"]
    tries["another amount"] = [_POST.format(how) + f"({first}, {ids['alice']}, 7)"]
    passed: list[str] = []
    for name, (*postings, last) in tries.items():
        shell.execute("BEGIN")
        for statement in postings:
            shell.execute(statement)
        with suppress(sqlite3.IntegrityError):
            shell.execute(last)
            passed.append(name)
        # A stubborn writer may ignore the error and keep the rest.
        if balances(shell) != before:
            passed.append(name)
        if shell.in_transaction:
            shell.execute("ROLLBACK")
    assert passed == []
