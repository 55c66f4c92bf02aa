"""The salon player in two parts, the exchange and the cards, so that each can be combined with a part of another level.

`maitre_with(BookPolicy(), book_cards)` is the salon player.
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
    """Proposes, refuses and discards by Cavendish's rules. It never decides by chance."""

    def proposes(self, view: PlayerView) -> float:
        """Returns 1 if the elder proposes by the book, else 0."""
        knowledge = knowledge_of(view)
        return float(book_proposes(knowledge, shape_of(knowledge.hand, knowledge.trump)))

    def refuses(self, view: PlayerView) -> float:
        """Returns 1 if the dealer refuses by the book, else 0."""
        knowledge = knowledge_of(view)
        return float(book_refuses(knowledge, shape_of(knowledge.hand, knowledge.trump)))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Returns the discard of the book, with the chance 1: all cards except trumps and kings."""
        knowledge = knowledge_of(view)
        return {book_discard(shape_of(knowledge.hand, knowledge.trump), least, most): 1.0}


def book_cards(knowledge: Knowledge) -> Mapping[Card, float]:
    """Returns the card that the book plays, with the chance 1."""
    return {book_lead(knowledge) if knowledge.led is None else book_reply(knowledge): 1.0}
