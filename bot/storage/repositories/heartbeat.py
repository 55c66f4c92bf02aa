"""The heartbeat: when the bot was last known to run."""

from __future__ import annotations

from sqlalchemy import select

from bot.storage.backends.base import upsert
from bot.storage.connections import Connections
from bot.storage.schema.tables import heartbeat


class HeartbeatRepository:
    """The moment at which the bot was last known to run."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def last(self) -> int | None:
        """The moment; None: the bot never ran on this database."""
        return await self._connections.read(lambda connection: connection.scalar(select(heartbeat.c.at)))

    async def put(self, at: int) -> None:
        """Stores the moment."""
        await self._connections.beat(
            lambda connection: connection.execute(upsert(connection, heartbeat, {"id": 1, "at": at}))
        )
