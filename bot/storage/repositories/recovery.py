"""Queries over all tables at a start or after an outage, without reading a log. Knows no rule of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, Connection, Integer, bindparam, func, insert, literal, select, true, update

from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.repositories.heartbeat import put_beat
from bot.storage.rows import OPEN, OpenTable, Outage, Shard
from bot.storage.schema.tables import heartbeat, outage_credits, restorations, tables
from bot.storage.schema.tournaments import tournaments

_OPEN = (
    select(tables.c.id, tables.c.guild_id, tables.c.deadline, tables.c.house)
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


def _is_served(guild_id: ColumnElement[int], shards: Collection[Shard]) -> ColumnElement[bool]:
    """The condition that one of these shards, all of the same count, serves a server."""
    count = next(iter(shards)).count
    if len(shards) == count:
        return true()
    # A shift and a remainder, as Discord divides its servers.
    return (guild_id.bitwise_rshift(literal(22, Integer)) % literal(count, Integer)).in_(
        sorted(shard.number for shard in shards)
    )


class RecoveryRepository(Repository):
    """Deadlines, drawings and outages of all tables."""

    @reads
    def open_tables(self, connection: Connection) -> tuple[OpenTable, ...]:
        """The open tables, in the order of their ids."""
        return tuple(
            OpenTable(table_id, guild_id, deadline, bool(house))
            for table_id, guild_id, deadline, house in connection.execute(_OPEN)
        )

    @reads
    def undrawn_tables(self, connection: Connection) -> dict[int, int]:
        """The tables, open and closed, whose messages may be out of date, each with its server."""
        return {row.id: row.guild_id for row in connection.execute(_UNDRAWN)}

    async def put_drawn(self, versions: Mapping[int, int]) -> None:
        """Stores which versions the messages of these tables show."""
        rows = [{"id_": table_id, "version_": version} for table_id, version in sorted(versions.items())]
        if rows:
            await self._connections.write(lambda connection: connection.execute(_DRAWN, rows))

    @writes
    def mark_all_undrawn(self, connection: Connection) -> None:
        """Marks the messages of all open tables as out of date."""
        open_ = tables.c.status.in_(OPEN)
        connection.execute(update(tables).where(open_).values(drawn=0))

    @reads
    def release(self, connection: Connection) -> str:
        """Returns the release stored by `put_release`; empty: none."""
        return connection.scalar(select(heartbeat.c.release)) or ""

    @writes
    def put_release(self, connection: Connection, release: str, at: int) -> None:
        """Stores with the heartbeat by which release the messages are drawn."""
        row = {"id": 1, "at": at, "release": release}
        upsert(connection, heartbeat, row)

    @reads
    def restored_at(self, connection: Connection) -> int:
        """When the database was last restored from a backup; 0: never."""
        return connection.scalar(select(func.max(restorations.c.at))) or 0

    @writes
    def add_outage(
        self, connection: Connection, *outages: Outage, moment_ms: int = 0, away: Mapping[Shard, int] | None = None
    ) -> tuple[dict[int, tuple[Outage, ...]], dict[int, int]]:
        """Stores in one transaction that outages are over: what they owe to tables, longer rounds of tournaments, and
        the heartbeat, so that they count once whatever comes next.

        Args:
            outages: of the servers of different shards; all over at the same moment.
            moment_ms: a shorter one is owed only to tables and rounds where time had something to do meanwhile.
            away: since when shards are away whose outage is not over.

        Returns:
            What tables are owed, and the server of each of them.
        """
        for outage in outages:
            owed_to: list[ColumnElement[bool]] = [
                tables.c.status.in_(OPEN),
                _is_served(tables.c.guild_id, outage.shards),
            ]
            put_off: list[ColumnElement[bool]] = [*_PUT_OFF, _is_served(tournaments.c.guild_id, outage.shards)]
            if outage.until - outage.since < moment_ms:
                owed_to.append(tables.c.deadline <= outage.until)
                put_off.append(tournaments.c.deadline <= outage.until)
            owed = select(tables.c.id, literal(outage.since), literal(outage.until)).where(*owed_to)
            connection.execute(insert(outage_credits).from_select(["table_id", "since", "until"], owed))
            later = tournaments.c.deadline + (outage.until - outage.since)
            connection.execute(
                update(tournaments).where(*put_off).values(deadline=later, version=tournaments.c.version + 1)
            )
        put_beat(connection, outages[0].until, away or {})
        servers = {row.id: row.guild_id for row in connection.execute(_OWED_TO)}
        return _owed_outages(connection), servers

    @reads
    def owed_outages(self, connection: Connection) -> dict[int, tuple[Outage, ...]]:
        """Returns the time still owed to tables, by their ids."""
        return _owed_outages(connection)


def _owed_outages(connection: Connection) -> dict[int, tuple[Outage, ...]]:
    owed: dict[int, tuple[Outage, ...]] = {}
    for table_id, since, until in connection.execute(_OWED):
        owed[table_id] = (*owed.get(table_id, ()), Outage(since, until))
    return owed
