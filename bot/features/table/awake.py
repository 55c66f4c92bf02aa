"""Keeps the threads of slow games from falling asleep: buttons of an archived thread are dead on the web and on phones.

Discord archives a thread after a while without activity, by its definition a message that is sent, a thread that is
taken out of the archive, or a change of that while; edits are none. So the message of a table in a thread in which the
bot has sent nothing for days gives way to a new one that shows the same, and rings for no one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import discord

from bot.app import App
from bot.features.table.renderer import Renderer
from bot.tables import lookup

_QUIET_MS: Final = 4 * 86_400_000
"""A thread is woken after this part of the week after which Discord archives it: the rest is left for an outage."""
_AT_ONCE: Final = 50
_EVERY_MS: Final = 3_600_000


class ThreadKeeper:
    """Looks for quiet threads of open tables every hour, a few at a time."""

    def __init__(self, app: App, tables: Renderer) -> None:
        self._app, self._tables = app, tables
        self._behind = 0
        self._next = 0

    async def look(self, is_held: Callable[[int], bool]) -> None:
        """Has quiet threads woken, but in servers that are away or (`is_held`) another process's.

        Raises:
            StorageError: the database refused.
        """
        now = self._app.now()
        if not self._behind and now < self._next:
            return
        before = discord.utils.time_snowflake(datetime.fromtimestamp((now - _QUIET_MS) / 1000, UTC))
        quiet = await lookup.quiet_threads(self._app.tables, before, behind=self._behind, limit=_AT_ONCE)
        for row in quiet:
            if not is_held(row.guild_id):
                self._tables.renew(row.id, before)
        # The rest a minute later: hands have the rest of what Discord allows.
        self._behind = quiet[-1].id if len(quiet) == _AT_ONCE else 0
        self._next = now + _EVERY_MS

    async def stop(self, grace_s: float) -> None:
        """Does nothing: the renderer finishes what is under way."""
