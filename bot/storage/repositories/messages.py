"""Messages on Discord that show a table or a tournament: where each is, and a digest of what it shows.

No version is checked: a message follows from the log and can be drawn again.
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
    """The messages of all tables, or of all tournaments.

    Args:
        table: where they are stored; its first column is the id of their owner.
    """

    def __init__(self, connections: Connections, table: Table) -> None:
        super().__init__(connections)
        self._table = table
        self._owner = next(iter(table.columns))

    @reads
    def of(self, connection: Connection, owner_id: int) -> tuple[MessageRow, ...]:
        """The messages of one owner, by the names of their slots."""
        chosen = select(self._table).where(self._owner == owner_id).order_by(self._table.c.slot)
        return tuple(map(_row_of, connection.execute(chosen)))

    @reads
    def find(self, connection: Connection, message_id: int) -> MessageRow | None:
        """The row of a message; None: it is not one of these."""
        chosen = select(self._table).where(self._table.c.message_id == message_id)
        row = connection.execute(chosen).first()
        return None if row is None else _row_of(row)

    async def put(self, *rows: MessageRow) -> None:
        """Stores messages in one transaction, each in place of the one in its slot.

        Raises:
            NotOwner: the owner of the tables was to write it, and that is another process; nothing was written.
        """
        writer = self._connections.fence.writer()

        def put(connection: Connection) -> None:
            expect_owner(connection, writer)
            columns = self._table.c.keys()
            upsert(connection, self._table, *(dict(zip(columns, _values_of(row), strict=True)) for row in rows))
            if writer is not None and writer.claim is None:
                # Their owner has read what was there before.
                for owner_id in {row.owner_id for row in rows}:
                    announce(connection, writer, MessagesStored(MessageOwner(self._owner.name), owner_id))

        await self._connections.write(put)

    async def drop(self, owner_id: int, *slots: Slot) -> None:
        """Deletes some slots; absent ones are ignored.

        Raises:
            NotOwner: as `put` does.
        """
        writer = self._connections.fence.writer()

        def drop(connection: Connection) -> None:
            expect_owner(connection, writer)
            mine = (self._owner == owner_id) & self._table.c.slot.in_(map(str, slots))
            connection.execute(delete(self._table).where(mine))

        await self._connections.write(drop)

    @writes
    def delete_of(self, connection: Connection, owner_id: int) -> None:
        """Deletes the messages of one owner."""
        mine = self._owner == owner_id
        connection.execute(delete(self._table).where(mine))


def _row_of(row: Sequence[Any]) -> MessageRow:
    owner_id, slot, channel_id, message_id, digest, updated_at = row
    return MessageRow(owner_id, Slot.parse(slot), channel_id, message_id, digest, updated_at)


def _values_of(row: MessageRow) -> tuple[object, ...]:
    return row.owner_id, str(row.slot), row.channel_id, row.message_id, row.state_hash, row.updated_at
