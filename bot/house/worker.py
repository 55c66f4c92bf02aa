"""Makes one decision of the house: asks the computer player for a move, and checks that the move is lawful. Pure.

If the computer player fails on its turn, the decision is the first lawful move. Only the kind of the failure is
returned, since the text of an error may name cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.ai import Player, chosen_move
from ecarte.game import Move, PlayerView


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of a decision of the house.

    Attributes:
        move: the move. None if the house has nothing to decide.
        fault: how the computer player has failed, in words that name no card. None if it has not failed.
    """

    move: Move | None
    fault: str | None = None


def decide(player: Player, view: PlayerView, number: float) -> Thought:
    """Returns the move of a computer player in a position.

    Args:
        number: a random number, at least 0 and less than 1. If the player would choose between several moves at random,
            this number decides.
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
