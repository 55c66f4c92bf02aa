"""The chances to win the game from what every reader at a table knows: the score, the dealer, and the open cards.

The chances are the policy's (`ecarte.ai.exchange.policy`). They hold in its model of the play, by Cavendish's rules,
for two players who both follow it. The book's odds come with them (p. 72, `ecarte.table.stakes.odds`). The only input
is a `PublicView` or a score, so the answer cannot depend on a hand. During a deal only the turn-up counts, not the
cards played, because later play depends on the hands. For the same reason an announced king does not count until the
deal is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from ecarte.ai.exchange.policy import policy
from ecarte.ai.known_rules import policy_knows
from ecarte.game import KingFrom, Phase, PublicView, Rank, Seat
from ecarte.table.stakes import Odds, ToMake, bad_to_lay, odds_on, points_to_make


@unique
class Basis(Enum):
    """The moment for which chances to win the game are computed."""

    CUT = "cut"
    """Before the cut: either player may become the dealer, equally likely."""
    DEAL = "deal"
    """Before a deal whose dealer is known."""
    TURNED = "turned"
    """During a deal whose turn-up is not a king."""
    KING = "king"
    """During a deal whose turn-up is a king, which is marked already."""


@dataclass(frozen=True, slots=True)
class ScoreOdds:
    """Both players' chances to win the game at a score, next to the odds of the book. `to_make` and
    `chances` have North's value first, then South's.

    Attributes:
        basis: the moment for which the chances are computed.
        to_make: the points that each player still needs.
        dealer: the dealer of this deal or, between deals, of the next one; None before the cut.
        chances: the chances to win the game; they add up to 1.
        without_king: True if a king was announced in this deal. Its point is not counted yet.
    """

    basis: Basis
    to_make: ToMake
    dealer: Seat | None
    chances: tuple[float, float]
    without_king: bool = False

    @property
    def ahead(self) -> Seat | None:
        """The player who needs fewer points, or None if both need the same number."""
        north, south = self.to_make
        return None if north == south else Seat.NORTH if north < south else Seat.SOUTH

    @property
    def book(self) -> Odds:
        """Cavendish's odds on the player who is ahead (p. 72). They are even if both players need the same number of
        points.
        """
        return odds_on(self.ahead or Seat.NORTH, self.to_make)

    @property
    def warned(self) -> bool:
        """True if Cavendish advises against laying these odds here, because the player who is ahead deals."""
        return self.dealer is not None and bad_to_lay(self.to_make, self.dealer)


def at_score(score: tuple[int, int], dealer: Seat | None) -> ScoreOdds:
    """Returns both players' chances to win a game of five points, before a deal.

    Args:
        score: the points of North and South.
        dealer: the next dealer, or None if both players are equally likely to deal.

    Raises:
        RulesError: no unfinished game has this score.
    """
    to_make = points_to_make(score)
    return ScoreOdds(Basis.CUT if dealer is None else Basis.DEAL, to_make, dealer, _before(to_make, dealer))


def at_table(game: PublicView) -> ScoreOdds | None:
    """Returns both players' chances to win the game that a table plays.

    Returns:
        None if the game is decided, or if the policy does not know the rules of the game.
    """
    if game.outcome is not None or not policy_knows(game.rules):
        return None
    in_deal = game.number > 0 and game.scored is None and game.phase is not Phase.DEAL
    announced = in_deal and game.king is not None and game.king.how is KingFrom.ANNOUNCED
    north, south = (game.rules.points - points for points in game.score)
    if announced and game.king is not None:
        taken_back = game.rules.scoring.king
        north += taken_back * (game.king.seat is Seat.NORTH)
        south += taken_back * (game.king.seat is Seat.SOUTH)
    if min(north, south) < 1:
        return None
    if not in_deal:
        # The elder of the last deal deals next.
        dealer = game.elder if game.number else game.dealer
        basis = Basis.CUT if dealer is None else Basis.DEAL
        return ScoreOdds(basis, (north, south), dealer, _before((north, south), dealer))
    assert game.dealer is not None
    assert game.turn_up is not None
    king = game.turn_up.rank is Rank.KING
    chances = _dealt((north, south), game.dealer, king)
    return ScoreOdds(Basis.KING if king else Basis.TURNED, (north, south), game.dealer, chances, announced)


def _before(to_make: ToMake, dealer: Seat | None) -> tuple[float, float]:
    if dealer is None:
        first, second = (_before(to_make, seat) for seat in Seat)
        north = (first[0] + second[0]) / 2
        return north, 1 - north
    return _of_elder(policy().chance(to_make[dealer.other.index], to_make[dealer.index]), dealer)


def _dealt(to_make: ToMake, dealer: Seat, king: bool) -> tuple[float, float]:
    measured = policy().measurement(to_make[dealer.other.index], to_make[dealer.index], king)
    return _of_elder(measured.value, dealer)


def _of_elder(chance: float, dealer: Seat) -> tuple[float, float]:
    return (1 - chance, chance) if dealer is Seat.NORTH else (chance, 1 - chance)
