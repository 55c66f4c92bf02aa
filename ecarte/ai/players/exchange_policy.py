"""The decisions of the exchange as a protocol, so that any policy can make them from the seat's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ecarte.game import Discard, PlayerView


class ExchangePolicy(Protocol):
    """The chances, from 0 to 1, of the decisions of the exchange."""

    def proposes(self, view: PlayerView) -> float:
        """The chance that the elder proposes."""

    def refuses(self, view: PlayerView) -> float:
        """The chance that the dealer refuses."""

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """The chances of discards of `least` to `most` cards, summing to 1."""
