"""The rules of a trick: the cards that a player may play to a lead, and the winner. No other module repeats them.

The second player must follow suit, and must win the trick if possible. Without a card of the suit led, the player must
trump. Without a trump, the player may play any card. The higher card of the suit led wins, unless it is trumped.
Source: Cavendish's treatise, pp. 32-33 (Law 43 has the penalty for a breach).

Hands are masks (`ecarte.game.cards.mask_of`). The legal replies are looked up in tables: one suit of a hand has eight
bits, so 256 rows for each lead cover every case of following suit. With masks and loops instead of tables, random play
makes 0.76 as many moves.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from ecarte.game.cards import PACK, Card, Suit
from ecarte.game.moves import Play

_SUIT_PATTERNS: Final = range(256)


def _plays_of_suit(suit: Suit, pattern: int) -> tuple[Play, ...]:
    return tuple(Play(card) for card in PACK[suit.shift : suit.shift + 8] if pattern >> card.rank.index & 1)


# SUITED[suit.index][pattern]: the plays of the cards of a suit whose eight bits are `pattern`.
SUITED: Final = tuple(tuple(_plays_of_suit(suit, pattern) for pattern in _SUIT_PATTERNS) for suit in Suit)


def _following_plays(led: Card) -> tuple[tuple[Play, ...], ...]:
    """Returns the legal replies in the suit led, for each pattern: the eight bits of that suit in the replying hand.

    The replies are the cards that win or, if the pattern has none, all cards of the suit.
    """
    suited = SUITED[led.suit.index]
    higher = led.higher >> led.shift
    return tuple(suited[pattern & higher] or suited[pattern] for pattern in _SUIT_PATTERNS)


def _beaten_by(led: Card) -> tuple[int, ...]:
    """Returns the mask of the cards that beat `led`, for each trump."""
    return tuple(led.higher | (0 if led.suit is trump else trump.mask) for trump in Suit)


for _card in PACK:
    object.__setattr__(Play(_card), "replies", _following_plays(_card))
    object.__setattr__(Play(_card), "beaten_by", _beaten_by(_card))


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = SUITED


def leads(hand: int) -> tuple[Play, ...]:
    """Returns the plays of all cards of a hand (a mask), since a leader may lead any card."""
    # A cache by hand would grow by a kilobyte a deal and would not make random play faster.
    return _SPADES[hand & 0xFF] + _HEARTS[hand >> 8 & 0xFF] + _DIAMONDS[hand >> 16 & 0xFF] + _CLUBS[hand >> 24]


def replies(hand: int, led: Card, trump: Suit) -> tuple[Play, ...]:
    """Returns the legal replies of a hand (a mask) to the card `led`, in the order of `PACK`."""
    return Play(led).replies[hand >> led.shift & 0xFF] or SUITED[trump.index][hand >> trump.shift & 0xFF] or leads(hand)


class Duty(Enum):
    """What kind of card the law requires as a reply."""

    WIN = "win"
    """A higher card of the suit led."""
    FOLLOW = "follow"
    """A card of the suit led. The hand has no higher one."""
    TRUMP = "trump"
    ANY = "any"


def duty(hand: int, led: Card, trump: Suit) -> Duty:
    """Returns what kind of card the law requires of this hand as a reply."""
    if hand & led.suit.mask:
        return Duty.WIN if hand & led.higher else Duty.FOLLOW
    return Duty.TRUMP if hand & trump.mask else Duty.ANY


def reply_wins(led: Card, reply: Card, trump: Suit) -> bool:
    """Returns whether the reply wins the trick against the lead."""
    return Play(led).beaten_by[trump.index] & reply.bit != 0
