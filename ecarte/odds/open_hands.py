"""How many tricks each player wins with open hands, in every position of a deal: from five cards a side to none, with
or without a card led.

The functions turn hands (masks of `ecarte.game.cards`) into codes of the pattern table and look up the tricks.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ecarte.game import Card, HandError, Suit, leads, replies, reply_wins
from ecarte.odds.patterns import EMPTY, plain_key, table

_UNEQUAL_HANDS: Final = "both hands must have the same number of cards, five at most, and no card in common"


@cache
def suit_code(leader: int, follower: int) -> int:
    """Returns the code of one suit in the pattern table (`ecarte.odds.patterns`), which says who has each card.

    Args:
        leader, follower: the cards of each hand in this suit, as eight bits with the king in the lowest.
    """
    code = EMPTY
    for rank in range(8):
        if (leader | follower) >> rank & 1:
            code = code << 1 | leader >> rank & 1
    return code


def open_tricks(leader: int, follower: int, trump: Suit) -> int:
    """Returns how many tricks the leader wins if both hands lie open and both sides play their best.

    The play that wins most tricks is also best for the point and for the vole (`ecarte.odds.patterns`).

    Args:
        leader, follower: the hands (masks).
        trump: the trump suit.

    Raises:
        HandError: the hands have different numbers of cards, more than five cards, or a card in common.
    """
    if leader & follower or leader.bit_count() != follower.bit_count() or leader.bit_count() > 5:
        raise HandError(_UNEQUAL_HANDS)
    return _tricks(leader, follower, trump)


def open_leads(leader: int, follower: int, trump: Suit) -> dict[Card, int]:
    """Returns, for each card that the leader may lead, how many tricks the leader then wins, the trick of that card
    included. Arguments and errors are those of `open_tricks`.
    """
    open_tricks(leader, follower, trump)
    return {
        play.card: min(open_replies(leader, follower, play.card, trump).values(), default=0) for play in leads(leader)
    }


def open_replies(leader: int, follower: int, led: Card, trump: Suit) -> dict[Card, int]:
    """Returns, for each legal reply to `led`, how many tricks the leader then wins, the trick of that card included.

    Args:
        leader: the hand of the leader (a mask), with the card led.
        follower: the hand of the other player (a mask).
        trump: the trump suit.
        led: the card led.

    Raises:
        HandError: the hands are not as in `open_tricks`, or `led` is not in `leader`.
    """
    if not leader & led.bit:
        raise HandError(f"{led} is not in the leader's hand")
    left = leader ^ led.bit
    if left & follower or leader.bit_count() != follower.bit_count() or leader.bit_count() > 5:
        raise HandError(_UNEQUAL_HANDS)
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
