"""Plays deals out with players of the house on both sides, to measure what decisions are worth at the table.

The policy's values come from a model of the play of the cards. Here the maître, who sees only its own hand, plays every
card (`house_native`, in C). `research.figures.played` stores two kinds of counts:

- For a case of the book's claims, the same deals are played twice: once with the book's decision and once with the
  other one, and all later decisions by the policy. If the dealer decides, the elder has a hand with which the policy
  proposes.
- For a score, how often a deal gives which points to each side.

One thing remains a model: both sides continue by the policy, whose plans are best in its own model, and people do not
play like that.
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
"""For the role of the player who decides, two pairs of seats (elder's, dealer's): to stay, and to change."""


@cache
def seat_maitres(library: Path) -> House:
    """Returns the compiled players with the maître in several seats: in one as usual, and in each of the others
    forced to take a certain first decision.
    """
    house, table = House(library), library_table()
    for at, rules in _FIRST.items():
        house.seat(at, Seated(table, rules=rules))
    return house


def worth(outcome: DealOutcome, elder_needs: int, dealer_needs: int) -> float:
    """Returns the elder's chance to win the game after a deal, by the policy.

    Args:
        outcome: the points of the deal.
        elder_needs, dealer_needs: the points that each player needed before it.
    """
    return win_chance(elder_needs - outcome.elder, dealer_needs - outcome.dealer, dealing=True)


def needs_before(case: ClaimCase) -> tuple[int, int]:
    """Returns the points that elder and dealer of a case need before the card is turned up."""
    return case.elder_needs, case.dealer_needs + (not case.turn_up.higher)


def case_pairs(house: House, case: ClaimCase, role: Role, deals: int, seed: str) -> Counter[Pair]:
    """Plays `deals` deals of a case, each in both ways. Returns how often each pair of results occurred."""
    holding = Holding.of(cards_of(case.hand), case.turn_up, role)
    return house.both_ways(*_WAYS[role], holding, needs_before(case), deals, _number(seed))


def deal_outcomes(house: House, needs: tuple[int, int], deals: int, seed: str) -> Counter[DealOutcome]:
    """Plays `deals` deals at a score. Returns how often each result occurred. Points for a turned-up king are
    included.
    """
    return house.outcomes(_MAITRE, _MAITRE, needs, deals, _number(seed))


def _number(seed: str) -> int:
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "little")
