"""The interface of a player of the house: from the view of a seat to the chance of each lawful move.

A player is a pure function of a `PlayerView`, without memory or random numbers. The same view gets the same answer, and
the answer cannot depend on what the seat does not see. Players make only moves of the game (no claims, resignations or
offers to stop), and only at guided tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from ecarte.game import Move, PlayerView

Weights: TypeAlias = Mapping[Move, float]
"""The chances of the moves, each above 0; they add up to 1."""

Player: TypeAlias = Callable[[PlayerView], Weights]
"""A player of the house. If the view has no `legal_moves`, the player returns no move."""


def one_of(moves: Iterable[Move]) -> Weights:
    """Returns equal chances for all moves."""
    choices = list(moves)
    return {move: 1 / len(choices) for move in choices}


def chosen_move(weights: Weights, number: float) -> Move:
    """Returns the move that a random number selects.

    Args:
        number: from 0 (inclusive) to 1 (exclusive).

    Raises:
        ValueError: `weights` is empty.
    """
    if not weights:
        raise ValueError("there is no move to choose")
    *others, last = weights
    for move in others:
        number -= weights[move]
        if number < 0:
            return move
    return last
