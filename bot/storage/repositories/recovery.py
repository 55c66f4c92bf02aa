"""Queries over all tables that the bot needs at a start or after an outage. They read no logs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)

from bot.rows.outages import EVERYWHERE, Outage, Shard
from bot.rows.table_rows import OPEN, OpenTable
from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.fence import expect_owner
from bot.storage.repositories.heartbeat import is_served, put_beat
from bot.storage.repositories.owners import put_signs
from bot.storage.schema.tables import away_servers, heartbeat, outage_credits, restorations, tables
from bot.storage.schema.tournament_tables import tournaments

_OPEN = (
    select(tables.c.id, tables.c.guild_id, tables.c.deadline, tables.c.house, tables.c.version)
    .where(tables.c.status.in_(OPEN))
    .order_by(tables.c.id)
)
_UNDRAWN = select(tables.c.id, tables.c.guild_id).where(tables.c.drawn < tables.c.version).order_by(tables.c.id)
_DRAWN = (
    update(tables)
    .where(tables.c.id == bindparam("id_"), tables.c.drawn < bindparam("version_"))
    .values(drawn=bindparam("version_"))
)
_OWED = select(outage_credits.c.table_id, outage_credits.c.since, outage_credits.c.until).order_by(
    outage_credits.c.table_id, outage_credits.c.until
)
_OWED_TO = (
    select(tables.c.id, tables.c.guild_id)
    .where(tables.c.id.in_(select(outage_credits.c.table_id)))
    .order_by(tables.c.id)
)
_PUT_OFF = tournaments.c.status == "running", tournaments.c.deadline.is_not(None)


def _is_concerned(guild_id: ColumnElement[int], outage: Outage) -> ColumnElement[bool]:
    return is_served(guild_id, outage.shards) if outage.shards else guild_id.in_(outage.servers)


def _of_shards(chosen: Select[Any], shards: Collection[Shard]) -> Select[Any]:
    return chosen if shards == EVERYWHERE else chosen.where(is_served(tables.c.guild_id, shards))


class RecoveryRepository(Repository):
    """Queries over all tables: their deadlines, what their messages show, and the time that outages owe them."""

    @reads
    def open_tables(self, connection: Connection, shards: Collection[Shard] = EVERYWHERE) -> tuple[OpenTable, ...]:
        """Returns the open tables in the servers of these shards (connections to Discord), in the order of ids."""
        return tuple(
            OpenTable(table_id, guild_id, deadline, bool(house), version)
            for table_id, guild_id, deadline, house, version in connection.execute(_of_shards(_OPEN, shards))
        )

    @reads
    def undrawn_tables(self, connection: Connection, shards: Collection[Shard] = EVERYWHERE) -> dict[int, int]:
        """Returns the tables whose messages may be out of date, each with its server. Closed tables can be among them.

        Only tables in the servers of these shards (connections to Discord) are returned.
        """
        return {row.id: row.guild_id for row in connection.execute(_of_shards(_UNDRAWN, shards))}

    async def put_drawn(self, versions: Mapping[int, int]) -> None:
        """Stores which version of each table the table's messages show.

        Raises:
            NotOwner: another process owns some of the tables by now. Nothing was written.
        """
        writer = self._connections.fence.writer()
        rows = [{"id_": table_id, "version_": version} for table_id, version in sorted(versions.items())]

        def put(connection: Connection) -> None:
            expect_owner(connection, writer)
            connection.execute(_DRAWN, rows)

        if rows:
            await self._connections.write(put)

    @writes
    def mark_all_undrawn(self, connection: Connection) -> None:
        """Marks the messages of all open tables as out of date."""
        open_ = tables.c.status.in_(OPEN)
        connection.execute(update(tables).where(open_).values(drawn=0))

    @reads
    def release(self, connection: Connection) -> str:
        """Returns the release of the bot that drew the messages, from `put_release`; empty if none is stored."""
        return connection.scalar(select(heartbeat.c.release)) or ""

    @writes
    def put_release(self, connection: Connection, release: str, at: int) -> None:
        """Stores which release of the bot draws the messages from now on.

        The release is in the row of the heartbeat. So this also sets the moment of the last heartbeat, to `at`.
        """
        row = {"id": 1, "at": at, "release": release}
        upsert(connection, heartbeat, row)

    @reads
    def restored_at(self, connection: Connection) -> int:
        """Returns when the database was last restored from a backup, in epoch milliseconds; 0 if it never was."""
        return connection.scalar(select(func.max(restorations.c.at))) or 0

    async def add_outage(
        self,
        *outages: Outage,
        moment_ms: int = 0,
        away: Mapping[Shard, int] | None = None,
        servers: Mapping[int, int] | None = None,
    ) -> tuple[dict[int, tuple[Outage, ...]], dict[int, int]]:
        """Stores outages that have ended: tables are owed their time, and rounds of tournaments become longer by it.

        The same transaction stores a heartbeat, so that each outage counts only once.

        Args:
            outages: ended outages of shards (connections to Discord) and of single servers. Two outages of one server
                do not overlap. The latest end is the present moment.
            moment_ms: an outage that is shorter is owed only to tables and rounds whose deadline passed during it.
            away: other shards that are still away, each with the moment since when.
            servers: other single servers that are still away, each with the moment since when.

        Returns:
            The outages owed to each table; and the server of each of these tables.

        Raises:
            NotOwner: another process owns the tables of such a shard by now. Nothing was written.
        """
        writer = self._connections.fence.writer()

        def add(connection: Connection) -> tuple[dict[int, tuple[Outage, ...]], dict[int, int]]:
            expect_owner(connection, writer)
            for outage in outages:
                owed_to: list[ColumnElement[bool]] = [
                    tables.c.status.in_(OPEN),
                    _is_concerned(tables.c.guild_id, outage),
                ]
                put_off: list[ColumnElement[bool]] = [*_PUT_OFF, _is_concerned(tournaments.c.guild_id, outage)]
                if outage.until - outage.since < moment_ms:
                    owed_to.append(tables.c.deadline <= outage.until)
                    put_off.append(tournaments.c.deadline <= outage.until)
                owed = select(tables.c.id, literal(outage.since), literal(outage.until)).where(*owed_to)
                connection.execute(insert(outage_credits).from_select(["table_id", "since", "until"], owed))
                later = tournaments.c.deadline + (outage.until - outage.since)
                connection.execute(
                    update(tournaments).where(*put_off).values(deadline=later, version=tournaments.c.version + 1)
                )
            at = max(outage.until for outage in outages)
            if writer is None:
                put_beat(connection, at, away or {}, servers or {})
            else:
                shards = {shard.number for outage in outages for shard in outage.shards}
                put_signs(connection, shards, at, {shard.number for shard in away or {}})
                stored = [server for outage in outages for server in outage.servers]
                connection.execute(delete(away_servers).where(away_servers.c.guild_id.in_(stored)))
            owed_to_tables = {row.id: row.guild_id for row in connection.execute(_OWED_TO)}
            return _owed_outages(connection), owed_to_tables

        return await self._connections.write(add)

    @reads
    def owed_outages(self, connection: Connection) -> dict[int, tuple[Outage, ...]]:
        """Returns the outages whose time tables have not got back yet, by the tables' ids."""
        return _owed_outages(connection)


def _owed_outages(connection: Connection) -> dict[int, tuple[Outage, ...]]:
    owed: dict[int, tuple[Outage, ...]] = {}
    for table_id, since, until in connection.execute(_OWED):
        owed[table_id] = (*owed.get(table_id, ()), Outage(since, until))
    return owed
