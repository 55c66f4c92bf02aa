"""The interface of a player of the house: a function from the view of a seat to the chance of each lawful move.

A player has no memory and draws no random numbers. The same view gets the same answer, and the answer cannot depend on
what the seat does not see. Players make only moves of the game (no claims, resignations or offers to stop), and only at
guided tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from ecarte.game import Move, PlayerView

Weights: TypeAlias = Mapping[Move, float]
"""How often a player makes each move: chances above 0 that add up to 1. Empty if the player has no move to make."""

Player: TypeAlias = Callable[[PlayerView], Weights]
"""A player of the house: takes the view of its seat and returns how often it makes each move."""


def one_of(moves: Iterable[Move]) -> Weights:
    """Returns some moves, each with the same chance."""
    choices = list(moves)
    return {move: 1 / len(choices) for move in choices}


def chosen_move(weights: Weights, number: float) -> Move:
    """Returns the move that a player makes with this random number.

    Args:
        weights: how often the player makes each move.
        number: a number from 0 (inclusive) to 1 (exclusive).

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
