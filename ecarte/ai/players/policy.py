"""What the maître asks about the exchange of cards.

The questions are a protocol, so that any policy can answer them. All answers are chances; all that an answer may rest
on is the view of the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ecarte.game import Discard, PlayerView

__all__ = ["ExchangePolicy"]


class ExchangePolicy(Protocol):
    """What to do about the exchange of cards, and how often, from 0 to 1."""

    def proposes(self, view: PlayerView) -> float:
        """How often the elder hand asks for cards, who may."""

    def refuses(self, view: PlayerView) -> float:
        """How often the dealer, who is asked, gives none."""

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Which cards are put out, `least` to `most` of them, and how often. The chances sum to 1."""
