"""The two parts of the salon player in the form of the maître's: `maitre_with(BookPolicy(), book_cards)` is the salon
player.
"""

from __future__ import annotations

from collections.abc import Mapping

from ecarte.ai.hand_shape import shape_of
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.players.book_cards import book_lead, book_reply
from ecarte.ai.players.book_exchange import book_discard
from ecarte.ai.players.salon import book_proposes, book_refuses
from ecarte.game import Card, Discard, PlayerView


class BookPolicy:
    """The book as an `ExchangePolicy`. It never mixes decisions."""

    def proposes(self, view: PlayerView) -> float:
        """Returns 1 or 0."""
        knowledge = knowledge_of(view)
        return float(book_proposes(knowledge, shape_of(knowledge.hand, knowledge.trump)))

    def refuses(self, view: PlayerView) -> float:
        """Returns 1 or 0."""
        knowledge = knowledge_of(view)
        return float(book_refuses(knowledge, shape_of(knowledge.hand, knowledge.trump)))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Returns the book's discard: all cards except trumps and kings."""
        knowledge = knowledge_of(view)
        return {book_discard(shape_of(knowledge.hand, knowledge.trump), least, most): 1.0}


def book_cards(knowledge: Knowledge) -> Mapping[Card, float]:
    """Returns the book's card."""
    return {book_lead(knowledge) if knowledge.led is None else book_reply(knowledge): 1.0}
