"""How a game was won: the winner's cards of the last deal, and the rarest thing that is true of it.

Told from scores and from cards that were played, so that no other card can enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from ecarte.ai.deciding import DealEnd
from ecarte.game import Card, Ending, KingFrom, PublicView, Rank, Seat

_POINT, _ALL = 3, 5
"""The tricks that make the point, and those of a vole."""


class Feat(Enum):
    """What is worth telling of a game that was won, the rarest first."""

    FROM_NOTHING = "nothing"
    """The loser lacked one point when the winner had none."""
    VOLE = "vole"
    """The winner made all five tricks of the last deal."""
    NO_TRUMP = "trumpless"
    """The winner made the point of the last deal without playing a trump."""
    UNPROPOSED = "unproposed"
    """The winner led the last deal without proposing."""
    SINGLE_TRICK = "trick"
    """The last deal went three tricks to two."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game was won.

    Attributes:
        cards: those that the winner played in the last deal, in their order; a king alone, where it ended the game.
        decisive: the place in `cards` of the one that made the last point; None: no card did.
        feat: the rarest thing that is true; None: nothing of note.
    """

    winner: Seat
    cards: tuple[Card, ...]
    decisive: int | None
    feat: Feat | None


def finish_of(deals: Sequence[DealEnd], end: PublicView) -> Finish | None:
    """Returns how a game was won; None: it was not.

    Args:
        deals: all of the game, in their order, as far as they are known.
        end: the view of the last one, with the outcome.
    """
    outcome = end.outcome
    if outcome is None or outcome.winner is None:
        return None
    winner, by_points = outcome.winner, outcome.how is Ending.FIVE
    played = [trick.lead if trick.leader is winner else trick.reply for trick in end.tricks]
    cards = tuple(card for card in played if card is not None)
    is_king = by_points and end.scored is None and end.king is not None and end.king.seat is winner
    if is_king and end.king is not None and end.trump is not None:
        turned = end.king.how is KingFrom.TURNED and end.turn_up is not None
        king = end.turn_up if turned and end.turn_up is not None else Card(Rank.KING, end.trump)
        return Finish(winner, (king,), 0, _behind(deals, end, winner))
    return Finish(winner, cards, _decisive(end, winner) if by_points else None, _feat(deals, end, winner, cards))


def _decisive(end: PublicView, winner: Seat) -> int | None:
    """Returns the trick by which the winner made the point, or at last the vole."""
    made = list(accumulate(int(trick.winner is winner) for trick in end.tricks))
    if not made or made[-1] < _POINT or end.ended_by is not None:
        return None
    return made.index(_ALL if made[-1] == _ALL else _POINT)


def _feat(deals: Sequence[DealEnd], end: PublicView, winner: Seat, cards: tuple[Card, ...]) -> Feat | None:
    if end.outcome is None or end.outcome.how is not Ending.FIVE:
        return None
    behind = _behind(deals, end, winner)
    made = sum(trick.winner is winner for trick in end.tricks)
    if behind is not None or made < _POINT or end.ended_by is not None:
        return behind
    if made == _ALL:
        return Feat.VOLE
    if all(card.suit is not end.trump for card in cards):
        return Feat.NO_TRUMP
    if end.elder is winner and end.proposals == 0:
        return Feat.UNPROPOSED
    return Feat.SINGLE_TRICK if (made, len(end.tricks)) == (_POINT, _ALL) else None


def _behind(deals: Sequence[DealEnd], end: PublicView, winner: Seat) -> Feat | None:
    """Returns whether the loser stood one point before the end while the winner had none."""
    last = end.rules.points - 1
    scores = [(deal.score[winner.index], deal.score[winner.other.index]) for deal in deals]
    return Feat.FROM_NOTHING if (0, last) in scores else None
