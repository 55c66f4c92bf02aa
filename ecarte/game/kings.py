"""The king of trumps in hand: who holds it, and how long he may announce it.

The elder hand announces before his first lead or, if that is the king, before it is played to; the dealer before
his first card or, if that is the king, before he plays again (Laws 23, 24). The state keeps, as its `window`, who
holds the king and may still announce it; these functions say what it becomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ecarte.game.cards import PACK, Card, Suit
from ecarte.game.moves import AnnounceKing, Discards, Move
from ecarte.game.seats import Seat
from ecarte.game.state import Deal

__all__ = ["announcing", "holder_of_king", "king_of", "window_after", "without_announcement"]

_ANNOUNCE: Final = AnnounceKing()


def king_of(suit: Suit) -> Card:
    """The king of a suit."""
    return PACK[suit.shift]


def announcing(moves: Sequence[Move], window: Seat | None, seat: Seat) -> Sequence[Move]:
    """The moves of `seat`, and the announcement too, the last of them, where the window is his."""
    return (*moves, _ANNOUNCE) if window is seat else moves


def without_announcement(moves: Sequence[Move]) -> Sequence[Move]:
    """What `announcing` was given, or discards among which the king may be announced, without the announcement."""
    return moves.alone() if isinstance(moves, Discards) else tuple(moves[:-1])


def holder_of_king(deal: Deal, elders: int, dealers: int) -> Seat | None:
    """Who holds the king of trumps, if it is not marked; of two hands (masks), the elder hand's and the dealer's."""
    king = king_of(deal.trump).bit
    if deal.king is not None:
        return None
    return deal.elder if elders & king else deal.dealer if dealers & king else None


def window_after(window: Seat, player: Seat, deal: Deal, card: Card) -> Seat | None:
    """Whose the window is when `player` has played `card`; until then it was `window`'s."""
    if player is window:
        # His first card closes it unless it is the king itself; and then his next card does, which is another.
        return window if card is king_of(deal.trump) else None
    # An elder hand who is played to has led the king, or his window would be closed; now it closes.
    return None if window is deal.elder else window
