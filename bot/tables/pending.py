"""Discards picked and not confirmed, and decisions looked at: in memory, lost without harm."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

_MOST = 10_000
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class LastSeen(Generic[_Key, _Value]):
    """The value noted last under each key."""

    def __init__(self) -> None:
        self._noted: dict[_Key, _Value] = {}

    def put(self, key: _Key, value: _Value) -> None:
        """Notes a value in place of an earlier one."""
        if len(self._noted) >= _MOST:
            self._noted.clear()
        self._noted[key] = value

    def get(self, key: _Key) -> _Value | None:
        """The value noted last."""
        return self._noted.get(key)


class PendingDiscards:
    """The places picked, by table, person and decision; a new decision begins with none."""

    def __init__(self) -> None:
        self._picked: dict[tuple[int, int], tuple[int, frozenset[int]]] = {}

    def pick(self, table_id: int, user_id: int, decision: int, places: frozenset[int]) -> None:
        """Puts these places (0 to 4) in place of those picked before."""
        if len(self._picked) >= _MOST:
            self._picked.clear()
        self._picked[table_id, user_id] = (decision, places)

    def of(self, table_id: int, user_id: int, decision: int) -> frozenset[int]:
        """The places picked for this decision."""
        kept = self._picked.get((table_id, user_id))
        return kept[1] if kept is not None and kept[0] == decision else frozenset()
