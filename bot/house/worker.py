"""A decision of the house: its player is asked, and what he answers is looked at before anybody acts on it.

Pure. A player that fails must not hold a table up: then the first lawful move is made. What is told of the failure is
its kind and nothing else, for an error's own words may name cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.ai import Player, chosen_move
from ecarte.game import Move, PlayerView

__all__ = ["Thought", "decided"]


@dataclass(frozen=True, slots=True)
class Thought:
    """What the house has come to.

    Attributes:
        move: what it does; None: nothing, it waits.
        fault: what was wrong with its player, if anything was; no card is in it.
    """

    move: Move | None
    fault: str | None = None


def decided(player: Player, view: PlayerView, number: float) -> Thought:
    """What the house does in this position.

    Args:
        number: chance, from 0 to 1 (1 left out).
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
        return _first(view, its_turn, type(error).__name__)
    return Thought(move) if move in moves else _first(view, its_turn, "an unlawful move")


def _first(view: PlayerView, its_turn: bool, fault: str) -> Thought:
    return Thought(view.legal_moves[0] if its_turn else None, fault)
