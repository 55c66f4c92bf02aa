"""Corrects the model of the play: counts how far the house's tricks in deals differ from those of hidden hands in
general.

`PolicySolver.hide` turns the tricks of open hands into those of hidden hands, for each class of the elder's hands
against random opposing hands. In a game, proposals and answers have told something about both hands, and cards were
exchanged. So the house plays deals against itself at all scores. For each way in which the play may begin (`policy.h`:
before any exchange, after one, after more; led or refused), for both hands' groups, and for the tricks with open hands,
the mean difference is counted. Groups of deals with few members are drawn towards larger groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

from ecarte.ai.exchange.policy_file import GROUPS, SHIFTS, UNIT, WAYS

_TRICKS: Final = 6
_COURTS: Final = 3
_PRIOR: Final = 60.0
"""The result of a coarser group counts as much as this many deals of a finer one."""


def shifts(counts: Sequence[int], hidden: Sequence[float]) -> list[int]:
    """Returns the corrections to the chance of each number of tricks, in 32,767ths, in the order of
    `house_counts.spreads`.

    Args:
        counts: how often the house won each number of tricks.
        hidden: how often the model predicts it.
    """
    if len(counts) != SHIFTS or len(hidden) != SHIFTS:
        raise ValueError(f"there must be {SHIFTS} counts and {SHIFTS} chances")
    levels = [_summed(counts, hidden, key) for key in _KEYS]
    units = []
    for way, elder, dealer, tricks in product(range(WAYS), range(GROUPS), range(GROUPS), range(_TRICKS)):
        row = [0.0] * _TRICKS
        for key, (counted, predicted) in zip(_KEYS, levels, strict=True):
            cell = key(way, elder, dealer), tricks
            row = _smoothed(counted[cell], predicted[cell], row)
        units += _in_units(row)
    return units


_KEYS: Final[tuple[Callable[[int, int, int], tuple[int, ...]], ...]] = (
    lambda way, elder, dealer: (),
    lambda way, elder, dealer: (way,),
    lambda way, elder, dealer: (way, elder // _COURTS, dealer // _COURTS),
    lambda way, elder, dealer: (way, elder, dealer),
)
"""Functions that return the group of a deal, from coarse groups to fine ones."""
_Table = dict[tuple[tuple[int, ...], int], list[float]]


def _summed(
    counts: Sequence[int], hidden: Sequence[float], key: Callable[[int, int, int], tuple[int, ...]]
) -> tuple[_Table, _Table]:
    sums: tuple[_Table, _Table] = (defaultdict(lambda: [0.0] * _TRICKS), defaultdict(lambda: [0.0] * _TRICKS))
    places = product(range(WAYS), range(GROUPS), range(GROUPS), range(_TRICKS))
    for at, (way, elder, dealer, tricks) in enumerate(places):
        for table, numbers in zip(sums, (counts, hidden), strict=True):
            row = table[key(way, elder, dealer), tricks]
            for won in range(_TRICKS):
                row[won] += numbers[_TRICKS * at + won]
    return sums


def _smoothed(counted: Sequence[float], predicted: Sequence[float], coarser: Sequence[float]) -> list[float]:
    total = sum(counted) + _PRIOR
    return [(one - two + _PRIOR * more) / total for one, two, more in zip(counted, predicted, coarser, strict=True)]


def _in_units(row: Sequence[float]) -> list[int]:
    units = [round(UNIT * share) for share in row]
    units[units.index(max(units))] -= sum(units)
    return units
