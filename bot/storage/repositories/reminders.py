"""The daily reminders that people have chosen: the hour, and when the next one is sent.

An hour is a number. Only the caller knows the moment that it means.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from bot.rows.member_rows import DueReminder, Reminder
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.fence import expect_owner
from bot.storage.schema.tables import reminders

_DIRECT = 0
"""The id that stands for direct messages in place of a server. The owner of its group sends the reminders."""
_MINE = reminders.c


class ReminderRepository(Repository):
    """Stores the daily reminders of people."""

    @reads
    def of(self, connection: Connection, user_id: int) -> Reminder | None:
        """Returns a person's reminder, or None if they never chose one."""
        chosen = select(_MINE.hour, _MINE.due_at, _MINE.refused).where(_MINE.user_id == user_id)
        row = connection.execute(chosen).first()
        return None if row is None else Reminder(row.hour, row.due_at, bool(row.refused))

    @writes
    def put(self, connection: Connection, user_id: int, hour: int, next_at: Callable[[int | None], int]) -> Reminder:
        """Stores the hour that a person has chosen for their daily reminder.

        Args:
            next_at: gets the moment of the last reminder, or None if there was none, and returns the moment of the next
                one.
        """
        connection.execute(insert_new(connection, reminders), {"user_id": user_id, "hour": hour})
        theirs = _MINE.user_id == user_id
        due_at = next_at(connection.scalar(select(_MINE.last_at).where(theirs).with_for_update()))
        connection.execute(update(reminders).where(theirs).values(hour=hour, due_at=due_at, refused=0))
        return Reminder(hour, due_at)

    @writes
    def switch_off(self, connection: Connection, user_id: int, *, refused: bool) -> None:
        """Switches a person's daily reminder off. If the person has none, does nothing.

        Args:
            refused: whether this happens because Discord refused the direct message.
        """
        theirs = _MINE.user_id == user_id
        connection.execute(update(reminders).where(theirs).values(due_at=None, refused=int(refused)))

    @writes
    def note_read(self, connection: Connection, user_id: int) -> None:
        """Stores that a person has read why their reminder is off."""
        connection.execute(update(reminders).where(_MINE.user_id == user_id).values(refused=0))

    @reads
    def due(self, connection: Connection, now: int, limit: int = 500) -> tuple[DueReminder, ...]:
        """Returns the reminders that the bot has to send now, longest due first, at most `limit`."""
        due = select(_MINE.user_id, _MINE.hour, _MINE.due_at).where(_MINE.due_at <= now)
        rows = connection.execute(due.order_by(_MINE.due_at, _MINE.user_id).limit(limit))
        return tuple(DueReminder(row.user_id, row.hour, row.due_at) for row in rows)

    async def claim(self, due: DueReminder, next_at: int) -> bool:
        """Stores that a reminder is about to be sent, and when the next one is sent, so that no other process sends it.

        Returns:
            True if the caller must send the reminder. False if another caller has claimed it, or if the person has
            changed it.

        Raises:
            NotOwner: only the owner may send it, and that is another process. Nothing was written.
        """
        writer = self._connections.fence.writer(_DIRECT)
        same = (_MINE.user_id == due.user_id) & (_MINE.due_at == due.at)

        def claim(connection: Connection) -> bool:
            expect_owner(connection, writer)
            change = update(reminders).where(same).values(due_at=next_at, last_at=due.at)
            return connection.execute(change).rowcount == 1

        return await self._connections.write(claim)
