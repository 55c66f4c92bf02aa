"""The heartbeat: when the bot was last known to run, and what Discord knew of it then."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.tables import heartbeat


class HeartbeatRepository(Repository):
    """The moment at which the bot was last known to run."""

    @reads
    def last_beat(self, connection: Connection) -> int | None:
        """The moment; None: the bot never ran on this database."""
        return connection.scalar(select(heartbeat.c.at))

    async def put(self, at: int) -> None:
        """Stores the moment."""
        await self._connections.beat(lambda connection: upsert(connection, heartbeat, {"id": 1, "at": at}))

    @reads
    def registered_digest(self, connection: Connection) -> str:
        """The digest of the commands that Discord has been told of; empty: none is stored."""
        return connection.scalar(select(heartbeat.c.registered)) or ""

    @writes
    def put_registered(self, connection: Connection, digest: str) -> None:
        """Stores the digest, once there is a heartbeat."""
        connection.execute(update(heartbeat).values(registered=digest))
