"""Where the messages on Discord are that show a table or a tournament, and a digest (hash) of what each shows.

Rows are written without a check of the version, because the bot can draw each message again from the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, delete, select

from bot.notices import MessageOwner, MessagesStored
from bot.rows.slots import MessageRow, Slot
from bot.storage.backends.base import upsert
from bot.storage.connections import Connections, Repository, reads, writes
from bot.storage.fence import announce, expect_owner


class MessageRepository(Repository):
    """Stores the places of the messages of all tables, or of all tournaments.

    Args:
        table: `table_messages` or `tournament_messages`. Its first column has the id of the table or tournament to
            which a message belongs: the message's owner.
    """

    def __init__(self, connections: Connections, table: Table) -> None:
        super().__init__(connections)
        self._table = table
        self._owner = next(iter(table.columns))

    @reads
    def of(self, connection: Connection, owner_id: int) -> tuple[MessageRow, ...]:
        """Returns the messages of a table or tournament, in the order of their slots (the names of messages)."""
        chosen = select(self._table).where(self._owner == owner_id).order_by(self._table.c.slot)
        return tuple(map(_row_of, connection.execute(chosen)))

    @reads
    def find(self, connection: Connection, message_id: int) -> MessageRow | None:
        """Returns the row of the message with this id on Discord, or None if it is not stored."""
        chosen = select(self._table).where(self._table.c.message_id == message_id)
        row = connection.execute(chosen).first()
        return None if row is None else _row_of(row)

    async def put(self, *rows: MessageRow) -> None:
        """Stores messages in one transaction. Each replaces the stored message with the same slot (name).

        Raises:
            NotOwner: only the owner of the table may write this, and that is another process. Nothing was written.
        """
        writer = self._connections.fence.writer()

        def put(connection: Connection) -> None:
            expect_owner(connection, writer)
            columns = self._table.c.keys()
            upsert(connection, self._table, *(dict(zip(columns, _values_of(row), strict=True)) for row in rows))
            if writer is not None and writer.claim is None:
                # The process that owns the tables has read the older rows.
                for owner_id in {row.owner_id for row in rows}:
                    announce(connection, writer, MessagesStored(MessageOwner(self._owner.name), owner_id))

        await self._connections.write(put)

    async def drop(self, owner_id: int, *slots: Slot) -> None:
        """Deletes the messages with these slots (names) of a table or tournament. Ignores slots without a message.

        Raises:
            NotOwner: see `put`.
        """
        writer = self._connections.fence.writer()

        def drop(connection: Connection) -> None:
            expect_owner(connection, writer)
            mine = (self._owner == owner_id) & self._table.c.slot.in_(map(str, slots))
            connection.execute(delete(self._table).where(mine))

        await self._connections.write(drop)

    @writes
    def delete_of(self, connection: Connection, owner_id: int) -> None:
        """Deletes all messages of a table or tournament."""
        mine = self._owner == owner_id
        connection.execute(delete(self._table).where(mine))


def _row_of(row: Sequence[Any]) -> MessageRow:
    owner_id, slot, channel_id, message_id, digest, updated_at = row
    return MessageRow(owner_id, Slot.parse(slot), channel_id, message_id, digest, updated_at)


def _values_of(row: MessageRow) -> tuple[object, ...]:
    return row.owner_id, str(row.slot), row.channel_id, row.message_id, row.state_hash, row.updated_at
