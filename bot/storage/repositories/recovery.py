"""What a start and an outage ask of all tables, without reading a log. Knows no rule of the game."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, bindparam, func, insert, literal, select, update

from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.rows import OPEN, OpenTable, Outage
from bot.storage.schema.tables import heartbeat, outage_credits, restorations, tables
from bot.storage.schema.tournaments import tournaments

_OPEN = select(tables.c.id, tables.c.deadline, tables.c.house).where(tables.c.status.in_(OPEN)).order_by(tables.c.id)
_UNDRAWN = select(tables.c.id).where(tables.c.drawn < tables.c.version).order_by(tables.c.id)
_DRAWN = (
    update(tables)
    .where(tables.c.id == bindparam("id_"), tables.c.drawn < bindparam("version_"))
    .values(drawn=bindparam("version_"))
)
_OWED = select(outage_credits.c.table_id, outage_credits.c.since, outage_credits.c.until).order_by(
    outage_credits.c.table_id, outage_credits.c.until
)
_PUT_OFF = tournaments.c.status == "running", tournaments.c.deadline.is_not(None)


class RecoveryRepository(Repository):
    """Deadlines, drawings and outages of all tables."""

    @reads
    def open_tables(self, connection: Connection) -> tuple[OpenTable, ...]:
        """The open tables, in the order of their ids."""
        return tuple(
            OpenTable(table_id, deadline, bool(house)) for table_id, deadline, house in connection.execute(_OPEN)
        )

    @reads
    def undrawn_tables(self, connection: Connection) -> tuple[int, ...]:
        """The tables, open and closed, whose messages may not show them as they stand."""
        return tuple(connection.scalars(_UNDRAWN))

    async def put_drawn(self, versions: Mapping[int, int]) -> None:
        """Stores which versions the messages of these tables show."""
        rows = [{"id_": table_id, "version_": version} for table_id, version in sorted(versions.items())]
        if rows:
            await self._connections.write(lambda connection: connection.execute(_DRAWN, rows))

    @writes
    def mark_all_undrawn(self, connection: Connection) -> None:
        """Stores that no open table may be shown as it stands."""
        open_ = tables.c.status.in_(OPEN)
        connection.execute(update(tables).where(open_).values(drawn=0))

    @reads
    def release(self, connection: Connection) -> str:
        """What `put_release` stored; empty: nothing."""
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
    def add_outage(self, connection: Connection, outage: Outage, *, to_all: bool = True) -> None:
        """Stores in one transaction that an outage is over: what it owes to tables, longer rounds of tournaments, and
        the heartbeat, so that it counts once whatever comes next.

        Args:
            to_all: to all that are open; else to those alone where time had something to do meanwhile.
        """
        owed_to: list[ColumnElement[bool]] = [tables.c.status.in_(OPEN)]
        put_off: list[ColumnElement[bool]] = [*_PUT_OFF]
        if not to_all:
            owed_to.append(tables.c.deadline <= outage.until)
            put_off.append(tournaments.c.deadline <= outage.until)
        owed = select(tables.c.id, literal(outage.since), literal(outage.until)).where(*owed_to)
        connection.execute(insert(outage_credits).from_select(["table_id", "since", "until"], owed))
        later = tournaments.c.deadline + (outage.until - outage.since)
        connection.execute(
            update(tournaments).where(*put_off).values(deadline=later, version=tournaments.c.version + 1)
        )
        upsert(connection, heartbeat, {"id": 1, "at": outage.until})

    @reads
    def owed_outages(self, connection: Connection) -> dict[int, tuple[Outage, ...]]:
        """What tables are still owed, by their ids."""
        owed: dict[int, tuple[Outage, ...]] = {}
        for table_id, since, until in connection.execute(_OWED):
            owed[table_id] = (*owed.get(table_id, ()), Outage(since, until))
        return owed
