"""Events of a table's two packs and of the order of dealing.

The rules are those of `ecarte.table.packs` and Law 8.
"""

from __future__ import annotations

from typing import TypeAlias

from bot.tables.events.codec import register_event
from ecarte.game import Distribution, Seat
from ecarte.table import Pack


@register_event("new_cards_called")
class NewCardsCalled:
    """A player has called for new cards, and paid `price` chips for them. The next deal is made with them (Law 44)."""

    by: int
    seat: Seat
    price: int


@register_event("pack_chosen")
class PackChosen:
    """The player who may choose between the packs deals with this one from now on (Laws 5 and 44)."""

    by: int
    seat: Seat
    pack: Pack


@register_event("packets_changed")
class PacketsChanged:
    """A dealer has announced, before the cut, another order of dealing than in their last game (Law 8).

    Attributes:
        number: the number of the deal in its game. It is the first one of this dealer.
        seat: the seat of the dealer.
    """

    number: int
    seat: Seat
    distribution: Distribution


PackEvent: TypeAlias = NewCardsCalled | PackChosen | PacketsChanged
