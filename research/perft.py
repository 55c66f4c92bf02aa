"""Counts the sequences of moves of a given length that are possible from a state. No sequence goes beyond the deal.

Tests compare these counts with known ones, because programs with the same laws get the same counts. `divide` gives the
count for each first move. If two programs differ, these counts show after which first move they do.

Only the seat to act moves. Moves of the table, such as to resign, are not counted.
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
