"""Values that are only in memory: the cards that a player has picked to discard and not confirmed, and `LastSeen`.

Each store forgets all its values when it has 10,000. If a player's picked cards are lost, the player picks again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

_MOST = 10_000
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class LastSeen(Generic[_Key, _Value]):
    """Remembers the last value that was stored for each key."""

    def __init__(self) -> None:
        self._values: dict[_Key, _Value] = {}

    def put(self, key: _Key, value: _Value) -> None:
        """Stores a value for a key. It replaces an earlier one."""
        if len(self._values) >= _MOST:
            self._values.clear()
        self._values[key] = value

    def get(self, key: _Key) -> _Value | None:
        """Returns the last value that was stored for a key, or None."""
        return self._values.get(key)


class PendingDiscards:
    """The places of the cards that players have picked to discard, by table, person and decision.

    For each new decision a player begins without picked cards.
    """

    def __init__(self) -> None:
        self._picked: dict[tuple[int, int], tuple[int, frozenset[int]]] = {}

    def pick(self, table_id: int, user_id: int, decision: int, places: frozenset[int]) -> None:
        """Stores the places (0 to 4) of the cards that a player has picked for a decision.

        They replace earlier ones.
        """
        if len(self._picked) >= _MOST:
            self._picked.clear()
        self._picked[table_id, user_id] = (decision, places)

    def of(self, table_id: int, user_id: int, decision: int) -> frozenset[int]:
        """Returns the places (0 to 4) of the cards that a player has picked for this decision."""
        pick = self._picked.get((table_id, user_id))
        return pick[1] if pick is not None and pick[0] == decision else frozenset()
