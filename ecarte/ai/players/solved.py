"""How the maître proposes, answers and discards: by the solved policy (`ecarte.ai.exchange.policy`).

The policy was solved for games of five points by Cavendish's laws. At tables with other rules it is used within these
rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from ecarte.ai.exchange.policy import policy
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.game import Discard, PlayerView, cards_of


class SolvedPolicy:
    """Proposes, refuses and discards by the table of the solved policy."""

    def proposes(self, view: PlayerView) -> float:
        """Returns how often the elder proposes: 0, 1/3, 2/3 or 1."""
        return policy().propose(policy_input(view))

    def refuses(self, view: PlayerView) -> float:
        """Returns how often the dealer refuses: 0, 1/3, 2/3 or 1."""
        return 1 - policy().accept(policy_input(view))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Returns the discard of the plan, with the chance 1. It has no more cards than the talon."""
        return {Discard(cards_of(policy().discard(policy_input(view), least))): 1.0}
