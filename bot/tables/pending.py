"""Picked discards before their confirmation, and the decisions that readers look at: in memory, lost without harm."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

_MOST = 10_000
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class LastSeen(Generic[_Key, _Value]):
    """The last value of each key."""

    def __init__(self) -> None:
        self._values: dict[_Key, _Value] = {}

    def put(self, key: _Key, value: _Value) -> None:
        """Stores a value in place of an earlier one."""
        if len(self._values) >= _MOST:
            self._values.clear()
        self._values[key] = value

    def get(self, key: _Key) -> _Value | None:
        """Returns the last value of a key, or None."""
        return self._values.get(key)


class PendingDiscards:
    """The picked places, by table, person and decision. A new decision begins without picked places."""

    def __init__(self) -> None:
        self._picked: dict[tuple[int, int], tuple[int, frozenset[int]]] = {}

    def pick(self, table_id: int, user_id: int, decision: int, places: frozenset[int]) -> None:
        """Stores the picked places (0 to 4) in place of earlier ones."""
        if len(self._picked) >= _MOST:
            self._picked.clear()
        self._picked[table_id, user_id] = (decision, places)

    def of(self, table_id: int, user_id: int, decision: int) -> frozenset[int]:
        """Returns the picked places for this decision."""
        pick = self._picked.get((table_id, user_id))
        return pick[1] if pick is not None and pick[0] == decision else frozenset()
