"""What a player of the house is: from what his seat may see to how likely he is to make each lawful move.

A player is a pure function of a `PlayerView`: it has no memory and throws no dice, so the same view gets the same
answer, and what the seat cannot see cannot enter into it. He makes moves of the game only (he never claims, abandons,
resigns, or offers to stop), and only at a guided table, where `legal_moves` are the lawful ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from ecarte.game import Move, PlayerView

__all__ = ["Player", "Weights", "chosen_move", "one_of"]

Weights: TypeAlias = Mapping[Move, float]
"""How likely each move is: chances above 0 that sum to 1. Moves that are never made are left out."""

Player: TypeAlias = Callable[[PlayerView], Weights]
"""A player of the house. Asked where `legal_moves` is not empty; where it is, he has nothing to say: no move."""


def one_of(moves: Iterable[Move]) -> Weights:
    """Each of the moves as likely as any other."""
    made = list(moves)
    return {move: 1 / len(made) for move in made}


def chosen_move(weights: Weights, number: float) -> Move:
    """The move that a random number from 0 to 1 (1 left out) stands for. Raises `ValueError` if there is none."""
    if not weights:
        raise ValueError("there is no move to choose")
    *others, last = weights
    for move in others:
        number -= weights[move]
        if number < 0:
            return move
    return last
