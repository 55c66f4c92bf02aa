"""The heartbeat: when the bot was last known to run."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads
from bot.storage.schema.tables import heartbeat


class HeartbeatRepository(Repository):
    """The moment at which the bot was last known to run."""

    @reads
    def last(self, connection: Connection) -> int | None:
        """The moment; None: the bot never ran on this database."""
        return connection.scalar(select(heartbeat.c.at))

    async def put(self, at: int) -> None:
        """Stores the moment."""
        await self._connections.beat(lambda connection: upsert(connection, heartbeat, {"id": 1, "at": at}))
