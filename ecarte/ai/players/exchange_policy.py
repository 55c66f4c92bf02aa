"""The decisions of the exchange as a protocol. Any policy can implement it, from the view of the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ecarte.game import Discard, PlayerView


class ExchangePolicy(Protocol):
    """Decides in the exchange. The results are chances from 0 to 1."""

    def proposes(self, view: PlayerView) -> float:
        """Returns the chance that the elder proposes."""

    def refuses(self, view: PlayerView) -> float:
        """Returns the chance that the dealer refuses."""

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Returns the chances of discards of `least` to `most` cards. They add up to 1."""
