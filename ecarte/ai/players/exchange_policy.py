"""The interface for a way to propose, refuse and discard. Each decision follows from the view of the seat alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ecarte.game import Discard, PlayerView


class ExchangePolicy(Protocol):
    """Says how often a player proposes, refuses, and discards which cards. All results are chances from 0 to 1."""

    def proposes(self, view: PlayerView) -> float:
        """Returns how often the elder with this view proposes (0 to 1)."""

    def refuses(self, view: PlayerView) -> float:
        """Returns how often the dealer with this view refuses (0 to 1)."""

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Returns how often the player makes each discard (0 to 1; together 1).

        Args:
            view: the view of the player.
            least, most: the fewest and the most cards that may be discarded.
        """
