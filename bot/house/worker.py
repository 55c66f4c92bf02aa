"""One decision of the house: asks its player and checks the answer. Pure.

If the player fails, the first lawful move is made. Only the kind of the failure is passed on, since an error's text may
name cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.ai import Player, chosen_move
from ecarte.game import Move, PlayerView


@dataclass(frozen=True, slots=True)
class Thought:
    """The outcome of a decision.

    Attributes:
        move: the move. None if there is none.
        fault: the fault of the player, if any. Names no card.
    """

    move: Move | None
    fault: str | None = None


def decide(player: Player, view: PlayerView, number: float) -> Thought:
    """Returns the house's decision in this position.

    Args:
        number: random, from 0 to 1 (exclusive).
    """
    moves = view.legal_moves
    if not moves:
        return Thought(None)
    its_turn = view.public.turn is view.seat
    try:
        weights = player(view)
        if not weights and not its_turn:
            return Thought(None)
        move = chosen_move(weights, number)
    except Exception as error:
        return _first_move(view, its_turn, type(error).__name__)
    return Thought(move) if move in moves else _first_move(view, its_turn, "an unlawful move")


def _first_move(view: PlayerView, its_turn: bool, fault: str) -> Thought:
    return Thought(view.legal_moves[0] if its_turn else None, fault)
