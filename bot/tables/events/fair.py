"""Events of a fair deal: a promise, the cut that makes the pack, and which player of the house is bound by it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.tables.events.codec import EVENTS
from ecarte.game import Seat

__all__ = ["DealPromised", "FairEvent", "HousePlays", "PackCut"]


@EVENTS.tagged("deal_promised")
@dataclass(frozen=True, slots=True)
class DealPromised:
    """The house has drawn a secret for the next deal, and shows its SHA-256; the elder hand may cut until then.

    Attributes:
        number: of the deal in its game.
        secret: in hexadecimal; with the rest it tells the cards.
    """

    number: int
    secret: str = field(repr=False)
    until: int


@EVENTS.tagged("pack_cut")
@dataclass(frozen=True, slots=True)
class PackCut:
    """The pack that was promised is cut, and with that it is made.

    Attributes:
        by: the elder hand; None: the time passed, and the cut was drawn.
        place: how many cards went below the others.
        seeds: North's and South's, as they stood then.
        drawn: whether the house drew North's and South's, because they had none.
    """

    by: int | None
    place: int = field(repr=False)
    seeds: tuple[str, str] = field(repr=False)
    drawn: tuple[bool, bool]


@EVENTS.tagged("house_plays")
@dataclass(frozen=True, slots=True)
class HousePlays:
    """From here on this player of the house makes a seat's decisions, with the numbers that were promised for them.

    Attributes:
        player: level and version; None: no player answers for what follows, since it has failed.
    """

    seat: Seat
    player: str | None


FairEvent: TypeAlias = DealPromised | PackCut
