"""The king of trumps in hand: who holds it, and how long he may announce it.

The elder hand announces before his first lead or, if that is the king, before it is played to; the dealer before
his first card or, if that is the king, before he plays again (Laws 23, 24). The state keeps, as its `window`, who
holds the king and may still announce it; these functions say what it becomes.
"""

from __future__ import annotations

from typing import Final

from ecarte.cards import PACK, Card, Suit
from ecarte.moves import AnnounceKing, Move
from ecarte.seats import Seat
from ecarte.state import Deal, State

__all__ = ["announcing", "holder_of_king", "king_of", "window_after"]

_ANNOUNCE: Final[tuple[Move, ...]] = (AnnounceKing(),)


def king_of(suit: Suit) -> Card:
    """The king of a suit."""
    return PACK[suit.shift]


def announcing(moves: tuple[Move, ...], window: Seat | None, seat: Seat | None) -> tuple[Move, ...]:
    """The moves of `seat`, and the announcement too where the window is his."""
    return moves + _ANNOUNCE if window is not None and window is seat else moves


def holder_of_king(state: State) -> Seat | None:
    """Who holds the king of trumps and has not played a card, if it is not marked.

    A card put out to be exchanged is not held, until it is taken up again.
    """
    deal = state._deal
    assert deal is not None
    king = king_of(deal.trump)
    if state._mine & king.bit:
        holder = state._turn
    elif state._theirs & king.bit:
        holder = deal.dealer if state._turn is deal.elder else deal.elder
    else:
        return None
    asked = state._exchanges.asked
    return None if deal.king is not None or (asked is not None and king in asked) else holder


def window_after(window: Seat, player: Seat | None, deal: Deal, card: Card) -> Seat | None:
    """Whose the window is when `player` has played `card`; until then it was `window`'s."""
    if player is window:
        # His first card closes it unless it is the king itself; and then his next card does, which is another.
        return window if card is king_of(deal.trump) else None
    # An elder hand who is played to has led the king, or his window would be closed; now it closes.
    return None if window is deal.elder else window
