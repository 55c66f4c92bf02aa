"""Whether the bot's owner has begun maintenance."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.owners import maintenance


class MaintenanceRepository(Repository):
    """One row while maintenance is on."""

    @reads
    def since(self, connection: Connection) -> int | None:
        """The moment at which maintenance began; None: it is off."""
        since: int | None = connection.scalar(select(maintenance.c.since))
        return since

    @writes
    def begin(self, connection: Connection, at: int) -> None:
        """Stores that maintenance is on, from this moment or an earlier one."""
        if connection.scalar(select(maintenance.c.since)) is None:
            upsert(connection, maintenance, {"id": 1, "since": at})

    @writes
    def end(self, connection: Connection) -> None:
        """Stores that maintenance is off."""
        connection.execute(delete(maintenance))
