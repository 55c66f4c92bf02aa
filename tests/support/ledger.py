"""The chips of a server and of a table, counted from the ledger."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from bot.rows.chips import Escrow
from bot.storage import Database
from bot.storage.repositories.accounts import stakes_kept
from bot.storage.schema.tables import accounts, tables


@dataclass(frozen=True, slots=True)
class Treasury:
    """The chips issued in a server, and where they are."""

    issued: int
    in_purses: int
    at_stake: int


async def treasury(database: Database, guild_id: int) -> Treasury:
    """Counts all chips of a server."""
    column = accounts.c
    sums = select(column.kind, func.sum(column.balance)).where(column.guild_id == guild_id).group_by(column.kind)

    def ask(connection: Connection) -> Treasury:
        held = {kind: int(chips) for kind, chips in connection.execute(sums)}
        return Treasury(-held.get("house", 0), held.get("person", 0), held.get("escrow", 0))

    return await database.connections.read(ask)


async def stakes_on(database: Database, escrow: Escrow) -> dict[int, int]:
    """Returns what each person has on a game; empty once the game is settled or void."""
    return (await stakes_at(database, escrow.table_id)).get(escrow.number, {})


async def stakes_at(database: Database, table_id: int) -> dict[int, dict[int, int]]:
    """Returns what each person has on the games of a table and in its pools, by their numbers; empty where all are
    over.
    """

    def ask(connection: Connection) -> dict[int, dict[int, int]]:
        guild_id = connection.scalar(select(tables.c.guild_id).where(tables.c.id == table_id))
        assert guild_id is not None
        return stakes_kept(connection, {table_id: guild_id})[table_id].held

    return await database.connections.read(ask)
