"""The places of messages that are drawn no more: stored for a while, and not in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

from bot.storage import MessageRow

Past: TypeAlias = Callable[[Iterable[str]], Sequence[str]]
"""Chooses the slots whose messages are drawn no more."""


class Kept(Protocol):
    """Where the places of messages are stored."""

    async def of(self, owner_id: int, /) -> Iterable[MessageRow]:
        """The messages of one table or tournament."""

    async def find(self, message_id: int, /) -> MessageRow | None:
        """The row of a message; None: it is not one of these."""

    async def put(self, *rows: MessageRow) -> None:
        """Stores messages, all or none."""

    async def drop(self, owner_id: int, /, *slots: str) -> None:
        """Deletes what is stored of some slots; harmless where nothing is."""


class PastPlaces:
    """Deletes places once they are old. Keeps no more of each table than when the oldest of them was drawn."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._oldest: dict[int, int] = {}

    def add(self, rows: Iterable[MessageRow]) -> None:
        """Notes messages that are drawn no more."""
        for row in rows:
            self._oldest[row.owner_id] = min(row.updated_at, self._oldest.get(row.owner_id, row.updated_at))

    async def delete(self, owner_id: int, past: Past, before: int) -> None:
        """Deletes the places of one owner that were last drawn before a moment."""
        if self._oldest.get(owner_id, before) >= before:
            return
        stored = {row.slot: row for row in await self._kept.of(owner_id)}
        rows = [stored[slot] for slot in past(stored)]
        await self._kept.drop(owner_id, *(row.slot for row in rows if row.updated_at < before))
        self._oldest.pop(owner_id, None)
        self.add(row for row in rows if row.updated_at >= before)

    def forget(self, owner_id: int) -> None:
        """Drops what is kept in memory about one owner."""
        self._oldest.pop(owner_id, None)
