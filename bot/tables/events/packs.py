"""Events of the packs of a table, and of how they are dealt. The rules are those of `ecarte.table.packs` and Law 8."""

from __future__ import annotations

from typing import TypeAlias

from bot.tables.events.codec import register_event
from ecarte.game import Distribution, Seat
from ecarte.table import Pack


@register_event("new_cards_called")
class NewCardsCalled:
    """A player has called for new cards, which come with the next deal, and paid `price` chips for them (Law 44)."""

    by: int
    seat: Seat
    price: int


@register_event("pack_chosen")
class PackChosen:
    """The player who has choice of cards deals with this pack from now on (Laws 5 and 44)."""

    by: int
    seat: Seat
    pack: Pack


@register_event("packets_changed")
class PacketsChanged:
    """A dealer says, before the pack is cut, that this game is dealt in another order than the last one (Law 8).

    Attributes:
        number: of the deal in its game, which is the first of this dealer.
        seat: who deals.
    """

    number: int
    seat: Seat
    distribution: Distribution


PackEvent: TypeAlias = NewCardsCalled | PackChosen | PacketsChanged
