"""Maintenance: the owner has all presses refused for a while. The database stores it, for all processes and starts."""

from __future__ import annotations

from collections.abc import Callable

from bot.storage import MaintenanceRepository


class Maintenance:
    """Whether maintenance is on.

    Args:
        stored: stores it.
        now: the time, in epoch milliseconds.

    Attributes:
        since: when it began. None if it is off, as far as this process knows.
        changed: called after it has begun or ended here.
    """

    def __init__(self, stored: MaintenanceRepository, now: Callable[[], int]) -> None:
        self._stored, self._now = stored, now
        self.since: int | None = None
        self.changed: list[Callable[[], None]] = []

    async def begin(self) -> None:
        """Begins maintenance. Does nothing while it is on.

        Raises:
            StorageError: it could not be stored, and has not begun.
        """
        await self._stored.begin(self._now())
        await self.look()

    async def end(self) -> None:
        """Ends maintenance. Does nothing while it is off.

        Raises:
            StorageError: it could not be stored, and goes on.
        """
        await self._stored.end()
        await self.look()

    async def look(self) -> None:
        """Reads the stored state: another process may have begun or ended maintenance.

        Raises:
            StorageError: the database did not answer; the last known state counts.
        """
        since = await self._stored.since()
        was_on, self.since = self.since is not None, since
        if was_on is not (since is not None):
            for call in self.changed:
                call()
