"""Logs that a disk on which the bot writes is nearly full, before the database can no longer write."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Sequence
from pathlib import Path

_log = logging.getLogger(__name__)
_EVERY_S = 600.0
_LEAST = 256 * 2**20
"""In bytes: with less than this, a day of a busy bot may not fit."""
_MEGABYTE = 2**20


class Disks:
    """Watches the free space of the disks on which the bot writes, and logs when it becomes short.

    Args:
        folders: a folder on each disk to watch. A folder that cannot be read is left out.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._low: set[Path] = set()

    async def run(self) -> None:
        """Calls `look` at once, then every ten minutes. Never returns."""
        while True:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(_EVERY_S)

    def look(self) -> None:
        """Logs each disk that has become nearly full since the last look, and each that has room again."""
        for folder in self._folders:
            try:
                free = shutil.disk_usage(folder).free
            except OSError:
                continue
            if free >= _LEAST:
                if folder in self._low:
                    self._low.discard(folder)
                    _log.info("the disk of %s has room again", folder)
            elif folder not in self._low:
                self._low.add(folder)
                _log.error("the disk of %s is nearly full, %d MB are left: make room", folder, free // _MEGABYTE)
