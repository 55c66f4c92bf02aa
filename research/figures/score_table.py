"""`python -m research scores`: the chance to win at each score beside the odds of Cavendish, p. 72.

The book's odds are the points that each side needs, dealing or not. Here the player ahead has two chances, as dealer of
the next deal and as its elder. Each is told twice: by the policy, in its model, for two players who follow it; and
played, by backward induction over deals that the players of the house played out at every score (`played`).
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from ecarte.ai.exchange.policy import policy
from ecarte.game import Seat
from ecarte.table.stakes import bad_to_lay, odds_on
from research.figures.played import Value, played_scores

_GAME = 5


@dataclass(frozen=True, slots=True)
class Score:
    """One score, for the player ahead (at equal scores, for either).

    `dealing`, `leading`: the chance as the next dealer and as the next elder, by the policy; `played_dealing`,
    `played_leading`: the same in deals played out, or None. `book`: the odds as written; `fair`: the chance at which
    they are even. `warned`: the book calls the odds bad to lay when dealing.
    """

    own: int
    others: int
    dealing: float
    leading: float
    played_dealing: Value | None
    played_leading: Value | None
    book: str
    fair: float
    warned: bool

    def best(self, dealing: bool) -> Value:
        """The chance as the next dealer, or as the next elder: played, or told where no deals are stored."""
        played = self.played_dealing if dealing else self.played_leading
        return played or Value(self.dealing if dealing else self.leading, 0.0)

    @property
    def mean(self) -> float:
        """The chance if either deals as likely."""
        return (self.best(True).chance + self.best(False).chance) / 2

    def layer_gains(self, dealing: bool) -> float:
        """By how much the chance beats the odds: above 0 the layer has the advantage."""
        return self.best(dealing).chance - self.fair


def score_table() -> tuple[Score, ...]:
    """The fifteen scores, by the points of the player ahead and of the other."""
    table, played = policy(), played_scores()
    scores = []
    for own in range(_GAME):
        for others in range(own + 1):
            needs, others_need = _GAME - own, _GAME - others
            odds = odds_on(Seat.NORTH, (needs, others_need))
            as_elder, as_dealer = played.get((needs, others_need)), played.get((others_need, needs))
            scores.append(
                Score(
                    own,
                    others,
                    1 - table.chance(others_need, needs),
                    table.chance(needs, others_need),
                    None if as_dealer is None else Value(1 - as_dealer.chance, as_dealer.error),
                    as_elder,
                    str(odds),
                    odds.stake / (odds.stake + odds.win),
                    bad_to_lay((needs, others_need), Seat.NORTH),
                )
            )
    return tuple(scores)


def scores_error() -> float:
    """The median distance of the policy's chances from the played ones; 0 if none was played."""
    distances = [abs(policy().chance(*needs) - value.chance) for needs, value in played_scores().items()]
    return median(distances) if distances else 0.0
