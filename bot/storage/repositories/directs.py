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
        """Returns a person's channel, or None where no channel is stored."""
        return connection.scalar(select(_ALL.channel_id).where(_ALL.user_id == user_id))

    @writes
    def reserve(self, connection: Connection, user_id: int, now: int, most: int) -> int:
        """Reserves a turn to open a person's channel: `most` of all processes in any ten seconds.

        Returns:
            The milliseconds until the next turn; 0: the turn is the caller's.
        """
        wait_for_turns(connection, [_TURN])
        lately = (_ALL.asked_at > now - WINDOW_MS) & (_ALL.asked_at <= now)
        newest_first = select(_ALL.asked_at).where(lately).order_by(_ALL.asked_at.desc())
        taken_at = connection.scalar(newest_first.offset(most - 1).limit(1))
        if taken_at is not None:
            return int(taken_at) + WINDOW_MS - now
        upsert(connection, direct_channels, {"user_id": user_id, "channel_id": None, "asked_at": now})
        return 0

    @writes
    def put(self, connection: Connection, user_id: int, channel_id: int) -> None:
        """Stores the channel of a person for whom a turn was reserved, unless the person was erased since."""
        theirs = _ALL.user_id == user_id
        connection.execute(update(direct_channels).where(theirs).values(channel_id=channel_id))

    @writes
    def drop(self, connection: Connection, user_id: int) -> None:
        """Takes a person's channel for unknown: Discord refuses messages in it as in a new one."""
        connection.execute(update(direct_channels).where(_ALL.user_id == user_id).values(channel_id=None))
