"""Counts the ways to go on from a state; the tests pin the counts of fixed deals.

Programs that keep the same laws agree in them; otherwise `divide` shows below which move they differ. Counts moves of
the game by the seat to act, within one deal.
"""

from __future__ import annotations

from ecarte.game import Move, State, apply, legal_moves


def perft(state: State, depth: int) -> int:
    """The number of ways to make `depth` moves; a deal that ends sooner counts as one."""
    moves = legal_moves(state) if depth > 0 else ()
    return sum(perft(apply(state, None, move), depth - 1) for move in moves) if moves else 1


def divide(state: State, depth: int) -> dict[Move, int]:
    """The same below each first move."""
    if depth < 1:
        return {}
    return {move: perft(apply(state, None, move), depth - 1) for move in legal_moves(state)}
