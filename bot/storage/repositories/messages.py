"""Where the disposable pictures of each table are, and what they showed. Knows no Discord: a slot is any text.

No version is checked here: a picture follows from the log, and can be drawn again where this is wrong.
"""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import ColumnElement, Connection, delete, select

from bot.storage.backends.base import upsert
from bot.storage.connections import Connections
from bot.storage.rows import MessageRow
from bot.storage.schema.tables import messages

__all__ = ["Pictures"]


class Pictures(Connections):
    """The part of `Database` that remembers messages."""

    async def message(self, table_id: int, slot: str) -> MessageRow | None:
        """The picture in a slot of a table, if there is one."""
        return await self._first((messages.c.table_id == table_id) & (messages.c.slot == slot))

    async def messages_of(self, table_id: int) -> tuple[MessageRow, ...]:
        """All pictures of a table, in the order of their slots' names."""
        chosen = select(messages).where(messages.c.table_id == table_id).order_by(messages.c.slot)
        return await self.read(lambda connection: tuple(MessageRow(*row) for row in connection.execute(chosen)))

    async def find_message(self, message_id: int) -> MessageRow | None:
        """Of what a message is the picture, if of anything."""
        return await self._first(messages.c.message_id == message_id)

    async def put_message(self, *pictures: MessageRow) -> None:
        """Remembers pictures in one transaction, each in place of the one that was in its slot."""

        def put(connection: Connection) -> None:
            for picture in pictures:
                connection.execute(upsert(connection, messages, asdict(picture)))

        await self.write(put)

    async def delete_message(self, table_id: int, slot: str) -> None:
        """Forgets the picture in a slot, if there is one."""
        await self._delete((messages.c.table_id == table_id) & (messages.c.slot == slot))

    async def delete_messages_of(self, table_id: int) -> None:
        """Forgets all pictures of a table."""
        await self._delete(messages.c.table_id == table_id)

    async def _first(self, where: ColumnElement[bool]) -> MessageRow | None:
        def ask(connection: Connection) -> MessageRow | None:
            row = connection.execute(select(messages).where(where)).first()
            return None if row is None else MessageRow(*row)

        return await self.read(ask)

    async def _delete(self, where: ColumnElement[bool]) -> None:
        await self.write(lambda connection: connection.execute(delete(messages).where(where)))
