"""How a game was won: the winner's cards in the last deal, and the most remarkable fact about the win.

The functions use only scores and cards that were played, so the answer cannot depend on hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from ecarte.ai.deciding import DealEnd
from ecarte.game import Card, Ending, KingFrom, PublicView, Rank, Seat

_POINT, _ALL = 3, 5
"""The numbers of tricks for the point and for the vole."""


class Feat(Enum):
    """A remarkable fact about a game that was won. The members are in order, the rarest fact first."""

    FROM_NOTHING = "nothing"
    """The winner once had no point when the loser needed only one."""
    VOLE = "vole"
    """The winner won all five tricks of the last deal."""
    NO_TRUMP = "trumpless"
    """The winner made the point of the last deal without playing a trump."""
    UNPROPOSED = "unproposed"
    """The winner was the elder in the last deal, and led without proposing."""
    SINGLE_TRICK = "trick"
    """The winner won the last deal by three tricks to two."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game was won.

    Attributes:
        winner: the winner of the game.
        cards: the cards that the winner played in the last deal, in order. If marking the king ended the game,
            the only card is that king.
        decisive: the index in `cards` of the card that decided the game. That is the king whose point ended the game,
            or the winner's card in their third trick (after a vole, the fifth). None if no card decided.
        feat: the rarest remarkable fact about this win, or None if none applies.
    """

    winner: Seat
    cards: tuple[Card, ...]
    decisive: int | None
    feat: Feat | None


def finish_of(deals: Sequence[DealEnd], end: PublicView) -> Finish | None:
    """Returns how a game was won, or None if no player won it.

    Args:
        deals: the deals of the game that are known, in order.
        end: the view after the last deal. It has the outcome of the game.
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
    """Returns the index of the winner's card that decided the last deal: the card in their third trick or, after a
    vole, in the fifth. None if no card decided.
    """
    won = list(accumulate(int(trick.winner is winner) for trick in end.tricks))
    if not won or won[-1] < _POINT or end.ended_by is not None:
        return None
    return won.index(_ALL if won[-1] == _ALL else _POINT)


def _feat(deals: Sequence[DealEnd], end: PublicView, winner: Seat, cards: tuple[Card, ...]) -> Feat | None:
    if end.outcome is None or end.outcome.how is not Ending.FIVE:
        return None
    behind = _behind(deals, end, winner)
    won = sum(trick.winner is winner for trick in end.tricks)
    if behind is not None or won < _POINT or end.ended_by is not None:
        return behind
    if won == _ALL:
        return Feat.VOLE
    if all(card.suit is not end.trump for card in cards):
        return Feat.NO_TRUMP
    if end.elder is winner and end.proposals == 0:
        return Feat.UNPROPOSED
    return Feat.SINGLE_TRICK if (won, len(end.tricks)) == (_POINT, _ALL) else None


def _behind(deals: Sequence[DealEnd], end: PublicView, winner: Seat) -> Feat | None:
    """Returns `FROM_NOTHING` if the loser once needed only one point while the winner had none."""
    last = end.rules.points - 1
    scores = [(deal.score[winner.index], deal.score[winner.other.index]) for deal in deals]
    return Feat.FROM_NOTHING if (0, last) in scores else None
