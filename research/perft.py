"""Counts in how many ways a state may continue. Tests compare the counts of fixed deals.

Programs with the same laws agree in these counts. If they do not agree, `divide` shows the first move below which they
differ. Only moves of the game by the seat to act count, within one deal.
"""

from __future__ import annotations

from ecarte.game import Move, State, apply, legal_moves


def perft(state: State, depth: int) -> int:
    """Returns in how many ways the next `depth` moves can be made. A deal that ends earlier counts as one way."""
    moves = legal_moves(state) if depth > 0 else ()
    return sum(perft(apply(state, None, move), depth - 1) for move in moves) if moves else 1


def divide(state: State, depth: int) -> dict[Move, int]:
    """Returns, for each legal move, in how many ways the `depth` moves that begin with it can be made."""
    if depth < 1:
        return {}
    return {move: perft(apply(state, None, move), depth - 1) for move in legal_moves(state)}
