"""Counts in deals of the house, to correct the model of its play and to check later decisions (`c/house_cases.c`)."""

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
    """A group of similar hands with which a player decides again after an exchange.

    Attributes:
        took: how many cards the opponent took last: 0 for at most two, 1 for three, 2 for more.
        trumps: the number of trumps; three stands for three or more.
        courts: the number of plain kings, counted twice, and queens; five stands for five or more.
        level: how often the plan proposes (accepts) with the hand, in thirds.
    """

    took: int
    trumps: int
    courts: int
    level: int


def spreads(
    house: House, at: int, number: int, seed: int, shares: ctypes.Array[ctypes.c_float]
) -> tuple[list[int], list[float]]:
    """Counts the elder's tricks in deals of a player against itself, by groups of similar deals.

    Returns two lists in the order of `shifts` in the policy's file (`ecarte.ai.exchange.policy_file`). The first has
    how often each number of tricks occurred in each group, the second how often `shares` predicts it.

    Args:
        house: the compiled players.
        at: the seat of the player.
        number: the number of deals.
        seed: the seed of the deals.
        shares: what `PolicySolver.hidden_shares` returned.
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
    """Returns how much more the elder wins at a score than the model of the play predicts, in deals of a player against
    itself.

    Args:
        house: the compiled players.
        at: the seat of the player.
        needs: the points that elder and dealer need.
        number: the number of deals.
        seed: the seed of the deals.
        chances: the elder's chance before the next deal, by the points needed then.
        shares: the chances of tricks that the solver uses (`PolicySolver.hidden_shares`).
        shifts: their corrections (`PolicySolver.shift_by`).
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
    """Compares proposing (accepting) with its opposite after an exchange, in deals of a player against itself.

    Args:
        house: the compiled players.
        at: the seat of the player.
        role: the role of the player who decides.
        round_: the number of exchanges before the decision, 1 or 2.
        number: the number of deals.
        seed: the seed of the deals.

    Returns:
        For each group of similar hands that occurred: the number of deals, the sum of the gains, and the sum of the
        squares of the gains. A gain is what proposing (accepting) adds to the chance to win the game.
    """
    shape = [range(size) for size in _LATER]
    sums = (ctypes.c_double * (3 * prod(_LATER)))()
    house.call("later_at", at, role is Role.DEALER, round_, number, seed, ctypes.addressof(sums))
    return {
        CountKind(*place): (int(sums[3 * at]), sums[3 * at + 1], sums[3 * at + 2])
        for at, place in enumerate(product(*shape))
        if sums[3 * at]
    }
