"""The two parts of the salon player, as the maître's are: his exchange of cards, and his play.

Put together (`maitre_with(BookPolicy(), book_card)`) they are the salon player again.
"""

from __future__ import annotations

from collections.abc import Mapping

from ecarte.ai.hand_shape import shape_of
from ecarte.ai.knowledge import Sight, sight_of
from ecarte.ai.players.book_cards import book_lead, book_reply
from ecarte.ai.players.book_exchange import book_discard
from ecarte.ai.players.salon import book_proposes, book_refuses
from ecarte.game import Card, Discard, PlayerView

__all__ = ["BookPolicy", "book_card"]


class BookPolicy:
    """An `ExchangePolicy` out of the book: it leaves nothing to chance."""

    def proposes(self, view: PlayerView) -> float:
        """Always or never."""
        sight = sight_of(view)
        return float(book_proposes(sight, shape_of(sight.hand, sight.trump)))

    def refuses(self, view: PlayerView) -> float:
        """Always or never."""
        sight = sight_of(view)
        return float(book_refuses(sight, shape_of(sight.hand, sight.trump)))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """All but trumps and kings."""
        sight = sight_of(view)
        return {book_discard(shape_of(sight.hand, sight.trump), least, most): 1.0}


def book_card(sight: Sight) -> Card:
    """The card that the book plays."""
    return book_lead(sight) if sight.led is None else book_reply(sight)
