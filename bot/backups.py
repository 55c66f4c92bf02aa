"""Makes backups of the database every few hours while the bot runs, and reports about them. Imports no Discord."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import re
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.rows.storage_errors import StorageError

_log = logging.getLogger(__name__)
_HOUR_MS = 3_600_000
_AHEAD_MS = _HOUR_MS
"""A backup is not doubted if its date is ahead by less than this: the clock may have been set back."""
_OTHERS_S = 60.0
"""The time between two looks at a copy that another process has to make."""
_DATE = "%Y%m%dT%H%M%SZ"
_MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class Copy:
    """A complete backup: when it was made (epoch milliseconds), its file, its size in bytes."""

    at: int
    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class Drill:
    """A trial restoration of a backup.

    Attributes:
        at: when the drill was done, in epoch milliseconds.
        copy: the file name of the backup.
        passed: whether the backup could be restored and the audit of the result found no fault.
    """

    at: int
    copy: str
    passed: bool


@dataclass(frozen=True, slots=True)
class BackupReport:
    """The state of the scheduled backups.

    Attributes:
        age_s: the age of the newest backup, in seconds. Infinite if there is none.
        size: the size of the newest backup, in bytes. 0 if there is none.
        drill_age_s: the time since the last drill (trial restoration), in seconds. Infinite if there was none.
        drill_passed: whether the last drill passed.
        obstacle: why no backup can be made, or which backups are dated in the future, and what to do. Empty if neither
            is known.
    """

    age_s: float
    size: int
    drill_age_s: float
    drill_passed: bool
    obstacle: str

    def __str__(self) -> str:
        newest = f"{_span(self.age_s)} old, {self.size / _MEGABYTE:.1f} MB" if math.isfinite(self.age_s) else "none"
        drill = "passed" if self.drill_passed else "failed"
        tried = f"; drill {drill} {_span(self.drill_age_s)} ago" if math.isfinite(self.drill_age_s) else ""
        return newest + tried + (f"; {self.obstacle}" if self.obstacle else "")


class BackupFolder:
    """The folder of the scheduled backups of one database. Other files in it are left alone.

    Args:
        name: the part of a backup's file name before the date.
        suffix: the part after the date.
        program: the program that writes the backups, such as `pg_dump`. Empty if the bot writes them itself.
    """

    def __init__(self, folder: Path, name: str, suffix: str, program: str = "") -> None:
        self.folder, self._program = folder, program
        self._name, self._suffix = name, suffix
        self._copy = re.compile(rf"{re.escape(name)}-(\d{{8}}T\d{{6}}Z){re.escape(suffix)}")
        self._drill = folder / f"{name}-drill.json"

    def path_at(self, moment: int) -> Path:
        """Returns the path of the file for a backup made at a moment (epoch milliseconds)."""
        date = datetime.fromtimestamp(moment / 1000, UTC).strftime(_DATE)
        return self.folder / f"{self._name}-{date}{self._suffix}"

    def copies(self, now: int) -> list[Copy]:
        """Returns the complete backups, oldest first.

        Leaves out backups dated in the future, which a wrong clock has made.
        """
        return [copy for copy in self._found() if copy.at <= now + _AHEAD_MS]

    def _found(self) -> list[Copy]:
        try:
            named = [(self._copy.fullmatch(path.name), path) for path in self.folder.iterdir()]
            copies = [Copy(_moment(match[1]), path, path.stat().st_size) for match, path in named if match]
        except OSError:
            return []
        return sorted((copy for copy in copies if copy.size), key=lambda copy: copy.at)

    def clear(self) -> None:
        """Removes incomplete files, which remain if the writing of a backup was killed."""
        for path in self.folder.iterdir():
            named = self._copy.match(path.name)
            if named and (named.end() < len(path.name) or not path.stat().st_size):
                path.unlink()

    def thin(self, keep: int, now: int) -> int:
        """Removes all but the newest `keep` backups. Returns how many were removed."""
        old = self.copies(now)[:-keep]
        for copy in old:
            copy.path.unlink()
        return len(old)

    def make(self, database_folder: Path | None) -> None:
        """Creates the folder of the backups, if its place is directly in the folder of the database.

        In any other place a missing folder may mean that a disk is not mounted.

        Args:
            database_folder: the folder of the database. None if the database is on a server.
        """
        if (
            database_folder is not None
            and self.folder.absolute().parent == database_folder
            and database_folder.is_dir()
        ):
            self.folder.mkdir(mode=0o700, exist_ok=True)

    def early(self, now: int) -> str:
        """Returns a sentence that names the backups dated in the future and says what to do with them.

        Empty if there are none.
        """
        names = [copy.path.name for copy in self._found() if copy.at > now + _AHEAD_MS]
        if not names:
            return ""
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        return f"{names[0]}{more}: of a date to come, so not counted (a wrong clock?): move it out of the folder"

    def obstacle(self, size: int) -> str:
        """Returns why no backup can be made here, and what to do. Empty if no reason is known.

        Args:
            size: the size of the database, in bytes.
        """
        folder = repr(str(self.folder))
        user = f" (user {os.getuid()})" if hasattr(os, "getuid") else ""
        if not self.folder.exists():
            return f"the folder {folder} does not exist: mount its disk, or make it and give it to the bot's user{user}"
        if not self.folder.is_dir():
            return f"{folder} is no folder: set ECARTE_BACKUP_FOLDER to one"
        if not os.access(self.folder, os.R_OK | os.W_OK | os.X_OK):
            return (
                f"the bot's user{user} cannot write to the folder {folder}: give it to that user, and allow it in the "
                "service (ReadWritePaths) or the container (volumes)"
            )
        if self._program and shutil.which(self._program) is None:
            return f"{self._program} is not installed: install the client of the server's version (postgresql-client)"
        free = shutil.disk_usage(self.folder).free
        if free < size:
            return (
                f"the disk of {folder} has {free // _MEGABYTE} MB left, and a backup may take {size // _MEGABYTE + 1}: "
                "make room, or lower ECARTE_BACKUP_KEEP"
            )
        return ""

    def last_drill(self) -> Drill | None:
        """Returns the last drill. None if there was none, or if its file cannot be read."""
        try:
            return Drill(**json.loads(self._drill.read_bytes()))
        except (OSError, ValueError, TypeError):
            return None

    def note_drill(self, drill: Drill) -> None:
        """Stores a drill in a file among the backups, where the running bot reads it."""
        draft = self._drill.with_suffix(".new")
        draft.write_text(json.dumps(asdict(drill)), encoding="utf-8")
        draft.replace(self._drill)

    def report(self, now: int, obstacle: str = "") -> BackupReport:
        """Returns the state of the backups, read from their folder.

        Args:
            obstacle: why no backup can be made. Empty if no reason is known.
        """
        newest = max(self.copies(now), key=lambda copy: copy.at, default=None)
        obstacle = "; ".join(part for part in (obstacle, self.early(now)) if part)
        drill = self.last_drill()
        return BackupReport(
            age_s=_age(newest.at, now) if newest else math.inf,
            size=newest.size if newest else 0,
            drill_age_s=_age(drill.at, now) if drill else math.inf,
            drill_passed=drill is not None and drill.passed,
            obstacle=obstacle,
        )


class Backups:
    """Copies the database to a folder every few hours, and keeps the last copies.

    Args:
        backup: writes a copy of the database to a new file.
        size: returns the size of the database, in bytes.
        hours: the time from one copy to the next, in hours. It counts from the newest copy, even after a restart.
        keep: how many copies are kept.
        is_ours: returns whether this process makes the copies now, if several processes have the same folder.
    """

    def __init__(
        self,
        backup: Callable[[Path], Awaitable[None]],
        size: Callable[[], Awaitable[int]],
        now: Callable[[], int],
        folder: BackupFolder,
        *,
        hours: int,
        keep: int,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        self._backup, self._size, self._now = backup, size, now
        self._folder, self._is_ours = folder, is_ours
        self._every_ms, self._keep = hours * _HOUR_MS, keep
        self._failed_at: int | None = None
        self._obstacle = ""

    async def run(self, time_is_known: asyncio.Event) -> None:
        """Makes a copy whenever one is due. Never returns. If no copy can be made, logs that at once.

        Args:
            time_is_known: an event that is set once Discord has answered, so that the clock could be checked. The names
                and ages of copies depend on the clock.
        """
        await self.check()
        await time_is_known.wait()
        if early := await asyncio.to_thread(self._folder.early, self._now()):
            _log.error("a backup is in the way: %s", early)
        while True:
            await asyncio.sleep(await asyncio.to_thread(self.wait_ms) / 1000)
            if self._is_ours():
                await self.make()
            else:
                await asyncio.sleep(_OTHERS_S)

    async def check(self) -> bool:
        """Returns whether a copy could be made now. If not, logs why."""
        try:
            self._obstacle = await asyncio.to_thread(self._folder.obstacle, await self._size())
        except (StorageError, OSError) as error:
            self._obstacle = str(error) if isinstance(error, StorageError) else type(error).__name__
        if self._obstacle:
            self._failed_at = self._now()
            _log.error("no backup can be made: %s", self._obstacle)
        return not self._obstacle

    def wait_ms(self) -> int:
        """Returns the time until the next copy is due, in milliseconds. After a failure, that is an hour at most."""
        due = self._now()
        if self._failed_at is not None:
            due = self._failed_at + min(_HOUR_MS, self._every_ms)
        elif copies := self._folder.copies(self._now()):
            due = copies[-1].at + self._every_ms
        # A clock that was set back must not stop the backups.
        return min(max(0, due - self._now()), self._every_ms)

    async def make(self) -> bool:
        """Makes a copy now, removes copies that are too old, and logs the result. Returns whether the copy was made."""
        if not await self.check():
            return False
        target = self._folder.path_at(self._now())
        try:
            await asyncio.to_thread(self._folder.clear)
            await self._backup(target)
            removed = await asyncio.to_thread(self._folder.thin, self._keep, self._now())
        except (StorageError, OSError) as error:
            self._failed_at = self._now()
            why = str(error) if isinstance(error, StorageError) else type(error).__name__
            self._obstacle = f"{why}, in {str(self._folder.folder)!r}"
            _log.error("no backup was made: %s", self._obstacle)
            return False
        self._failed_at = None
        _log.info("backup %s is made, %d old ones removed", target.name, removed)
        return True

    def report(self) -> BackupReport:
        """Returns the current state of the backups."""
        return self._folder.report(self._now(), self._obstacle)


def _age(moment: int, now: int) -> float:
    return max(0, now - moment) / 1000


def _span(seconds: float) -> str:
    hours = seconds / 3600
    return f"{hours:.0f} h" if hours < 48 else f"{hours / 24:.0f} days"


def _moment(date: str) -> int:
    return int(datetime.strptime(date, _DATE).replace(tzinfo=UTC).timestamp() * 1000)
