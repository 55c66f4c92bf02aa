"""The order in which a reader sees the cards of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.people.preferences import HandOrder
from ecarte.game import PACK, Card, PlayerView, Suit

# Red and black alternate, so that neighbouring suits look different.
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def in_order(places: Sequence[Card | None], trump: Suit | None, order: HandOrder) -> list[int]:
    """Returns the places (0 to 4) of the cards that a hand still holds, in the order in which its reader sees them.

    Args:
        places: the card at each place. None for an empty place.
        order: the reader's preference. `SORTED` puts trumps first, and the cards of each suit from the highest down.
    """
    held = [(place, card) for place, card in enumerate(places) if card is not None]
    if order is HandOrder.SORTED:
        held.sort(key=lambda each: (each[1].suit is not trump, _SUITS.index(each[1].suit), PACK.index(each[1])))
    return [place for place, _ in held]


def as_seen(view: PlayerView, order: HandOrder) -> PlayerView:
    """Returns a view for drawing: its cards are in the order in which the reader sees them, the empty places last. Its
    places are not those that a move names.
    """
    held = [view.places[place] for place in in_order(view.places, view.public.trump, order)]
    return replace(view, places=(*held, *[None] * (len(view.places) - len(held))))
