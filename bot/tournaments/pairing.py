"""Pairs the entrants for the next round of a Swiss tournament. Pure, but slow: call it in a thread.

The pairing is the best of all by three measures, in this order: fewest rematches and second byes, which are needed only
if entrants have withdrawn; least sum of the squared differences in games won; within equal games won, the upper half
against the lower half. That is a matching of maximum weight in a graph whose edges are the possible pairs. networkx
finds it (Edmonds' algorithm with whole numbers, so that no rounding can change the choice).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final

from ecarte.tournament import Pair, Tournament, standings

# Each measure outweighs the largest sum of those below it: 128 pairs, at most 9 rounds, 256 places.
_GAP: Final = 1 << 16
_BREACH: Final = 1 << 32


def swiss_pairs(rounds: Tournament) -> tuple[Pair, ...]:
    """Returns the pairs of the next round of a Swiss tournament, the best entrants first and the bye last."""
    # Takes a tenth of a second to import, which only a Swiss tournament pays.
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
