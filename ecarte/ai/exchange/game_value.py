"""The chance to win the game from what every reader at a table knows: score, dealer, and what lies open.

The chances are the policy's (`ecarte.ai.exchange.policy`): they hold in its model of the play, by Cavendish's rules,
for two players who both follow it. Beside them stand the book's odds (p. 72, `ecarte.table.stakes.odds`). Only a
`PublicView` or a score comes in, so no hand can enter. A deal in progress counts as before its first card, by its
turn-up, since later play depends on the hands; an announced king is left out for the same reason until the deal is
over.
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
    """What the chances rest on, besides the score."""

    CUT = "cut"
    """The dealer is not known yet: either is as likely."""
    DEAL = "deal"
    """The next deal."""
    TURNED = "turned"
    """A deal in progress, whose turn-up is no king."""
    KING = "king"
    """A deal in progress, whose turn-up is a king, marked already."""


@dataclass(frozen=True, slots=True)
class ScoreOdds:
    """What can be said of a score. Pairs are North's and South's.

    `to_make`: points still to make; `dealer`: of this deal or the next, None before the cut; `chances`: to win the
    game, summing to 1; `without_king`: a king was announced in this deal and is left out.
    """

    basis: Basis
    to_make: ToMake
    dealer: Seat | None
    chances: tuple[float, float]
    without_king: bool = False

    @property
    def ahead(self) -> Seat | None:
        """The player with fewer points to make; None at equal scores."""
        north, south = self.to_make
        return None if north == south else Seat.NORTH if north < south else Seat.SOUTH

    @property
    def book(self) -> Odds:
        """The book's odds on the player ahead; even at equal scores."""
        return odds_on(self.ahead or Seat.NORTH, self.to_make)

    @property
    def warned(self) -> bool:
        """Whether the book calls these odds bad to lay."""
        return self.dealer is not None and bad_to_lay(self.to_make, self.dealer)


def at_score(score: tuple[int, int], dealer: Seat | None) -> ScoreOdds:
    """The odds before a deal of a game of five. Raises `RulesError` for a score of no unfinished game.

    `dealer`: of the next deal; None: either is as likely.
    """
    to_make = points_to_make(score)
    return ScoreOdds(Basis.CUT if dealer is None else Basis.DEAL, to_make, dealer, _before(to_make, dealer))


def at_table(game: PublicView) -> ScoreOdds | None:
    """The odds at a table. None: the game is decided, or the policy does not know its rules."""
    if game.outcome is not None or not policy_knows(game.rules):
        return None
    on = game.number > 0 and game.scored is None and game.phase is not Phase.DEAL
    announced = on and game.king is not None and game.king.how is KingFrom.ANNOUNCED
    north, south = (game.rules.points - points for points in game.score)
    if announced and game.king is not None:
        taken_back = game.rules.scoring.king
        north += taken_back * (game.king.seat is Seat.NORTH)
        south += taken_back * (game.king.seat is Seat.SOUTH)
    if min(north, south) < 1:
        return None
    if not on:
        # After a deal its elder deals.
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
