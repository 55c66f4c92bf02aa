"""Whether the deals of a record were fair: each pack computed again from what was shown before and after it.

This module only compares; how a pack is made, and what a yes is worth, stands in `ecarte.fair.shuffling`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique

from ecarte.fair.shuffling import CUTS, FairDeal, commitment, fair_pack
from ecarte.game import Card, CardsDealt, Event

__all__ = ["Checked", "Verdict", "check", "check_deals"]


@unique
class Verdict(Enum):
    """What came of checking one deal."""

    FAIR = "fair"
    HOUSE_WORD = "house-word"
    """Nothing was promised: the pack is what the house says."""
    OTHER_SECRET = "other-secret"
    """The secret is not the one whose SHA-256 was shown."""
    UNLAWFUL_CUT = "unlawful-cut"
    """A packet of fewer than two cards (Law 3)."""
    OTHER_PACK = "other-pack"
    """The pack is another than the one that follows from secret, seeds and cut."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One deal, checked.

    Attributes:
        number: the deal's number in its game, from 1.
        fair: what was shown of it; None: nothing.
        card: of `OTHER_PACK` the first card that differs, from 1 (the top of the pack); else None.
        should_be: the card that belongs there; else None.
    """

    number: int
    verdict: Verdict
    fair: FairDeal | None = None
    card: int | None = None
    should_be: Card | None = None


def check(number: int, pack: tuple[Card, ...], fair: FairDeal | None) -> Checked:
    """Whether deal `number`, dealt from `pack`, is what was promised."""
    if fair is None:
        return Checked(number, Verdict.HOUSE_WORD)
    if commitment(fair.secret) != fair.commitment:
        return Checked(number, Verdict.OTHER_SECRET, fair)
    if fair.cut not in CUTS:
        return Checked(number, Verdict.UNLAWFUL_CUT, fair)
    promised = fair_pack(fair.secret, fair.seeds, number, fair.cut)
    for place, (dealt, due) in enumerate(zip(pack, promised, strict=True), start=1):
        if dealt is not due:
            return Checked(number, Verdict.OTHER_PACK, fair, place, due)
    return Checked(number, Verdict.FAIR, fair)


def check_deals(events: tuple[Event, ...], fair: Mapping[int, FairDeal]) -> tuple[Checked, ...]:
    """Every deal of a game, checked: its log, and what was shown of each deal by its number."""
    packs = [event.pack for event in events if isinstance(event, CardsDealt)]
    return tuple(check(number, pack, fair.get(number)) for number, pack in enumerate(packs, start=1))
