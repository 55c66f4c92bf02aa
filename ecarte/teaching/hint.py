"""A hint for the seat to act, from its view alone: the best move, its value, and what the book does.

Hints and reviews judge in the same way (`ecarte.teaching.judging`), so no review calls the hinted move an error. The
caller decides where a hint is fair.
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
    """What a player is advised to do, and why.

    Attributes:
        move: the best move.
        chance: the chance to win the game after it.
        other: the next best move, or None if the values show no difference.
        other_chance: the chance to win the game after `other`; equal to `chance` if `other` is None.
        book: what the book does, or None if it is silent.
        king: whether to announce the king first.
    """

    move: Move
    chance: float
    other: Move | None
    other_chance: float
    book: BookAdvice | None
    king: bool = False


def hint(view: PlayerView, seeded: Seeded) -> Hint | None:
    """Returns the best move for the seat of a view. None if the seat has no choice that can be valued
    (`can_be_valued`).

    Args:
        view: the view of the seat to act.
        seeded: makes a random generator from a seed.
    """
    if not can_be_valued(view):
        return None
    estimates = estimate(view, seeded)
    if view.public.phase is Phase.PLAY:
        values, other = _card(view, estimates, seeded)
    else:
        values, other = estimates, _next_best(estimates)
    best, value = values.best, values.values[values.best]
    announces = is_time_to_announce(knowledge_of(view), playing=isinstance(best, Play))
    king = AnnounceKing() in view.legal_moves and announces
    return Hint(best, value, other, value if other is None else values.values[other], book_advice(view), king)


def _card(view: PlayerView, estimates: MoveValues, seeded: Seeded) -> tuple[MoveValues, Move | None]:
    """Returns the values of the best card and of the next best one, and the next best card. That card is None if
    playouts show no difference.
    """
    for other in estimates.values:
        if estimates.cost(other) >= TELLING:
            values = compare(view, estimates, other, seeded)
            worse = other if values.best == estimates.best else estimates.best
            if values.cost(worse) >= TELLING:
                return values, worse
    return estimates, None


def _next_best(estimates: MoveValues) -> Move | None:
    """Returns the best of the moves that cost something: if possible one of another kind, such as proposing where the
    best move is a card. None if no move costs anything.
    """
    costly = [move for move in estimates.values if estimates.cost(move)]
    return next((move for move in costly if type(move) is not type(estimates.best)), costly[0] if costly else None)
