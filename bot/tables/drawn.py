"""Collects which version of each table its messages show, so that a start draws only tables that may be out of date."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.storage import RecoveryRepository


class DrawnVersions:
    """Which version of each table its messages show. `save` stores the versions with each heartbeat.

    If the process dies before they are stored, the next start also checks messages that are up to date.
    """

    def __init__(self, repository: RecoveryRepository) -> None:
        self._repository = repository
        self._unsaved: dict[int, int] = {}

    def put(self, table_id: int, version: int) -> None:
        """Notes that all messages of a table show this version, or a later one."""
        self._unsaved[table_id] = version

    def drop(self, table_id: int) -> None:
        """Removes the version of a table, because another process draws this table now."""
        self._unsaved.pop(table_id, None)

    async def forget(self) -> None:
        """Marks the messages of all open tables as out of date, so that the bot draws them again."""
        self._unsaved.clear()
        await self._repository.mark_all_undrawn()

    async def save(self, messages: Callable[[], Awaitable[None]]) -> None:
        """Stores the versions that were collected since the last call.

        Args:
            messages: stores the digests (hashes) of messages. It is called first, because a stored version means that
                the digests of these messages are stored, too.
        """
        unsaved = dict(self._unsaved)
        await messages()
        await self._repository.put_drawn(unsaved)
        self._unsaved = {key: version for key, version in self._unsaved.items() if unsaved.get(key) != version}
