"""Pairs the entrants for the next round of a Swiss tournament, and those who wait in an arena.

The functions are pure, but slow: call them in a thread. The pairing of a Swiss round is the best of all by three
measures, in this order: fewest rematches and second byes, which are needed only if entrants have withdrawn; least sum
of the squared differences in games won; within equal games won, the upper half against the lower half. That is a
matching of maximum weight in a graph whose edges are the possible pairs. networkx finds it (Edmonds' algorithm with
whole numbers, so that no rounding can change the choice).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Final

from ecarte.tournament import Arena, Entrant, Pair, Tournament, arena_standings, standings

# Each measure outweighs the largest sum of those below it: 128 pairs, at most 9 rounds, 256 places.
_GAP: Final = 1 << 16
_BREACH: Final = 1 << 32
AGAIN_MS: Final = 60_000
"""A person meets their last opponent of an arena again only after both have waited for this long."""
_NEAR: Final = 16
"""In an arena a person can meet this many neighbours in the standings: a matching of few pairs takes little time."""


def swiss_pairs(rounds: Tournament) -> tuple[Pair, ...]:
    """Returns the pairs of the next round of a Swiss tournament, the best entrants first and the bye last."""
    # The import takes a tenth of a second, so only a pairing pays for it.
    import networkx

    remaining = [line for line in standings(rounds) if line.entrant not in rounds.withdrawn]
    order: list[int | None] = [line.entrant for line in remaining]
    won = [line.won for line in remaining]
    if len(order) % 2:
        # The bye is like an entrant with the fewest games won, in the last place.
        order.append(None)
        won.append(min(won))
    equals = Counter(won)
    met = {
        frozenset((pairing.first, pairing.second))
        for pairings_of_round in rounds.rounds
        for pairing in pairings_of_round
    }
    # The vertices are places in the standings.
    graph = networkx.Graph()
    for upper, lower in combinations(range(len(order)), 2):
        gap = abs(won[upper] - won[lower])
        ideal = 1 if gap else equals[won[upper]] // 2
        cost = abs(lower - upper - ideal) + gap * gap * _GAP
        is_breach = frozenset((order[upper], order[lower])) in met
        graph.add_edge(upper, lower, weight=-cost - is_breach * _BREACH)
    pairs: list[Pair] = []
    for upper, lower in sorted(sorted(pair) for pair in networkx.max_weight_matching(graph, maxcardinality=True)):
        first = order[upper]
        assert first is not None, "the bye has the last place"
        pairs.append((first, order[lower]))
    return tuple(sorted(pairs, key=lambda pair: pair[1] is None))


def arena_pairs(arena: Arena, waiting: Mapping[Entrant, int], now: int) -> tuple[tuple[Entrant, Entrant], ...]:
    """Returns the pairs of an arena that can meet now: as many as possible, and near neighbours in the standings.

    Args:
        waiting: the entrants who wait for an opponent, each with the moment when the wait began, in epoch milliseconds.
    """
    if len(waiting) < 2:
        return ()
    import networkx

    last: dict[Entrant, Entrant] = {}
    for meeting in arena.meetings:
        last |= {meeting.first: meeting.second, meeting.second: meeting.first}
    order = [line.entrant for line in arena_standings(arena) if line.entrant in waiting]
    graph = networkx.Graph()
    for index, one in enumerate(order):
        for distance, other in enumerate(order[index + 1 : index + 1 + _NEAR], 1):
            just_met = last.get(one) == other or last.get(other) == one
            if not just_met or now - max(waiting[one], waiting[other]) >= AGAIN_MS:
                graph.add_edge(one, other, weight=-distance)
    place = {entrant: index for index, entrant in enumerate(order)}
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    ordered = (sorted(pair, key=lambda entrant: place[entrant]) for pair in pairs)
    return tuple(sorted(((first, second) for first, second in ordered), key=lambda pair: place[pair[0]]))
