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


def announcing(moves: tuple[Move, ...], window: Seat | None, seat: Seat) -> tuple[Move, ...]:
    """The moves of `seat`, and the announcement too where the window is his."""
    return moves + _ANNOUNCE if window is seat else moves


def holder_of_king(deal: Deal, hands: State) -> Seat | None:
    """Who holds the king of trumps, if it is not marked; only the hands are taken from the state."""
    king = PACK[deal.trump.shift]
    if hands._mine & king.bit:
        holder = hands._turn
    elif hands._theirs & king.bit:
        holder = hands._turn.other
    else:
        return None
    return holder if deal.king is None else None


def window_after(window: Seat, player: Seat, deal: Deal, card: Card) -> Seat | None:
    """Whose the window is when `player` has played `card`; until then it was `window`'s."""
    if player is window:
        # His first card closes it unless it is the king itself; and then his next card does, which is another.
        return window if card is king_of(deal.trump) else None
    # An elder hand who is played to has led the king, or his window would be closed; now it closes.
    return None if window is deal.elder else window
