"""Counting: how many ways there are to go on from a state. The counts of fixed deals are pinned in the tests.

Where two programs keep the same laws their counts agree; where they do not, `divide` shows below which move.
Only the moves of the game by the seat to act are counted, and a deal that is over goes no further.
"""

from __future__ import annotations

from ecarte.game import Move, State, apply, legal_moves

__all__ = ["divide", "perft"]


def perft(state: State, depth: int) -> int:
    """The number of ways to make `depth` moves; where the deal ends sooner, its end counts as one."""
    moves = legal_moves(state) if depth > 0 else ()
    return sum(perft(apply(state, None, move), depth - 1) for move in moves) if moves else 1


def divide(state: State, depth: int) -> dict[Move, int]:
    """The same, below each first move. Empty where no move can be made."""
    if depth < 1:
        return {}
    return {move: perft(apply(state, None, move), depth - 1) for move in legal_moves(state)}
