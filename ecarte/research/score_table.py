"""`python -m ecarte.research scores`: the chance to win at each score beside the odds of Cavendish, p. 72.

The book lays the points that each has to make against him, whoever deals. Here the chance is told for whoever has more
points, once where he deals next and once where the other does; the house's game alternates the deal. The chances are
the policy's (`policy`), so they hold in its model of the play and for two who play by it.
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
    """One score, told for whoever has more points (at equal scores, for either).

    `dealing`, `leading`: his chance where he deals next, and where he is the elder hand. `book`: the odds as written;
    `fair`: the chance at which nobody gains by them. `warned`: the book calls the odds bad to lay where he deals.
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
        """His chance if either deals as likely."""
        return (self.dealing + self.leading) / 2

    def layer_gains(self, dealing: bool) -> float:
        """By how much his chance is better than the odds ask: above nothing, who lays them has the advantage."""
        return (self.dealing if dealing else self.leading) - self.fair


def score_table() -> tuple[Score, ...]:
    """The fifteen scores, by the points of the leader and of the other."""
    table = policy()
    made = []
    for own in range(_GAME):
        for others in range(own + 1):
            needs, others_need = _GAME - own, _GAME - others
            odds = odds_on(Seat.NORTH, (needs, others_need))
            made.append(
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
    return tuple(made)
