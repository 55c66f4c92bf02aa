"""A hint for the seat to act, from its view alone: the best move, its value, and what the book says.

It judges as the review does (`ecarte.teaching.judging`): no review calls the move hinted an error. The caller decides
where a hint is fair.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.ai import MoveValues, can_be_valued, is_time_to_announce, knowledge_of
from ecarte.game import AnnounceKing, Move, Phase, Play, PlayerView
from ecarte.teaching.book_advice import book_advice
from ecarte.teaching.book_reasons import BookAdvice
from ecarte.teaching.judging import TELLING, Seeded, compare, estimate


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do. `king`: mark it first. `other`: the next best move, None where the values tell no difference.

    `chance` and `other_chance`: to win the game after the one and the other. `book`: what the book does; None: it is
    silent.
    """

    move: Move
    chance: float
    other: Move | None
    other_chance: float
    book: BookAdvice | None
    king: bool = False


def hint(view: PlayerView, seeded: Seeded) -> Hint | None:
    """The hint for a decision; None where there is nothing to choose (`can_be_valued`)."""
    if not can_be_valued(view):
        return None
    told = estimate(view, seeded)
    values, other = _card(view, told, seeded) if view.public.phase is Phase.PLAY else (told, _next_best(told))
    best, value = values.best, values.values[values.best]
    announces = is_time_to_announce(knowledge_of(view), playing=isinstance(best, Play))
    king = AnnounceKing() in view.legal_moves and announces
    return Hint(best, value, other, value if other is None else values.values[other], book_advice(view), king)


def _card(view: PlayerView, told: MoveValues, seeded: Seeded) -> tuple[MoveValues, Move | None]:
    """The values of the best card and the next best one, and the latter; None: no difference stands played out."""
    for other in told.values:
        if told.cost(other) >= TELLING:
            values = compare(view, told, other, seeded)
            worse = other if values.best == told.best else told.best
            if values.cost(worse) >= TELLING:
                return values, worse
    return told, None


def _next_best(told: MoveValues) -> Move | None:
    """The best move that costs something; one of another kind, where playing or proposing is the question."""
    costly = [move for move in told.values if told.cost(move)]
    return next((move for move in costly if type(move) is not type(told.best)), costly[0] if costly else None)
