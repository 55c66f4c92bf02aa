"""Questions about tables that their rows answer, without reading a log. Knows no rule of the game."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from bot.storage.connections import Connections
from bot.storage.repositories.tables import table_row
from bot.storage.rows import CLOSED, OPEN, Page, TableRow
from bot.storage.schema.tables import seats, tables

__all__ = ["Lookups"]

_IS_OPEN = tables.c.status.in_(OPEN)


class Lookups(Connections):
    """The part of `Database` that finds tables."""

    async def open_tables(self, guild_id: int | None = None, limit: int = 25, offset: int = 0) -> Page[TableRow]:
        """The tables that are open, in a server or (None) anywhere, in the order of their opening."""
        where = _IS_OPEN if guild_id is None else _IS_OPEN & (tables.c.guild_id == guild_id)

        def ask(connection: Connection) -> Page[TableRow]:
            total = connection.scalar(select(func.count()).select_from(tables).where(where))
            rows = connection.execute(select(tables).where(where).order_by(tables.c.id).limit(limit).offset(offset))
            return Page(tuple(map(table_row, rows)), total or 0, offset)

        return await self.read(ask)

    async def open_tables_of(self, user_id: int, guild_id: int | None = None) -> tuple[TableRow, ...]:
        """The open tables at which a person sits (`TableRow.seated`), in a server or (None) anywhere."""
        here = tables.c.id.in_(select(seats.c.table_id).where(seats.c.user_id == user_id))
        return await self._found(here if guild_id is None else here & (tables.c.guild_id == guild_id))

    async def open_tables_at(self, channel_id: int) -> tuple[TableRow, ...]:
        """The open tables whose challenge stands in this channel, or whose own thread this is."""
        return await self._found(_IS_OPEN & or_(tables.c.channel_id == channel_id, tables.c.thread_id == channel_id))

    async def open_challenges_between(
        self, guild_id: int, challenger_id: int, challenged_id: int | None
    ) -> tuple[TableRow, ...]:
        """The challenges of the one to the other, or (None) to all, that stand in a server."""
        return await self._found(
            (tables.c.status == "challenge")
            & (tables.c.guild_id == guild_id)
            & (tables.c.challenger_id == challenger_id)
            & tables.c.challenged_id.is_not_distinct_from(challenged_id)
        )

    async def closed_since(self, at: int) -> tuple[TableRow, ...]:
        """The tables that were put away at that moment or later. Asked once, at a start; it has no index."""
        return await self._found((tables.c.status == CLOSED) & (tables.c.updated_at >= at))

    async def due(self, now: int, limit: int = 1000) -> tuple[TableRow, ...]:
        """The tables at which time has something to do, those that have waited longest first."""
        waiting = select(tables).where(tables.c.deadline <= now).order_by(tables.c.deadline, tables.c.id).limit(limit)
        return await self._all(waiting)

    async def next_deadline(self) -> int | None:
        """When time has something to do next, at whichever table; None if nowhere."""
        first = select(func.min(tables.c.deadline)).where(tables.c.deadline.is_not(None))
        return await self.read(lambda connection: connection.scalar(first))

    async def _found(self, where: ColumnElement[bool]) -> tuple[TableRow, ...]:
        return await self._all(select(tables).where(where).order_by(tables.c.id))

    async def _all(self, chosen: Select[Any]) -> tuple[TableRow, ...]:
        return await self.read(lambda connection: tuple(map(table_row, connection.execute(chosen))))
