"""A hint for the seat to act, from its view alone: the best move, its value, and what the book says.

The estimates are those of the review (`ecarte.ai.move_values`). The caller decides where a hint is fair.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.ai import MoveValues, can_be_valued, is_time_to_announce, knowledge_of, move_values
from ecarte.fair import Chance
from ecarte.game import AnnounceKing, Move, Play, PlayerView
from ecarte.teaching.book_advice import BookAdvice, book_advice


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do. `king`: mark it first. `other`: the next best move, None where the values tell no difference.

    `chance` and `other_chance`: to win the game after the one and the other.
    """

    move: Move
    chance: float
    other: Move | None
    other_chance: float
    book: BookAdvice
    king: bool = False


def hint(view: PlayerView, chance: Chance) -> Hint | None:
    """The hint for a decision; None where there is nothing to choose (`can_be_valued`)."""
    if not can_be_valued(view):
        return None
    moves, knowledge = move_values(view, chance), knowledge_of(view)
    best, value = moves.best, moves.values[moves.best]
    other = _next_best(moves)
    king = AnnounceKing() in view.legal_moves and is_time_to_announce(knowledge, playing=isinstance(best, Play))
    return Hint(best, value, other, value if other is None else moves.values[other], book_advice(view), king)


def _next_best(moves: MoveValues) -> Move | None:
    """The best move that costs something; one of another kind, where playing or proposing is the question."""
    costly = [move for move in moves.values if moves.cost(move)]
    return next((move for move in costly if type(move) is not type(moves.best)), costly[0] if costly else None)
