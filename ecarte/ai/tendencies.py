"""How the opponent's decisions make some cards likelier in their hand than others.

Weights are odds: how much more often a card was held than the average unseen card, at the beginning of the play, in
deals of the salon player against itself. They only lean: no player has to follow the book.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ecarte.ai.knowledge import Knowledge, Stance
from ecarte.ai.opponent_hands import CardWeights
from ecarte.game import Card, Rank, Suit


class _Odds(NamedTuple):
    """Odds of a trump, a plain king, queen and knave, and a lower plain card."""

    trump: float
    king: float
    queen: float
    knave: float
    low: float


_EVEN: Final = _Odds(1, 1, 1, 1, 1)

# The dealer, or an elder who has not led yet.
_STOOD: Final = _Odds(1.85, 1.60, 1.25, 0.90, 0.62)
_PROPOSED: Final = _Odds(0.74, 0.77, 0.86, 1.02, 1.20)
# By the number of cards exchanged, from 0 to 5.
_CHANGED: Final = (
    _Odds(5.00, 3.40, 0.30, 0.25, 0.20),
    _Odds(4.50, 3.40, 0.30, 0.25, 0.22),
    _Odds(3.20, 3.00, 0.50, 0.45, 0.45),
    _Odds(2.20, 3.70, 0.70, 0.60, 0.50),
    _Odds(1.60, 2.40, 0.80, 0.78, 0.70),
    _Odds(1.30, 1.60, 0.98, 0.95, 0.82),
)
_CONTENT: Final = (
    _Odds(5.00, 3.00, 0.40, 0.25, 0.20),
    _Odds(4.50, 3.00, 0.40, 0.25, 0.22),
    _Odds(3.30, 2.80, 0.60, 0.45, 0.45),
    _Odds(2.30, 2.70, 0.75, 0.48, 0.46),
    _Odds(2.15, 2.25, 0.90, 0.57, 0.50),
    _Odds(2.10, 2.10, 1.05, 0.55, 0.53),
)
# An elder who has led: the rest of the hand, the card led being one of its best.
_LED_STOOD: Final = _Odds(1.85, 0.90, 1.20, 0.75, 0.52)
_LED_PROPOSED: Final = _Odds(0.92, 0.25, 1.05, 1.00, 1.20)
_LED_CHANGED: Final = (
    _Odds(4.00, 2.00, 0.30, 0.25, 0.25),
    _Odds(3.50, 2.00, 0.30, 0.25, 0.30),
    _Odds(2.20, 0.90, 0.30, 0.50, 0.70),
    _Odds(1.60, 0.55, 0.25, 0.65, 1.05),
    _Odds(1.25, 0.40, 0.32, 0.67, 1.15),
    _Odds(1.05, 0.30, 0.34, 0.74, 1.25),
)
_LED_CONTENT: Final = (
    _Odds(5.00, 2.20, 0.30, 0.22, 0.20),
    _Odds(4.60, 2.20, 0.30, 0.22, 0.22),
    _Odds(3.30, 1.20, 0.52, 0.48, 0.50),
    _Odds(2.80, 1.75, 0.75, 0.55, 0.52),
    _Odds(2.60, 1.30, 0.85, 0.62, 0.58),
    _Odds(2.50, 0.97, 1.05, 0.68, 0.61),
)
_ABOVE_THE_FIRST_LEAD: Final = 0.2
"""The highest of a suit is led, so a higher one is unlikely (Hint 16, p. 43; Illustrative Hand XII, p. 68)."""
_BELOW_THE_FIRST_LEAD: Final = 1.9
"""A suit of two or more is led, so another card of it is likely."""


EVEN: Final[CardWeights] = ((1.0,) * 8,) * 4
"""No card likelier than another."""


def opponent_card_weights(knowledge: Knowledge) -> CardWeights:
    """The weight of each card in the opponent's hand, by suit and rank."""
    odds = _odds(knowledge)
    plain = (odds.king, odds.queen, odds.knave, *[odds.low] * 5)
    trumps = (odds.trump,) * 8
    weights = [trumps if suit is knowledge.trump else plain for suit in Suit]
    first = knowledge.opponent_first_lead
    if first is not None and first.suit is not knowledge.trump:
        weights[first.suit.index] = tuple(
            weight * _beside(first, rank) for weight, rank in zip(plain, Rank, strict=True)
        )
    spades, hearts, diamonds, clubs = weights
    return spades, hearts, diamonds, clubs


def _odds(knowledge: Knowledge) -> _Odds:
    led = knowledge.opponent_first_lead is not None
    changed = knowledge.changed or 0
    match knowledge.stance:
        case Stance.SILENT:
            return _EVEN
        case Stance.STOOD:
            return _LED_STOOD if led else _STOOD
        case Stance.PROPOSED:
            return _LED_PROPOSED if led else _PROPOSED
        case Stance.CHANGED:
            return (_LED_CHANGED if led else _CHANGED)[changed]
        case Stance.CONTENT:
            return (_LED_CONTENT if led else _CONTENT)[changed]


def _beside(first: Card, rank: Rank) -> float:
    return _ABOVE_THE_FIRST_LEAD if rank.index < first.rank.index else _BELOW_THE_FIRST_LEAD
