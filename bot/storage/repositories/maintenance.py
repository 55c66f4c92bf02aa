"""The bot owner's maintenance."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.owner_tables import maintenance


class MaintenanceRepository(Repository):
    """Stores whether maintenance is on. The table has one row while it is."""

    @reads
    def since(self, connection: Connection) -> int | None:
        """Returns the moment at which maintenance began, or None if it is off."""
        since: int | None = connection.scalar(select(maintenance.c.since))
        return since

    @writes
    def begin(self, connection: Connection, at: int) -> None:
        """Stores that maintenance is on since this moment. If it is on already, its first moment stays."""
        if connection.scalar(select(maintenance.c.since)) is None:
            upsert(connection, maintenance, {"id": 1, "since": at})

    @writes
    def end(self, connection: Connection) -> None:
        """Stores that maintenance is off."""
        connection.execute(delete(maintenance))
