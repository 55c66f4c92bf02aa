"""Backups by themselves, on a schedule, while the bot runs. Imports no Discord."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.storage import StorageError

_log = logging.getLogger(__name__)
_HOUR_MS = 3_600_000
_DATE = "%Y%m%dT%H%M%SZ"


class Backups:
    """Copies the database to a folder every few hours, and keeps the last copies.

    Args:
        backup: writes a copy to a file that is not there yet.
        name: what the copies are called, before their date; other files of the folder are left alone.
        hours: from one copy to the next, also over restarts.
        keep: how many copies stay.
    """

    def __init__(
        self,
        backup: Callable[[Path], Awaitable[None]],
        now: Callable[[], int],
        *,
        folder: Path,
        name: str,
        hours: int,
        keep: int,
    ) -> None:
        self._backup, self._now = backup, now
        self._folder, self._name = folder, name
        self._every_ms, self._keep = hours * _HOUR_MS, keep
        self._copy = re.compile(rf"{re.escape(name)}-(\d{{8}}T\d{{6}}Z)\.sqlite3")
        self._failed_at: int | None = None

    async def run(self) -> None:
        """Makes a copy whenever one is due; never returns."""
        while True:
            await asyncio.sleep(await asyncio.to_thread(self.wait_ms) / 1000)
            await self.make()

    def wait_ms(self) -> int:
        """How long it is until the next copy is due; after a failure, an hour at most."""
        due = self._now()
        if self._failed_at is not None:
            due = self._failed_at + min(_HOUR_MS, self._every_ms)
        elif copies := self._copies():
            due = max(copies) + self._every_ms
        # A clock that was set back must not end the backups.
        return min(max(0, due - self._now()), self._every_ms)

    async def make(self) -> bool:
        """Makes a copy now, and removes those that are too old; logs what comes of it. Returns whether it is there."""
        date = datetime.fromtimestamp(self._now() / 1000, UTC).strftime(_DATE)
        target = self._folder / f"{self._name}-{date}.sqlite3"
        try:
            await asyncio.to_thread(self._clear)
            await self._backup(target)
            removed = await asyncio.to_thread(self._thin)
        except (StorageError, OSError) as error:
            self._failed_at = self._now()
            what = error if isinstance(error, StorageError) else type(error).__name__
            _log.error("no backup was made: %s", what)
            return False
        self._failed_at = None
        _log.info("backup %s is made, %d old ones removed", target.name, removed)
        return True

    def _clear(self) -> None:
        """Removes what a kill has left of a copy that was being made."""
        for path in self._folder.iterdir():
            named = self._copy.match(path.name)
            if named and (named.end() < len(path.name) or not path.stat().st_size):
                path.unlink()

    def _thin(self) -> int:
        copies = self._copies()
        old = sorted(copies)[: -self._keep]
        for moment in old:
            copies[moment].unlink()
        return len(old)

    def _copies(self) -> dict[int, Path]:
        """The whole copies, by their moments."""
        try:
            named = [(self._copy.fullmatch(path.name), path) for path in self._folder.iterdir()]
        except OSError:
            return {}
        return {_moment(match[1]): path for match, path in named if match and path.stat().st_size}


def _moment(date: str) -> int:
    return int(datetime.strptime(date, _DATE).replace(tzinfo=UTC).timestamp() * 1000)
