"""The cards that a player may play to a lead, and who wins a trick: the one place where this stands.

The second player must follow suit, and win the trick if possible; without the suit led, trump; without a trump, any
card may be played. The higher card of the suit led wins, unless it is trumped.
Source: Cavendish's treatise, pp. 32-33 (Law 43 is the remedy).

Hands are masks (`ecarte.game.cards.mask_of`). What may be played is looked up: a suit of a hand is eight bits, so 256
rows a card hold every case of following suit. With masks and loops instead of these tables, random play makes 0.76 of
the moves.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from ecarte.game.cards import PACK, Card, Suit
from ecarte.game.moves import Play

_SUIT_PATTERNS: Final = range(256)


def _plays_of_suit(suit: Suit, pattern: int) -> tuple[Play, ...]:
    return tuple(Play(card) for card in PACK[suit.shift : suit.shift + 8] if pattern >> card.rank.index & 1)


# SUITED[suit.index][pattern]: the cards of a suit whose eight bits are `pattern`.
SUITED: Final = tuple(tuple(_plays_of_suit(suit, pattern) for pattern in _SUIT_PATTERNS) for suit in Suit)


def _following_plays(led: Card) -> tuple[tuple[Play, ...], ...]:
    """For each pattern of the suit led: the cards that follow and win, or if there are none, all that follow."""
    suited = SUITED[led.suit.index]
    higher = led.higher >> led.shift
    return tuple(suited[pattern & higher] or suited[pattern] for pattern in _SUIT_PATTERNS)


def _beaten_by(led: Card) -> tuple[int, ...]:
    """For each trump: the mask of the cards that win over the card led."""
    return tuple(led.higher | (0 if led.suit is trump else trump.mask) for trump in Suit)


for _card in PACK:
    object.__setattr__(Play(_card), "replies", _following_plays(_card))
    object.__setattr__(Play(_card), "beaten_by", _beaten_by(_card))


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = SUITED


def leads(hand: int) -> tuple[Play, ...]:
    """Every card of the hand (a mask): a leader may play any."""
    # Kept for hands met before, they would let a process grow by a kilobyte a deal, and random play is no faster.
    return _SPADES[hand & 0xFF] + _HEARTS[hand >> 8 & 0xFF] + _DIAMONDS[hand >> 16 & 0xFF] + _CLUBS[hand >> 24]


def replies(hand: int, led: Card, trump: Suit) -> tuple[Play, ...]:
    """The cards of `hand` that may be played to `led`, in the order of `PACK`."""
    return Play(led).replies[hand >> led.shift & 0xFF] or SUITED[trump.index][hand >> trump.shift & 0xFF] or leads(hand)


class Duty(Enum):
    """What a reply has to be."""

    WIN = "win"
    """A higher card of the suit led."""
    FOLLOW = "follow"
    """A card of the suit led; none is higher."""
    TRUMP = "trump"
    ANY = "any"


def duty(hand: int, led: Card, trump: Suit) -> Duty:
    """What the law asks of the reply from this hand."""
    if hand & led.suit.mask:
        return Duty.WIN if hand & led.higher else Duty.FOLLOW
    return Duty.TRUMP if hand & trump.mask else Duty.ANY


def reply_wins(led: Card, reply: Card, trump: Suit) -> bool:
    """Whether the card played second wins the trick."""
    return Play(led).beaten_by[trump.index] & reply.bit != 0
