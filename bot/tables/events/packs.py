"""Events of the two packs of a table. The rules are those of `ecarte.table.packs`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.events.codec import EVENTS
from ecarte.game import Seat
from ecarte.table import Pack

__all__ = ["NewCardsCalled", "PackChosen", "PackEvent"]


@EVENTS.tagged("new_cards_called")
@dataclass(frozen=True, slots=True)
class NewCardsCalled:
    """A player has called for new cards, which come with the next deal, and paid `price` chips for them (Law 44)."""

    by: int
    seat: Seat
    price: int


@EVENTS.tagged("pack_chosen")
@dataclass(frozen=True, slots=True)
class PackChosen:
    """The player who has choice of cards deals with this pack from now on (Laws 5 and 44)."""

    by: int
    seat: Seat
    pack: Pack


PackEvent: TypeAlias = NewCardsCalled | PackChosen
