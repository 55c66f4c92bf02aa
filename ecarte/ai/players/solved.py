"""The policy that was solved (`ecarte.ai.policy`), as the maître asks for it.

It knows no more than the view. What is a model in it is told there; it was solved for a game to five by Cavendish's
laws, and serves at the other tables, too, within what their rules allow.
"""

from __future__ import annotations

from collections.abc import Mapping

from ecarte.ai.policy import policy
from ecarte.ai.policy_view import seen_of
from ecarte.game import Discard, PlayerView, cards_of

__all__ = ["SolvedPolicy"]


class SolvedPolicy:
    """An `ExchangePolicy` out of the table of plans."""

    def proposes(self, view: PlayerView) -> float:
        """In thirds."""
        return policy().propose(seen_of(view))

    def refuses(self, view: PlayerView) -> float:
        """In thirds."""
        return 1 - policy().accept(seen_of(view))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """The one discard of the plan, which asks for no more than the talon has."""
        return {Discard(cards_of(policy().discard(seen_of(view), least))): 1.0}
