"""The channels of people's direct messages, and the pace at which new ones are opened."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select, update

from bot.storage.backends.base import upsert, wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.tables import direct_channels

_ALL: Final = direct_channels.c
WINDOW_MS: Final = 10_000
_TURN: Final = -1


class DirectRepository(Repository):
    """The channels of direct messages by person. A channel never changes, and is the same for all processes."""

    @reads
    def of(self, connection: Connection, user_id: int) -> int | None:
        """Returns a person's channel, or None if no channel is stored."""
        return connection.scalar(select(_ALL.channel_id).where(_ALL.user_id == user_id))

    @writes
    def reserve(self, connection: Connection, user_id: int, now: int, most: int) -> int:
        """Reserves a turn to open a person's channel. All processes together have `most` turns in any ten seconds.

        Returns:
            0 if the caller has the turn, else the milliseconds until the next one.
        """
        wait_for_turns(connection, [_TURN])
        lately = (_ALL.asked_at > now - WINDOW_MS) & (_ALL.asked_at <= now)
        newest_first = select(_ALL.asked_at).where(lately).order_by(_ALL.asked_at.desc())
        oldest_at = connection.scalar(newest_first.offset(most - 1).limit(1))
        if oldest_at is not None:
            return int(oldest_at) + WINDOW_MS - now
        upsert(connection, direct_channels, {"user_id": user_id, "channel_id": None, "asked_at": now})
        return 0

    @writes
    def put(self, connection: Connection, user_id: int, channel_id: int) -> None:
        """Stores the channel of a person for whom a turn was reserved, unless the person was erased since."""
        connection.execute(update(direct_channels).where(_ALL.user_id == user_id).values(channel_id=channel_id))

    @writes
    def drop(self, connection: Connection, user_id: int) -> None:
        """Forgets a person's channel, because Discord refuses messages in it."""
        connection.execute(update(direct_channels).where(_ALL.user_id == user_id).values(channel_id=None))
