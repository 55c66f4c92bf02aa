"""Computes how often elder and dealer come to the play with each hand, if no cards were exchanged.

These frequencies, the ranges, follow from the policy alone: from its plans at each score, weighted by how often the
scores occur between players who follow it and play their cards by search with open hands.

The play can begin in two ways: the elder plays without a proposal, or the dealer refuses the first one. Strategies for
these hands differ from those for random hands (`ecarte.ai.cards.dealt`), because few hands play without a proposal, and
few refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, unique
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from ecarte.ai.exchange.policy_file import LEVELS, PolicyTable, decision
from ecarte.game import Card
from ecarte.odds.hand_classes import class_of
from research.cards.hidden_native import relative_hands
from research.matches.house_native import House, Seated, library_table

_TURN_UP: Final = Card.parse("7S")
_NEEDS: Final = 5
_DEALS: Final = 4_000
_SEED: Final = 1
_FIRST: Final = decision(0, 0)
_RARE: Final = 0.1
"""Hands that come to the play less often are left out."""

Needs: TypeAlias = tuple[int, int]
"""How many points elder and dealer need."""


@unique
class Way(Enum):
    """How the play of hands as dealt begins."""

    UNPROPOSED = "unproposed"
    """The elder plays without a proposal."""
    REFUSED = "refused"
    """The dealer refuses the first proposal."""


class Ranges(NamedTuple):
    """How often elder and dealer come to the play with each of `relative_hands`, from 0 to 1. Rare hands have 0."""

    elder: tuple[float, ...]
    dealer: tuple[float, ...]


def ranges(table: PolicyTable, scores: Mapping[Needs, float]) -> Mapping[Way, Ranges]:
    """Returns how often each hand comes to the play, for both ways in which it may begin. No king of trumps is turned
    up.

    Args:
        table: the policy's plans.
        scores: how often deals begin at each score.
    """
    classes = [class_of(_mask(hand), _TURN_UP) for hand in relative_hands()]
    proposes, accepts = [0.0] * len(classes), [0.0] * len(classes)
    for (elder, dealer), often in scores.items():
        planes = table.planes(f"e{elder}d{dealer}k")
        for hand, number in enumerate(classes):
            proposes[hand] += often * planes.level(False, _FIRST, number) / (LEVELS - 1)
            accepts[hand] += often * planes.level(True, _FIRST, number) / (LEVELS - 1)
    always = (1.0,) * len(classes)
    return {
        Way.UNPROPOSED: Ranges(_often(1 - chance for chance in proposes), always),
        Way.REFUSED: Ranges(_often(proposes), _often(1 - chance for chance in accepts)),
    }


def _often(chances: Iterable[float]) -> tuple[float, ...]:
    return tuple(chance if chance >= _RARE else 0.0 for chance in chances)


def _mask(hand: tuple[int, int, int, int]) -> int:
    """Returns a hand as a mask, with spades as trumps and their seven turned up."""
    trumps, *plain = hand
    return trumps | sum(mask << 8 * at for at, mask in enumerate(plain, 1))


def scores(library: Path, deals: int = _DEALS) -> dict[Needs, float]:
    """Returns how often deals begin at each score. The frequencies add up to 1.

    They are counted in games of the maître as it played before it had the table of hands as dealt.

    Args:
        library: the compiled players.
        deals: the number of deals for each score.
    """
    house = House(library)
    house.seat(0, Seated(library_table(), open_cards=True))
    often: dict[Needs, float] = {(_NEEDS, _NEEDS): 1.0}
    # Every deal adds a point to a side, so scores with a larger sum of points needed come first.
    for left in range(2 * _NEEDS, 1, -1):
        for elder in range(max(1, left - _NEEDS), min(_NEEDS, left - 1) + 1):
            needs = (elder, left - elder)
            frequency = often.get(needs, 0.0)
            if not frequency:
                continue
            for outcome, count in house.outcomes(0, 0, needs, deals, _SEED).items():
                after = (needs[1] - outcome.dealer, needs[0] - outcome.elder)
                if min(after) > 0:
                    often[after] = often.get(after, 0.0) + frequency * count / deals
    all_deals = sum(often.values())
    return {needs: frequency / all_deals for needs, frequency in often.items()}
