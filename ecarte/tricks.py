"""The cards that a player may play to a lead, and who wins a trick: the one place where this stands.

The second player must follow suit, and win the trick if he can; without the suit led he must trump; without a
trump he plays what he likes. The higher card of the suit led wins, unless it is trumped.
Source: Cavendish's treatise, pp. 32-33 (Law 43 is the remedy of him who was wronged).

Hands are masks (`ecarte.cards.mask_of`). What may be played is looked up, not searched for: a suit of a hand
is eight bits, so 256 rows a card of the pack hold every case of following suit. The tables are made of the
rule, once, when the module is read.
"""

from __future__ import annotations

from typing import Final

from ecarte.cards import PACK, Card, Suit
from ecarte.moves import Play

__all__ = ["leads", "replies", "reply_wins"]

_SUIT_PATTERNS: Final = range(256)


def _plays_of_suit(suit: Suit, pattern: int) -> tuple[Play, ...]:
    return tuple(Play(card) for card in PACK[suit.shift : suit.shift + 8] if pattern >> card.rank.index & 1)


# _SUITED[suit.index][pattern]: the cards of a suit whose eight bits are `pattern`.
_SUITED: Final = tuple(tuple(_plays_of_suit(suit, pattern) for pattern in _SUIT_PATTERNS) for suit in Suit)


def _following(led: Card) -> tuple[tuple[Play, ...], ...]:
    """For each pattern of the suit led: the cards that follow and win, or if there are none, all that follow."""
    suited = _SUITED[led.suit.index]
    higher = led.higher >> led.shift
    return tuple(suited[pattern & higher] or suited[pattern] for pattern in _SUIT_PATTERNS)


# _FOLLOWING[led.index][pattern]: the lawful replies of a hand that holds the suit led.
_FOLLOWING: Final = tuple(_following(card) for card in PACK)

# _BEATEN_BY[trump.index][led.index]: the mask of the cards that win over the card led.
_BEATEN_BY: Final = tuple(
    tuple(led.higher | (0 if led.suit is trump else trump.mask) for led in PACK) for trump in Suit
)

# Half hands met so far: a mask of sixteen cards (two suits) and its plays. At most 6,885 of five cards or fewer each.
_LOW: Final[dict[int, tuple[Play, ...]]] = {}
_HIGH: Final[dict[int, tuple[Play, ...]]] = {}


def leads(hand: int) -> tuple[Play, ...]:
    """Every card of the hand: a leader plays what he likes."""
    try:
        return _LOW[hand & 0xFFFF] + _HIGH[hand >> 16]
    except KeyError:
        low, high = hand & 0xFFFF, hand >> 16
        _LOW[low] = _SUITED[0][low & 0xFF] + _SUITED[1][low >> 8]
        _HIGH[high] = _SUITED[2][high & 0xFF] + _SUITED[3][high >> 8]
        return _LOW[low] + _HIGH[high]


def replies(hand: int, led: Card, trump: Suit) -> tuple[Play, ...]:
    """The cards of `hand` that may be played to `led`, in the order of `PACK`."""
    return (
        _FOLLOWING[led.index][hand >> led.shift & 0xFF]
        or _SUITED[trump.index][hand >> trump.shift & 0xFF]
        or leads(hand)
    )


def reply_wins(led: Card, reply: Card, trump: Suit) -> bool:
    """Whether the card played second wins the trick."""
    return _BEATEN_BY[trump.index][led.index] & reply.bit != 0
