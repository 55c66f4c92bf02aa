"""Deals played out by the players of the house on both sides: what their decisions are worth at the table.

The policy's values come from a model of the play of the cards; here the maître plays every card, who sees its own hand
only (`house_native`, in C). Two things are counted, and stored by `research.figures.played`:

- for a case of the book's claims, the same deals once by the book's decision and once by the other, all later decisions
  by the policy. Where the dealer decides, the elder's hand is one that the policy proposes on.
- at a score, how often a deal gives which points to either side.

What stays a model: both sides go on by the policy, whose plans are best in its own model, and people do not play so.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from ecarte.ai.cards.trick_values import win_chance
from ecarte.game import cards_of
from ecarte.odds.hands import Holding, Role
from research.figures.book_claims import ClaimCase
from research.matches.house_native import DealOutcome, House, Pair, Seated, ThumbRules, library_table

_MAITRE, _PLAYS, _PROPOSES, _REFUSES, _ACCEPTS = range(5)
_FIRST: Final = {
    _MAITRE: ThumbRules.NONE,
    _PLAYS: ThumbRules.NEVER_PROPOSES,
    _PROPOSES: ThumbRules.PROPOSES_FIRST,
    _REFUSES: ThumbRules.NEVER_ACCEPTS,
    _ACCEPTS: ThumbRules.ACCEPTS_FIRST,
}
_WAYS: Final = {
    Role.ELDER: ((_PLAYS, _MAITRE), (_PROPOSES, _MAITRE)),
    Role.DEALER: ((_MAITRE, _REFUSES), (_PROPOSES, _ACCEPTS)),
}
"""The seats of elder and dealer, for staying and for changing."""


@cache
def seat_maitres(library: Path) -> House:
    """The maître, and the maître with its first decision fixed, in the seats of a compiled house."""
    house, table = House(library), library_table()
    for at, rules in _FIRST.items():
        house.seat(at, Seated(table, rules=rules))
    return house


def worth(outcome: DealOutcome, elder_needs: int, dealer_needs: int) -> float:
    """The elder's chance to win the game after a deal begun with these needs, by the policy's chances at each score."""
    return win_chance(elder_needs - outcome.elder, dealer_needs - outcome.dealer, dealing=True)


def needs_before(case: ClaimCase) -> tuple[int, int]:
    """The points that elder and dealer need before the turn-up of a case."""
    return case.elder_needs, case.dealer_needs + (not case.turn_up.higher)


def case_pairs(house: House, case: ClaimCase, role: Role, deals: int, seed: str) -> Counter[Pair]:
    """So many deals of a case, each played both ways."""
    holding = Holding.of(cards_of(case.hand), case.turn_up, role)
    return house.both_ways(*_WAYS[role], holding, needs_before(case), deals, _number(seed))


def deal_outcomes(house: House, needs: tuple[int, int], deals: int, seed: str) -> Counter[DealOutcome]:
    """So many deals at a score, a king turned up being among the points."""
    return house.outcomes(_MAITRE, _MAITRE, needs, deals, _number(seed))


def _number(seed: str) -> int:
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "little")
