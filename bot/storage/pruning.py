"""Deletes what is of no use any more and packs what is over, in small transactions."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Table, delete, select

from bot.storage.connections import Connections
from bot.storage.event_rows import pack
from bot.storage.rows import CLOSED
from bot.storage.schema.admin import bans
from bot.storage.schema.tables import commands, events, messages, put_aside, tables
from bot.storage.schema.tournaments import tournament_commands

__all__ = ["Pruning"]

_AT_ONCE: Final = 500
_LOGS_AT_ONCE: Final = 10


class Pruning:
    """Deletes old rows, a few at a time."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def interactions(self, below: int) -> bool:
        """Deletes interactions with lower ids, which Discord delivers no more.

        Returns:
            Whether there may be more of them.
        """

        def prune(connection: Connection) -> bool:
            return max(_old(connection, table, below) for table in (commands, tournament_commands)) >= _AT_ONCE

        return await self._connections.write(prune)

    async def bans(self, at: int) -> bool:
        """Deletes the bans from stakes that have ended by a moment.

        Returns:
            Whether there may be more of them: no.
        """
        ended = delete(bans).where(bans.c.until <= at)
        await self._connections.write(lambda connection: connection.execute(ended))
        return False

    async def messages(self, before: int) -> bool:
        """Deletes the places of the messages of tables that closed before a moment, and were drawn to the end.

        Returns:
            Whether there may be more of them.
        """

        def prune(connection: Connection) -> int:
            settled = (
                (tables.c.status == CLOSED) & (tables.c.updated_at < before) & (tables.c.drawn >= tables.c.version)
            )
            ids = (
                select(messages.c.table_id)
                .distinct()
                .join_from(messages, tables, tables.c.id == messages.c.table_id)
                .where(settled)
                .limit(_AT_ONCE // 10)
            )
            found = list(connection.scalars(ids))
            here = messages.c.table_id.in_(found)
            return connection.execute(delete(messages).where(here)).rowcount if found else 0

        return await self._connections.write(prune) > 0

    async def pack_logs(self, before: int) -> bool:
        """Packs the logs of tables that closed before a moment.

        Returns:
            Whether there may be more of them.
        """
        # What was put aside is for the operator to look at.
        over = (tables.c.status == CLOSED) & (tables.c.updated_at < before) & put_aside.c.table_id.is_(None)
        ids = (
            select(events.c.table_id)
            .distinct()
            .join_from(events, tables, tables.c.id == events.c.table_id)
            .outerjoin(put_aside, put_aside.c.table_id == tables.c.id)
            .where(over)
            .limit(_LOGS_AT_ONCE)
        )
        found = await self._connections.read(lambda connection: tuple(connection.scalars(ids)))

        def put(connection: Connection) -> None:
            for table_id in found:
                pack(connection, table_id)

        if found:
            await self._connections.write(put)
        return len(found) == _LOGS_AT_ONCE


def _old(connection: Connection, table: Table, below: int) -> int:
    key = table.c.interaction_id
    oldest = select(key).where(key < below).order_by(key).limit(_AT_ONCE)
    return connection.execute(delete(table).where(key.in_(oldest))).rowcount
