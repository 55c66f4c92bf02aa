"""Computes the most likely strengths of members from the results of all games between two members.

docs/adr/0022-most-likely-strengths.md gives the reasons for this model, and shows why losing a game never raises a
member's strength. This module knows no database and no rule of the game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

MEAN: Final = 1_500_000
"""The strength of a member without a game that counts, in thousandths of a point."""
_DEVIATION: Final = 60
PAIR_WEIGHT: Final = 3
"""If two members have played more games than this, all their games together weigh as much as this many games."""
EARLIER_WEIGHT: Final = 1
"""In a season, all games that two members played before it weigh together at most as much as this many games."""
KNOWN_OPPONENTS: Final = 3
"""A member's games count only after the member has had this many different opponents in rated games."""
_POINT: Final = math.log(10) / 400
"""A point of Elo, in logits."""
_PRIOR: Final = 1 / (_DEVIATION * _POINT) ** 2
_LAST: Final = 1e-5
"""A step of fewer logits is the last one: the error after it is its square, less than a millionth of a point."""


class PairResults(NamedTuple):
    """All results of two members against each other.

    Attributes:
        one: a member.
        other: the opponent.
        won: the number of games that `one` has won.
        games: the number of games that the two have played.
        first_at: when the first of these games ended, in epoch milliseconds.
    """

    one: int
    other: int
    won: int
    games: int
    first_at: int


class MemberStrength(NamedTuple):
    """A member's strength, computed from the results of all members.

    Attributes:
        strength: the strength in thousandths of a point. A chance to win is 1 / (1 + 10^(−difference / 400 points)).
        counted: the number of the member's games that count for a place.
    """

    strength: int
    counted: int


def counting(pairs: Iterable[PairResults], until: int) -> list[PairResults]:
    """Returns the pairs whose games count.

    The games of a pair count if both members had at least `KNOWN_OPPONENTS` opponents before the moment `until`.
    """
    opponents: defaultdict[int, int] = defaultdict(int)
    pairs = list(pairs)
    for pair in pairs:
        if pair.first_at < until:
            opponents[pair.one] += 1
            opponents[pair.other] += 1
    return [pair for pair in pairs if min(opponents[pair.one], opponents[pair.other]) >= KNOWN_OPPONENTS]


def strengths(
    pairs: Sequence[PairResults], earlier: Sequence[PairResults] = (), of_one: int = PAIR_WEIGHT
) -> dict[int, MemberStrength]:
    """Returns each member's most likely strength in Bradley and Terry's model, with a normal prior around 1500 points.

    Args:
        pairs: the pairs whose games count.
        earlier: the results of pairs from before the season, which weigh less (`EARLIER_WEIGHT`).
        of_one: the most games against one opponent that count for a place.
    """
    counted: defaultdict[int, int] = defaultdict(int)
    for pair in pairs:
        counted[pair.one] += min(pair.games, of_one)
        counted[pair.other] += min(pair.games, of_one)
    weighed = [(pair, PAIR_WEIGHT) for pair in pairs] + [(pair, EARLIER_WEIGHT) for pair in earlier]
    people = sorted({user_id for pair, _ in weighed for user_id in pair[:2]})
    number = {user_id: place for place, user_id in enumerate(people)}
    edges = []
    for pair, most in weighed:
        weight = min(pair.games, most)
        edges.append((number[pair.one], number[pair.other], weight * pair.won / pair.games, weight))
    logits = _fit(len(people), edges)
    return {
        user_id: MemberStrength(MEAN + round(1000 * logit / _POINT), counted[user_id])
        for user_id, logit in zip(people, logits, strict=True)
    }


def _fit(people: int, edges: Sequence[tuple[int, int, float, int]]) -> list[float]:
    """Finds the maximum of the likelihood times the prior, in logits, by Newton's steps with conjugate gradients."""
    at = [0.0] * people
    while True:
        slope = [-_PRIOR * one for one in at]
        bend = [_PRIOR] * people
        bends = []
        for one, other, won, weight in edges:
            chance = 1 / (1 + math.exp(at[other] - at[one]))
            surprise, curve = won - weight * chance, weight * chance * (1 - chance)
            slope[one] += surprise
            slope[other] -= surprise
            bend[one] += curve
            bend[other] += curve
            bends.append((one, other, curve))
        step = _solve(bend, bends, slope)
        # The step is shortened, so that it does not go too far: along a step of length d, the curvature of a logistic
        # curve changes at most by the factor e**d.
        far = 2 * max(map(abs, step), default=0)
        part = math.log1p(far) / far if far else 1
        at = [one + part * by for one, by in zip(at, step, strict=True)]
        if far < _LAST:
            return at


def _solve(diagonal: Sequence[float], links: Sequence[tuple[int, int, float]], right: list[float]) -> list[float]:
    """Solves the equations of a step. The matrix has `diagonal` and, at both places of each pair, minus its link.

    Args:
        diagonal: the diagonal of the matrix.
        links: two indices, and the value of their link.
        right: the right side of the equations.
    """
    step = [0.0] * len(right)
    rest = right
    scaled = [one / by for one, by in zip(rest, diagonal, strict=True)]
    along = scaled
    size = math.fsum(map(float.__mul__, rest, scaled))
    enough = size * 1e-12
    while size > enough:
        image = [one * by for one, by in zip(along, diagonal, strict=True)]
        for one, other, curve in links:
            image[one] -= curve * along[other]
            image[other] -= curve * along[one]
        far = size / math.fsum(map(float.__mul__, along, image))
        step = [one + far * by for one, by in zip(step, along, strict=True)]
        rest = [one - far * by for one, by in zip(rest, image, strict=True)]
        scaled = [one / by for one, by in zip(rest, diagonal, strict=True)]
        before, size = size, math.fsum(map(float.__mul__, rest, scaled))
        along = [one + size / before * by for one, by in zip(scaled, along, strict=True)]
    return step
