"""How likely the opponent holds each card, by what they decided before the play and by their first lead.

A weight says how much more often a card was in the hand, at the beginning of the play, than the average unseen card.
The weights were counted in deals of the salon player against itself. They are moderate, because no player has to follow
the book.

Weights are whole numbers, since only their proportions matter. Every sum of products of weights is therefore exact, in
any order and in any language (`ecarte.ai.native`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ecarte.ai.knowledge import Knowledge, Stance
from ecarte.ai.opponent_hands import CardWeights
from ecarte.game import Card, Rank, Suit


class _Odds(NamedTuple):
    """How likely the opponent holds a card of each kind, in hundredths of the average card: a trump, a plain king,
    queen and jack, and a lower plain card.
    """

    trump: int
    king: int
    queen: int
    jack: int
    low: int


_EVEN: Final = _Odds(1, 1, 1, 1, 1)

# The opponent is the dealer, or an elder who has not led yet.
_STOOD: Final = _Odds(185, 160, 125, 90, 62)
_PROPOSED: Final = _Odds(74, 77, 86, 102, 120)
# One entry for each number of cards exchanged, from 0 to 5.
_CHANGED: Final = (
    _Odds(500, 340, 30, 25, 20),
    _Odds(450, 340, 30, 25, 22),
    _Odds(320, 300, 50, 45, 45),
    _Odds(220, 370, 70, 60, 50),
    _Odds(160, 240, 80, 78, 70),
    _Odds(130, 160, 98, 95, 82),
)
_CONTENT: Final = (
    _Odds(500, 300, 40, 25, 20),
    _Odds(450, 300, 40, 25, 22),
    _Odds(330, 280, 60, 45, 45),
    _Odds(230, 270, 75, 48, 46),
    _Odds(215, 225, 90, 57, 50),
    _Odds(210, 210, 105, 55, 53),
)
# The opponent is an elder who has led: the other cards of the hand. The card led was one of its best.
_LED_STOOD: Final = _Odds(185, 90, 120, 75, 52)
_LED_PROPOSED: Final = _Odds(92, 25, 105, 100, 120)
_LED_CHANGED: Final = (
    _Odds(400, 200, 30, 25, 25),
    _Odds(350, 200, 30, 25, 30),
    _Odds(220, 90, 30, 50, 70),
    _Odds(160, 55, 25, 65, 105),
    _Odds(125, 40, 32, 67, 115),
    _Odds(105, 30, 34, 74, 125),
)
_LED_CONTENT: Final = (
    _Odds(500, 220, 30, 22, 20),
    _Odds(460, 220, 30, 22, 22),
    _Odds(330, 120, 52, 48, 50),
    _Odds(280, 175, 75, 55, 52),
    _Odds(260, 130, 85, 62, 58),
    _Odds(250, 97, 105, 68, 61),
)
_ABOVE_THE_FIRST_LEAD: Final = 2
"""If the opponent led a plain suit first, the weights of the higher cards of that suit are multiplied by this many
tenths.

Players lead their highest card of a suit, so the opponent is unlikely to hold a higher one (Hint 16, p. 43;
Illustrative Hand XII, p. 68).
"""
_BELOW_THE_FIRST_LEAD: Final = 19
"""If the opponent led a plain suit first, the weights of the lower cards of that suit are multiplied by this many
tenths. Players lead from a suit of two or more, so the opponent is likely to hold a lower one.
"""


_TENTHS: Final = 10
"""The unit of the two weights in the suit of the first lead: ten tenths leave a card's weight as it was."""

EVEN: Final[CardWeights] = ((1,) * 8,) * 4
"""The same weight for each card: the opponent's decisions say nothing."""


def opponent_card_weights(knowledge: Knowledge) -> CardWeights:
    """Returns how likely the opponent holds each card, relative to the others, by suit and rank."""
    odds = _odds(knowledge)
    plain = (odds.king, odds.queen, odds.jack, *[odds.low] * 5)
    trumps = (odds.trump,) * 8
    weights = [trumps if suit is knowledge.trump else plain for suit in Suit]
    first = knowledge.opponent_first_lead
    if first is not None and first.suit is not knowledge.trump:
        weights = [tuple([_TENTHS * weight for weight in suit]) for suit in weights]
        weights[first.suit.index] = tuple(
            [weight * _in_suit_led(first, rank) for weight, rank in zip(plain, Rank, strict=True)]
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


def _in_suit_led(first: Card, rank: Rank) -> int:
    return _ABOVE_THE_FIRST_LEAD if rank.index < first.rank.index else _BELOW_THE_FIRST_LEAD
