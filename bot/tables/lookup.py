"""Tables found by server, place or person, from their rows alone."""

from __future__ import annotations

from bot.storage import TableRow
from bot.tables.service import Tables

__all__ = ["TableRow", "open_tables", "tables_at", "tables_of"]


async def open_tables(tables: Tables, guild_id: int | None = None, *, limit: int) -> tuple[TableRow, ...]:
    """The open tables of a server or (None) of all, oldest first."""
    return (await tables.database.tables.all_open(guild_id, limit=limit)).rows


async def tables_of(tables: Tables, user_id: int, guild_id: int | None = None) -> tuple[TableRow, ...]:
    """The open tables at which a person sits, in a server or (None) in all."""
    return await tables.database.tables.open_of(user_id, guild_id)


async def tables_at(tables: Tables, channel_id: int) -> tuple[TableRow, ...]:
    """The open tables whose challenge stands in a channel, or that have this thread."""
    return await tables.database.tables.open_at(channel_id)
