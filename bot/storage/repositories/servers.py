"""The settings of servers."""

from __future__ import annotations

from collections.abc import Mapping

from bot.storage.connections import Connections
from bot.storage.repositories.columns import merge_object, read_object
from bot.storage.rows import JSON
from bot.storage.schema.tables import guilds

__all__ = ["ServerRepository"]


class ServerRepository:
    """The settings of servers."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def settings(self, guild_id: int) -> dict[str, JSON]:
        """The settings of a server; empty: none were ever set."""
        return await self._connections.read(lambda connection: read_object(connection, guilds.c.settings, guild_id))

    async def put_settings(self, guild_id: int, changes: Mapping[str, JSON]) -> dict[str, JSON]:
        """Changes settings key by key; None takes a key out.  Returns: all settings."""
        return await self._connections.write(
            lambda connection: merge_object(connection, guilds.c.settings, guild_id, changes)
        )
