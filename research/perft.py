"""Counts the ways to continue from a state. Tests compare the counts of fixed deals.

Programs with the same laws agree in these counts. If they do not agree, `divide` shows the first move below which they
differ. Only moves of the game by the seat to act count, within one deal.
"""

from __future__ import annotations

from ecarte.game import Move, State, apply, legal_moves


def perft(state: State, depth: int) -> int:
    """Returns the number of ways to make `depth` moves. A deal that ends earlier counts as one."""
    moves = legal_moves(state) if depth > 0 else ()
    return sum(perft(apply(state, None, move), depth - 1) for move in moves) if moves else 1


def divide(state: State, depth: int) -> dict[Move, int]:
    """Returns the same number below each first move."""
    if depth < 1:
        return {}
    return {move: perft(apply(state, None, move), depth - 1) for move in legal_moves(state)}
