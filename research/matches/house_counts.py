"""Deals of the house counted, to calibrate the model of its play and to check later decisions (`c/house_cases.c`)."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from itertools import product
from math import prod, sqrt
from typing import Final, NamedTuple

from ecarte.ai.exchange.policy_file import SHIFTS
from ecarte.odds import Role
from research.matches.house_native import House, Mean

_MOST: Final = 5
_LATER: Final = (3, 4, 6, 4)


class CountKind(NamedTuple):
    """A kind of hand at a later decision.

    `took`: what the other took last (0: two cards at most, 1: three, 2: more); `trumps`: three at most; `courts`: plain
    kings, counted twice, and queens, five at most; `level`: the plan's chance of saying yes, in thirds.
    """

    took: int
    trumps: int
    courts: int
    level: int


def spreads(
    house: House, at: int, number: int, seed: int, shares: ctypes.Array[ctypes.c_float]
) -> tuple[list[int], list[float]]:
    """The elder's tricks in deals of a player against itself: counted, and as `shares` tell them.

    `shares`: of `Solver.hidden_shares`. Both in the order of the file's `shifts`.
    """
    counts, hidden = (ctypes.c_uint32 * SHIFTS)(), (ctypes.c_double * SHIFTS)()
    house.call("spreads", at, number, seed, *(ctypes.addressof(part) for part in (shares, counts, hidden)))
    return list(counts), list(hidden)


def missed_gain(
    house: House,
    at: int,
    needs: tuple[int, int],
    number: int,
    seed: int,
    chances: Mapping[tuple[int, int], float],
    shares: ctypes.Array[ctypes.c_float],
    shifts: ctypes.Array[ctypes.c_float],
) -> Mean:
    """What the model of the play misses at a score, in deals of a player against itself, for the elder.

    `chances`: by the points needed before the next deal; `shares`, `shifts`: as the solver has them.
    """
    after = (ctypes.c_double * (_MOST + 1) ** 2)()
    for (elder, dealer), chance in chances.items():
        after[(_MOST + 1) * elder + dealer] = chance
    left, sums = (ctypes.c_int * 2)(*needs), (ctypes.c_double * 2)()
    places = [ctypes.addressof(part) for part in (left, after, shares, shifts, sums)]
    house.call("missed_at", at, places[0], number, seed, *places[1:])
    mean = sums[0] / number
    return Mean(mean, sqrt(max(0.0, sums[1] / number - mean * mean) / number))


def later(
    house: House, at: int, role: Role, round_: int, number: int, seed: int
) -> dict[CountKind, tuple[int, float, float]]:
    """What saying yes gains over no after `round_` exchanges (1 or 2), in deals of a player against itself.

    By kind of hand: the deals, the sum of the gains, and that of their squares.
    """
    shape = [range(size) for size in _LATER]
    sums = (ctypes.c_double * (3 * prod(_LATER)))()
    house.call("later_at", at, role is Role.DEALER, round_, number, seed, ctypes.addressof(sums))
    return {
        CountKind(*place): (int(sums[3 * at]), sums[3 * at + 1], sums[3 * at + 2])
        for at, place in enumerate(product(*shape))
        if sums[3 * at]
    }
