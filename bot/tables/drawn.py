"""Which version of each table its messages show, so that a start draws only what may be behind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.storage import RecoveryRepository


class DrawnVersions:
    """Collects versions drawn. `save` stores them with the heartbeat: after a crash the next start compares again."""

    def __init__(self, repository: RecoveryRepository) -> None:
        self._repository = repository
        self._unsaved: dict[int, int] = {}

    def put(self, table_id: int, version: int) -> None:
        """Notes that all messages of a table show this version, or a later one."""
        self._unsaved[table_id] = version

    def drop(self, table_id: int) -> None:
        """Forgets what was noted of a table: another process draws it."""
        self._unsaved.pop(table_id, None)

    async def forget(self) -> None:
        """Marks the messages of an open table as out of date."""
        self._unsaved.clear()
        await self._repository.mark_all_undrawn()

    async def save(self, messages: Callable[[], Awaitable[None]]) -> None:
        """Stores the versions drawn since the last time.

        Args:
            messages: stores what the messages show. It comes first: a version that is stored says that they are.
        """
        unsaved = dict(self._unsaved)
        await messages()
        await self._repository.put_drawn(unsaved)
        self._unsaved = {key: version for key, version in self._unsaved.items() if unsaved.get(key) != version}
