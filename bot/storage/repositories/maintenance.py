"""Stores whether the owner of the bot has begun maintenance, which stops all clocks and presses."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.owner_tables import maintenance


class MaintenanceRepository(Repository):
    """Stores whether maintenance is on: the database's table has one row if it is, and none if it is off."""

    @reads
    def since(self, connection: Connection) -> int | None:
        """Returns when maintenance began, in epoch milliseconds, or None if it is off."""
        since: int | None = connection.scalar(select(maintenance.c.since))
        return since

    @writes
    def begin(self, connection: Connection, at: int) -> None:
        """Stores that maintenance began at this moment. If it is on already, the stored moment stays."""
        if connection.scalar(select(maintenance.c.since)) is None:
            upsert(connection, maintenance, {"id": 1, "since": at})

    @writes
    def end(self, connection: Connection) -> None:
        """Stores that maintenance is off."""
        connection.execute(delete(maintenance))
