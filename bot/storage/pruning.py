"""Deletes rows that are no longer needed, and packs (compresses) the logs of closed tables, in small transactions."""

from __future__ import annotations

from functools import partial
from typing import Final

from sqlalchemy import Column, Connection, Select, Table, and_, bindparam, delete, or_, select

from bot.ranking.periods import Period
from bot.rows.table_rows import CLOSED
from bot.storage.connections import Repository, writes
from bot.storage.event_rows import pack
from bot.storage.schema.admin_tables import bans
from bot.storage.schema.standing_tables import standings
from bot.storage.schema.tables import commands, events, put_aside, table_messages, tables
from bot.storage.schema.tournament_tables import tournament_commands, tournament_messages, tournaments

_AT_ONCE: Final = 500
_LOGS_AT_ONCE: Final = 10
_WEEK_MS: Final = 7 * 86_400_000
_UNDRAWN_MS: Final = 3 * _WEEK_MS
"""How much longer the places of messages are stored if Discord refused the last drawing of their table."""
_KEY: Final = tuple(standings.primary_key)
_STANDING: Final = delete(standings).where(*(column == bindparam(f"{column.name}_") for column in _KEY))


class Pruning(Repository):
    """Deletes old rows, a few at a time."""

    @writes
    def prune_interactions(self, connection: Connection, below: int) -> bool:
        """Deletes the stored ids of interactions so old that Discord does not deliver them again.

        Args:
            below: ids that are less than this number are deleted.

        Returns:
            Whether more of these ids may remain.
        """
        return max(_delete_old(connection, table, below) for table in (commands, tournament_commands)) >= _AT_ONCE

    async def prune_bans(self, at: int) -> bool:
        """Deletes the bans from stakes that end before the moment `at`, in epoch milliseconds.

        Returns:
            Whether more of these bans may remain: always False.
        """
        ended = delete(bans).where(bans.c.until <= at)
        await self._connections.write(lambda connection: connection.execute(ended))
        return False

    async def prune_messages(self, before: int) -> bool:
        """Deletes the stored places of messages, if their table or tournament ended before a moment.

        If a table's messages do not show its end yet, their places are deleted some weeks later.

        Args:
            before: the moment, in epoch milliseconds.

        Returns:
            Whether more of these places may remain.
        """
        table, tournament = tables.c, tournaments.c
        tournament_id = tournament_messages.c.tournament_id
        drawn = or_(table.drawn >= table.version, table.updated_at < before - _UNDRAWN_MS)
        closed = (table.status == CLOSED) & (table.updated_at < before) & drawn
        ended = tournament.status.in_(["over", "cancelled"]) & (tournament.updated_at < before)
        of_tables = (
            select(table_messages.c.table_id)
            .distinct()
            .join_from(table_messages, tables, table.id == table_messages.c.table_id)
            .where(closed)
        )
        of_tournaments = (
            select(tournament_id)
            .distinct()
            .join_from(tournament_messages, tournaments, tournament.id == tournament_id)
            .where(ended)
        )
        pruned = [
            await self._connections.write(partial(_delete_some, owner=table_messages.c.table_id, ids=of_tables)),
            await self._connections.write(partial(_delete_some, owner=tournament_id, ids=of_tournaments)),
        ]
        return any(pruned)

    async def prune_standings(self, at: int) -> bool:
        """Deletes the standings of weeks, months and years that ended more than a week before the moment `at`.

        No leaderboard shows them any more.

        Returns:
            Whether there may be more of them.
        """
        ended = [
            and_(standings.c.period == period.value, standings.c.since < period.since(at - _WEEK_MS))
            for period in Period
            if period is not Period.ALL
        ]
        chosen = select(*_KEY).where(or_(*ended)).limit(_AT_ONCE)
        # This searches all standings, so it runs outside the transaction that other writers wait for.
        keys = await self._connections.read(
            lambda connection: [
                {f"{name}_": value for name, value in row._mapping.items()} for row in connection.execute(chosen)
            ]
        )
        if keys:
            await self._connections.write(lambda connection: connection.execute(_STANDING, keys))
        return len(keys) == _AT_ONCE

    async def pack_logs(self, before: int) -> bool:
        """Packs (compresses) the logs of tables that closed before a moment.

        Args:
            before: the moment, in epoch milliseconds.

        Returns:
            Whether more of these logs may remain.
        """
        # The owner may still look at tables that were put aside.
        closed = (tables.c.status == CLOSED) & (tables.c.updated_at < before) & put_aside.c.table_id.is_(None)
        ids = (
            select(events.c.table_id)
            .distinct()
            .join_from(events, tables, tables.c.id == events.c.table_id)
            .outerjoin(put_aside, put_aside.c.table_id == tables.c.id)
            .where(closed)
            .limit(_LOGS_AT_ONCE)
        )
        table_ids = await self._connections.read(lambda connection: tuple(connection.scalars(ids)))

        def pack_all(connection: Connection) -> None:
            for table_id in table_ids:
                pack(connection, table_id)

        if table_ids:
            await self._connections.write(pack_all)
        return len(table_ids) == _LOGS_AT_ONCE


def _delete_some(connection: Connection, owner: Column[int], ids: Select[tuple[int]]) -> int:
    """Deletes the messages of some of these tables or tournaments. Returns the number of deleted rows."""
    some = list(connection.scalars(ids.limit(_AT_ONCE // 10)))
    return connection.execute(delete(owner.table).where(owner.in_(some))).rowcount if some else 0


def _delete_old(connection: Connection, table: Table, below: int) -> int:
    key = table.c.interaction_id
    oldest = select(key).where(key < below).order_by(key).limit(_AT_ONCE)
    return connection.execute(delete(table).where(key.in_(oldest))).rowcount
