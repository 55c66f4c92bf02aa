"""Maintenance: for a while the bot's owner has all presses refused and all clocks stopped.

The state is in the database, so that it holds for all processes and outlasts a restart.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.storage import MaintenanceRepository


class Maintenance:
    """Knows whether maintenance is on, and turns it on and off.

    Args:
        stored: stores the state in the database.
        now: returns the time, in epoch milliseconds.

    Attributes:
        since: when maintenance began, in epoch milliseconds. None if it is off, as far as this process knows.
        changed: functions to call after this process has noticed that maintenance has begun or ended.
    """

    def __init__(self, stored: MaintenanceRepository, now: Callable[[], int]) -> None:
        self._stored, self._now = stored, now
        self.since: int | None = None
        self.changed: list[Callable[[], None]] = []

    async def begin(self) -> None:
        """Begins maintenance. Does nothing while it is on.

        Raises:
            StorageError: the state could not be stored, and maintenance has not begun.
        """
        await self._stored.begin(self._now())
        await self.look()

    async def end(self) -> None:
        """Ends maintenance. Does nothing while it is off.

        Raises:
            StorageError: the state could not be stored, and maintenance goes on.
        """
        await self._stored.end()
        await self.look()

    async def look(self) -> None:
        """Reads the state from the database, since another process may have begun or ended maintenance.

        Raises:
            StorageError: the database did not answer; the last known state counts.
        """
        since = await self._stored.since()
        was_on, self.since = self.since is not None, since
        if was_on is not (since is not None):
            for call in self.changed:
                call()
