"""The solved policy (`ecarte.ai.exchange.policy`) as the maître's exchange.

It was solved for a game to five by Cavendish's laws; at other tables it serves within their rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from ecarte.ai.exchange.policy import policy
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.game import Discard, PlayerView, cards_of


class SolvedPolicy:
    """The table of plans as an `ExchangePolicy`."""

    def proposes(self, view: PlayerView) -> float:
        """0 to 1, in thirds."""
        return policy().propose(policy_input(view))

    def refuses(self, view: PlayerView) -> float:
        """0 to 1, in thirds."""
        return 1 - policy().accept(policy_input(view))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """The plan's one discard, limited by the talon."""
        return {Discard(cards_of(policy().discard(policy_input(view), least))): 1.0}
