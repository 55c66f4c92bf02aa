"""A hint for the seat to act, from what it may see alone: what is best, how much it is worth, and what the book says.

The same estimates as in the review of a game (`ecarte.ai.move_values`). Where a hint is fair is not for here to say.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.ai import MoveValues, can_be_valued, is_time_to_announce, knowledge_of, move_values
from ecarte.fair import Chance
from ecarte.game import AnnounceKing, Move, Play, PlayerView
from ecarte.teaching.book_advice import BookSays, book_says

__all__ = ["Hint", "hint"]


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do. `king`: mark it first. `other`: the next best, None where nothing else is told apart from the best.

    `chance` and `other_chance`: to win the game, after the one and the other.
    """

    move: Move
    chance: float
    other: Move | None
    other_chance: float
    book: BookSays
    king: bool = False


def hint(view: PlayerView, chance: Chance) -> Hint | None:
    """The hint for a decision; None where there is nothing to choose (`can_be_valued`)."""
    if not can_be_valued(view):
        return None
    told, knowledge = move_values(view, chance), knowledge_of(view)
    best, worth = told.best, told.values[told.best]
    other = _next_best(told)
    king = AnnounceKing() in view.legal_moves and is_time_to_announce(knowledge, playing=isinstance(best, Play))
    return Hint(best, worth, other, worth if other is None else told.values[other], book_says(view), king)


def _next_best(told: MoveValues) -> Move | None:
    """The best of what costs something; another kind of move, where playing or proposing is the question."""
    costs = [move for move in told.values if told.cost(move)]
    return next((move for move in costs if type(move) is not type(told.best)), costs[0] if costs else None)
