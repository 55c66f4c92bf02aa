"""All chips of a server, counted from the accounts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from bot.storage import Database
from bot.storage.schema.tables import accounts

__all__ = ["Treasury", "treasury"]


@dataclass(frozen=True, slots=True)
class Treasury:
    """The chips issued in a server, and where they are."""

    issued: int
    in_purses: int
    at_stake: int


async def treasury(database: Database, guild_id: int) -> Treasury:
    """All chips of a server."""
    column = accounts.c
    sums = select(column.kind, func.sum(column.balance)).where(column.guild_id == guild_id).group_by(column.kind)

    def ask(connection: Connection) -> Treasury:
        held = {kind: int(chips) for kind, chips in connection.execute(sums)}
        return Treasury(-held.get("house", 0), held.get("person", 0), held.get("escrow", 0))

    return await database.connections.read(ask)
