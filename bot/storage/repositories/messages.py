"""Messages on Discord that show a table or a tournament: where each is, and a digest of what it shows.

A slot is any text. No version is checked: a message follows from the log and can be drawn again.
"""

from __future__ import annotations

from sqlalchemy import Connection, Table, delete, select

from bot.storage.backends.base import upsert
from bot.storage.connections import Connections
from bot.storage.rows import MessageRow


class MessageRepository:
    """The messages of all tables, or of all tournaments.

    Args:
        table: where they are stored; its first column is the id of their owner.
    """

    def __init__(self, connections: Connections, table: Table) -> None:
        self._connections = connections
        self._table = table
        self._owner = next(iter(table.columns))

    async def of(self, owner_id: int) -> tuple[MessageRow, ...]:
        """The messages of one owner, by the names of their slots."""
        chosen = select(self._table).where(self._owner == owner_id).order_by(self._table.c.slot)
        return await self._connections.read(
            lambda connection: tuple(MessageRow(*row) for row in connection.execute(chosen))
        )

    async def find(self, message_id: int) -> MessageRow | None:
        """The row of a message; None: it is not one of these."""
        chosen = select(self._table).where(self._table.c.message_id == message_id)

        def ask(connection: Connection) -> MessageRow | None:
            row = connection.execute(chosen).first()
            return None if row is None else MessageRow(*row)

        return await self._connections.read(ask)

    async def put(self, *rows: MessageRow) -> None:
        """Stores messages in one transaction, each in place of the one in its slot."""

        def put(connection: Connection) -> None:
            for row in rows:
                values = {
                    self._owner.name: row.owner_id,
                    "slot": row.slot,
                    "channel_id": row.channel_id,
                    "message_id": row.message_id,
                    "state_hash": row.state_hash,
                    "updated_at": row.updated_at,
                }
                connection.execute(upsert(connection, self._table, values))

        await self._connections.write(put)

    async def drop(self, owner_id: int, *slots: str) -> None:
        """Deletes what is stored of some slots; harmless where nothing is."""
        mine = (self._owner == owner_id) & self._table.c.slot.in_(slots)
        await self._connections.write(lambda connection: connection.execute(delete(self._table).where(mine)))

    async def delete_of(self, owner_id: int) -> None:
        """Deletes the messages of one owner."""
        mine = self._owner == owner_id
        await self._connections.write(lambda connection: connection.execute(delete(self._table).where(mine)))
