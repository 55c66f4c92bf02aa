"""The form of a player of the house: from a seat's view to the chance of each lawful move.

A player is a pure function of a `PlayerView`, without memory or chance of its own: the same view gets the same answer,
and what the seat cannot see cannot enter. Players make moves of the game only (no claims, resignations or offers to
stop), at guided tables only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from ecarte.game import Move, PlayerView

Weights: TypeAlias = Mapping[Move, float]
"""The chances of the moves, each above 0, summing to 1."""

Player: TypeAlias = Callable[[PlayerView], Weights]
"""A player of the house; without `legal_moves` there is no move."""


def one_of(moves: Iterable[Move]) -> Weights:
    """All moves with equal chance."""
    choices = list(moves)
    return {move: 1 / len(choices) for move in choices}


def chosen_move(weights: Weights, number: float) -> Move:
    """The move that a random number from 0 to 1 (exclusive) selects. Raises `ValueError` if there is none."""
    if not weights:
        raise ValueError("there is no move to choose")
    *others, last = weights
    for move in others:
        number -= weights[move]
        if number < 0:
            return move
    return last
