"""The solved policy (`ecarte.ai.exchange.policy`) for the exchange of the maître.

It was solved for games of five points by Cavendish's laws. At tables with other rules it is used within these rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from ecarte.ai.exchange.policy import policy
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.game import Discard, PlayerView, cards_of


class SolvedPolicy:
    """The table of plans as an `ExchangePolicy`."""

    def proposes(self, view: PlayerView) -> float:
        """Returns 0 to 1, in thirds."""
        return policy().propose(policy_input(view))

    def refuses(self, view: PlayerView) -> float:
        """Returns 0 to 1, in thirds."""
        return 1 - policy().accept(policy_input(view))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Returns the plan's only discard, limited by the talon."""
        return {Discard(cards_of(policy().discard(policy_input(view), least))): 1.0}
