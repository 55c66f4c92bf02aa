"""`python -m ecarte.research scores`: the chance to win at each score beside the odds of Cavendish, p. 72.

The book's odds are the points that each side needs, dealing or not. Here the player ahead has two chances, as dealer of
the next deal and as its elder. They are the policy's, so they hold in its model, for two players who follow it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.ai.policy import policy
from ecarte.game import Seat
from ecarte.table.stakes import bad_to_lay, odds_on

__all__ = ["Score", "score_table"]

_GAME = 5


@dataclass(frozen=True, slots=True)
class Score:
    """One score, for the player ahead (at equal scores, for either).

    `dealing`, `leading`: the chance as the next dealer and as the next elder. `book`: the odds as written; `fair`: the
    chance at which they are even. `warned`: the book calls the odds bad to lay when dealing.
    """

    own: int
    others: int
    dealing: float
    leading: float
    book: str
    fair: float
    warned: bool

    @property
    def mean(self) -> float:
        """The chance if either deals as likely."""
        return (self.dealing + self.leading) / 2

    def layer_gains(self, dealing: bool) -> float:
        """By how much the chance beats the odds: above 0 the layer has the advantage."""
        return (self.dealing if dealing else self.leading) - self.fair


def score_table() -> tuple[Score, ...]:
    """The fifteen scores, by the points of the player ahead and of the other."""
    table = policy()
    scores = []
    for own in range(_GAME):
        for others in range(own + 1):
            needs, others_need = _GAME - own, _GAME - others
            odds = odds_on(Seat.NORTH, (needs, others_need))
            scores.append(
                Score(
                    own,
                    others,
                    1 - table.chance(others_need, needs),
                    table.chance(needs, others_need),
                    str(odds),
                    odds.stake / (odds.stake + odds.win),
                    bad_to_lay((needs, others_need), Seat.NORTH),
                )
            )
    return tuple(scores)
