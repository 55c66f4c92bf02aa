"""`python -m research scores`: the chance to win at each score, next to the odds of Cavendish, p. 72.

The book's odds on a player compare the points that both still need: at 1-0 they are 5 to 4. They do not depend on who
deals next. In this table the player who is ahead has two chances: as dealer of the next deal, and as its elder. Each
chance has two figures. The told figure is computed by the policy in its model, for two players who follow the policy.
The played figure comes from deals that players of the house played out at every score, by backward induction
(`played`).
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
    """The chances at one score, for the player who is ahead (at equal scores, for either).

    Attributes:
        own, others: the points of the player who is ahead, and of the opponent.
        dealing, leading: the chance to win the game as the next dealer and as the next elder, by the policy.
        played_dealing, played_leading: the same in deals played out, or None.
        book: the book's odds, as written.
        fair: the chance at which these odds are even.
        warned: whether the book advises against laying the odds if the player who is ahead deals.
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
        """Returns the chance as the next dealer or elder: in deals played out or, if none are stored, by the policy."""
        played = self.played_dealing if dealing else self.played_leading
        return played or Value(self.dealing if dealing else self.leading, 0.0)

    @property
    def mean(self) -> float:
        """The chance to win the game before the next dealer is known: both players are equally likely to deal."""
        return (self.best(True).chance + self.best(False).chance) / 2

    def layer_gains(self, dealing: bool) -> float:
        """Returns how much the chance exceeds the one at which the book's odds are even. If it is positive, laying
        these odds pays.

        Args:
            dealing: whether the player who is ahead deals next.
        """
        return self.best(dealing).chance - self.fair


def score_table() -> tuple[Score, ...]:
    """Returns the chances at all fifteen scores, ordered by the points of the player who is ahead, then of the
    opponent.
    """
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
    """Returns how far the policy's chances are from the played ones: the median over all scores. 0 if none was
    played.
    """
    distances = [abs(policy().chance(*needs) - value.chance) for needs, value in played_scores().items()]
    return median(distances) if distances else 0.0
