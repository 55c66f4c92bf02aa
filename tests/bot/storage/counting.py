"""Chips for the tests of the ledger: each operation of a ledger, in a transaction of its own."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection

from bot.rows.chips import Cause, Escrow, LedgerEntry, MovementKind, Moves
from bot.storage import Database
from bot.storage.repositories.postings import (
    close_stakes,
    give_allowance,
    move_stakes,
    open_purse,
    settle_stakes,
    void_stakes,
)
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, seated

PEOPLE = (ALICE, BRUNO, CHLOE, DAVID)
DAY = date(2026, 2, 28)
AT = 1_700_000_000_000


async def purses(database: Database, chips: int = 100, *people: int, guild: int = GUILD) -> None:
    """Opens purses: for the people named, by default for all four."""

    def open_all(connection: Connection) -> None:
        for user_id in people or PEOPLE:
            open_purse(connection, guild, user_id, chips, AT)

    await database.connections.write(open_all)


async def game_at(database: Database, chips: int = 100, number: int = 1) -> Escrow:
    """A game at a new table of Alice and Bruno, with four purses in the server."""
    await purses(database, chips)
    return Escrow((await seated(database)).id, number)


async def moved(
    database: Database, game: Escrow, moves: Moves, cause: Cause, kind: MovementKind = MovementKind.BET
) -> LedgerEntry | None:
    """Calls `move_stakes`, and returns its entry."""
    return await database.connections.write(lambda connection: move_stakes(connection, game, kind, moves, cause, AT))


async def closed(database: Database, game: Escrow, moves: Moves) -> LedgerEntry | None:
    """Calls `close_stakes`, and returns its entry."""
    return await database.connections.write(lambda connection: close_stakes(connection, game, moves, AT))


async def settled(database: Database, game: Escrow, moves: Moves) -> LedgerEntry | None:
    """Calls `settle_stakes`, and returns its entry."""
    return await database.connections.write(lambda connection: settle_stakes(connection, game, moves, AT))


async def voided(database: Database, game: Escrow) -> LedgerEntry | None:
    """Calls `void_stakes`, and returns its entry."""
    return await database.connections.write(lambda connection: void_stakes(connection, game, AT))


async def allowed(database: Database, user_id: int, chips: int, day: date = DAY, guild: int = GUILD) -> LedgerEntry:
    """Calls `give_allowance`, and returns its entry."""
    return await database.connections.write(
        lambda connection: give_allowance(connection, guild, user_id, chips, day, AT)
    )


async def all_purses(database: Database, guild: int = GUILD) -> dict[int, int]:
    """Returns the purses of the four."""
    return await database.ledger.balances(guild, PEOPLE)


async def expect_balanced(database: Database) -> None:
    """Checks that every ledger is balanced."""
    assert await database.audit.ledger_faults() == ()
