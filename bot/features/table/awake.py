"""Keeps the threads of slow games from being archived: buttons of an archived thread do not work on the web and phones.

Discord archives a thread after a time without activity. Activity is a sent message, taking the thread out of the
archive, or changing that time. Edits do not count. So if the bot has sent nothing in a thread for days, the message of
its table is replaced by a new one that shows the same, and rings for no one.
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
"""A thread is renewed after this part of the week after which Discord archives it. The rest is a
reserve for outages.
"""
_AT_ONCE: Final = 50
_EVERY_MS: Final = 3_600_000


class ThreadKeeper:
    """Every hour, looks for the threads of open tables in which the bot has sent nothing for days, and renews a few of
    them at a time.
    """

    def __init__(self, app: App, tables: Renderer) -> None:
        self._app, self._tables = app, tables
        self._behind = 0
        self._next = 0

    async def look(self, is_held: Callable[[int], bool]) -> None:
        """Renews the messages of the tables in whose threads the bot has sent nothing for days.

        It is called each minute, but looks for such threads only once an hour.

        Args:
            is_held: takes the id of a server, and returns whether to leave it out: another process owns it, or its
                clocks are stopped.

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
        # The other threads follow a minute later, so that hands are not held up by Discord's limits.
        self._behind = quiet[-1].id if len(quiet) == _AT_ONCE else 0
        self._next = now + _EVERY_MS

    async def stop(self, grace_s: float) -> None:
        """Does nothing: the renderer waits for the drawings that are under way."""
