"""The channels of people's direct messages, and a limit on how fast the bot opens new ones."""

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
    """Stores the channel of each person's direct messages.

    Discord always gives the bot the same channel for a person, and all processes of the bot use it.
    """

    @reads
    def of(self, connection: Connection, user_id: int) -> int | None:
        """Returns the channel of a person's direct messages, or None if none is stored."""
        return connection.scalar(select(_ALL.channel_id).where(_ALL.user_id == user_id))

    @writes
    def reserve(self, connection: Connection, user_id: int, now: int, most: int) -> int:
        """Asks for permission to open a person's channel now.

        All processes together may open `most` channels in ten seconds.

        Returns:
            0 if the caller may open the channel; else the milliseconds until it may.
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
        """Stores the channel of a person after `reserve`. If the person was erased meanwhile, does nothing."""
        connection.execute(update(direct_channels).where(_ALL.user_id == user_id).values(channel_id=channel_id))

    @writes
    def drop(self, connection: Connection, user_id: int) -> None:
        """Deletes the stored channel of a person, because Discord refuses messages in it."""
        connection.execute(update(direct_channels).where(_ALL.user_id == user_id).values(channel_id=None))
