"""Remembers the tables whose channel or thread is gone or closed to the bot. A move at such a table then costs no
request. The bot tries again later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.tables.views import TableView

_FIRST_RETRY_S, _LAST_RETRY_S = 60.0, 3600.0


@dataclass(slots=True)
class _Lost:
    guild_id: int
    channel_id: int
    timer: asyncio.TimerHandle | None


class Places:
    """The tables that Discord does not let the bot show at present.

    Args:
        wake: draws a table again, given its id. It is called when the channel may be open again.
    """

    def __init__(self, client: discord.Client, wake: Callable[[int], None]) -> None:
        self._client = client
        self._wake = wake
        self._lost: dict[int, _Lost] = {}
        self._waits: dict[int, float] = {}

    def is_lost(self, table: TableView) -> bool:
        """Returns whether Discord has refused a message in the table's channel or thread, and the bot has not tried
        again since.
        """
        lost = self._lost.get(table.id)
        return lost is not None and lost.channel_id == table.place

    def retry_later(self, table: TableView, *, forever: bool) -> None:
        """Notes that Discord has refused a message in the table's channel or thread.

        The bot tries again when Discord reports a change there. Unless `forever`, it also tries again after a while.
        """
        wait_s = self._waits.get(table.id, _FIRST_RETRY_S)
        self._waits[table.id] = min(2 * wait_s, _LAST_RETRY_S)
        timer = None if forever else asyncio.get_running_loop().call_later(wait_s, self._try, table.id)
        self._lost[table.id] = _Lost(table.guild_id, table.place, timer)

    def look(self, guild: discord.Guild) -> None:
        """Draws the lost tables of a server again if the bot seems to be allowed in their channels now. It is called
        when the server's channels or roles, or the bot's own roles, have changed.
        """
        for table_id, lost in list(self._lost.items()):
            if lost.guild_id == guild.id and _is_open(guild, lost.channel_id):
                self._waits.pop(table_id, None)
                self._try(table_id)

    def look_everywhere(self) -> None:
        """Does the same as `look` for all servers. It is called after a reconnection to Discord, because changes in the
        meantime were not reported.
        """
        for guild_id in {lost.guild_id for lost in self._lost.values()}:
            if (guild := self._client.get_guild(guild_id)) is not None:
                self.look(guild)

    def forget(self, table_id: int) -> None:
        """Drops what is in memory about a table."""
        self._waits.pop(table_id, None)
        if (lost := self._lost.pop(table_id, None)) is not None and lost.timer is not None:
            lost.timer.cancel()

    def stop(self) -> None:
        """Cancels all tries that are planned."""
        for table_id in list(self._lost):
            self.forget(table_id)

    def _try(self, table_id: int) -> None:
        if (lost := self._lost.pop(table_id, None)) is not None:
            if lost.timer is not None:
                lost.timer.cancel()
            self._wake(table_id)


def _is_open(guild: discord.Guild, channel_id: int) -> bool:
    """Whether the bot may write in a channel, as far as its own data say."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        return False
    granted = channel.permissions_for(guild.me)
    return granted.view_channel and granted.send_messages
