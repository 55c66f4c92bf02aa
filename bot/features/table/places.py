"""Tables that Discord refuses in their place: remembered, so that no move costs a request, and tried again later."""

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
    """Remembers channels that are gone, or closed to the bot.

    Args:
        wake: draws a table again when its channel may be back.
    """

    def __init__(self, client: discord.Client, wake: Callable[[int], None]) -> None:
        self._client = client
        self._wake = wake
        self._lost: dict[int, _Lost] = {}
        self._waits: dict[int, float] = {}

    def is_lost(self, table: TableView) -> bool:
        """Whether Discord refused the table in its place, and it was not tried again since."""
        lost = self._lost.get(table.id)
        return lost is not None and lost.channel_id == table.place

    def retry_later(self, table: TableView, *, forever: bool) -> None:
        """Notes that Discord refused the table.

        It is tried again when Discord reports a change or, unless `forever`, after a while.
        """
        wait_s = self._waits.get(table.id, _FIRST_RETRY_S)
        self._waits[table.id] = min(2 * wait_s, _LAST_RETRY_S)
        timer = None if forever else asyncio.get_running_loop().call_later(wait_s, self._try, table.id)
        self._lost[table.id] = _Lost(table.guild_id, table.place, timer)

    def look(self, guild: discord.Guild) -> None:
        """Tries the tables of a server again after its channels, its roles or the bot's own roles have changed."""
        for table_id, lost in list(self._lost.items()):
            if lost.guild_id == guild.id and _is_open(guild, lost.channel_id):
                self._waits.pop(table_id, None)
                self._try(table_id)

    def look_everywhere(self) -> None:
        """Tries every table without a place again after a reconnection, since no event came in the meantime."""
        for guild_id in {lost.guild_id for lost in self._lost.values()}:
            if (guild := self._client.get_guild(guild_id)) is not None:
                self.look(guild)

    def forget(self, table_id: int) -> None:
        """Forgets a closed table."""
        self._waits.pop(table_id, None)
        if (lost := self._lost.pop(table_id, None)) is not None and lost.timer is not None:
            lost.timer.cancel()

    def stop(self) -> None:
        """Cancels all tries."""
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
