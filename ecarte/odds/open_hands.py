"""Tricks with open hands: every position of a deal, five cards a side down to none, also with a card led.

Turns hands (masks of `ecarte.game.cards`) into codes of the pattern table and looks the tricks up.
"""

from __future__ import annotations

from functools import cache

from ecarte.game import Card, HandError, Suit, leads, replies, reply_wins
from ecarte.odds.patterns import EMPTY, plain_key, table


@cache
def suit_code(leader: int, follower: int) -> int:
    """The code of one suit from its eight bits in each hand, king first."""
    code = EMPTY
    for rank in range(8):
        if (leader | follower) >> rank & 1:
            code = code << 1 | leader >> rank & 1
    return code


def open_tricks(leader: int, follower: int, trump: Suit) -> int:
    """The leader's tricks with open hands and best play.

    The number also decides the point and the vole, see `ecarte.odds.patterns`. Raises `HandError` unless both hands
    have as many cards, five at most.
    """
    if leader & follower or leader.bit_count() != follower.bit_count() or leader.bit_count() > 5:
        raise HandError("two hands of as many cards, five at most and none in both, are needed")
    return _tricks(leader, follower, trump)


def open_leads(leader: int, follower: int, trump: Suit) -> dict[Card, int]:
    """The leader's tricks from here by the card led, this trick included. Raises `HandError`."""
    open_tricks(leader, follower, trump)
    return {
        play.card: min(open_replies(leader, follower, play.card, trump).values(), default=0) for play in leads(leader)
    }


def open_replies(leader: int, follower: int, led: Card, trump: Suit) -> dict[Card, int]:
    """The leader's tricks from here by the reply, this trick included; `led` is still in `leader`.

    Raises `HandError`, also if the card led is not the leader's.
    """
    if not leader & led.bit:
        raise HandError(f"{led} is not in the leader's hand")
    left = leader ^ led.bit
    if left & follower or leader.bit_count() != follower.bit_count() or leader.bit_count() > 5:
        raise HandError("two hands of as many cards, five at most and none in both, are needed")
    tricks = {}
    for play in replies(follower, led, trump):
        rest = follower ^ play.card.bit
        if reply_wins(led, play.card, trump):
            tricks[play.card] = rest.bit_count() - _tricks(rest, left, trump)
        else:
            tricks[play.card] = 1 + _tricks(left, rest, trump)
    return tricks


def _tricks(leader: int, follower: int, trump: Suit) -> int:
    key, trumps = 0, EMPTY
    for suit in Suit:
        code = suit_code(leader >> suit.shift & 0xFF, follower >> suit.shift & 0xFF)
        if suit is trump:
            trumps = code
        else:
            key += plain_key(code)
    return table()[trumps][key]
