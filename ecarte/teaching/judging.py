"""Values the moves of a view for hints and reviews. The random numbers follow from the view, so both judge alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ecarte.ai import TELLING, MoveValues, move_values, played_values
from ecarte.fair import Chance
from ecarte.game import Move, Phase, Play, PlayerView

UNIT: Final = 10_000
"""A whole game is this many parts. The chances of puzzles and the figures of stories are whole numbers of them."""
Seeded: TypeAlias = Callable[[str], Chance]
"""Makes a random generator from a seed, as `random.Random` does. The same seed gives the same numbers."""

__all__ = ["TELLING", "UNIT", "Seeded", "compare", "estimate"]


def estimate(view: PlayerView, seeded: Seeded, judged: Move | None = None, *, all_deals: bool = False) -> MoveValues:
    """Returns the chance to win the game after each move of a view, with random numbers that follow from the view.

    Args:
        view: the view of the seat to act.
        seeded: makes a random generator from a seed.
        judged: a move whose cost is wanted. The playouts may stop once its cost is certain.
        all_deals: never stop the playouts early.

    Raises:
        ValueError: the seat has no choice that can be valued.
    """
    return move_values(view, seeded(_seed(view)), judged, all_deals=all_deals)


def compare(
    view: PlayerView, estimates: MoveValues, other: Move, seeded: Seeded, *, all_deals: bool = False
) -> MoveValues:
    """Returns the values by which the best move is compared with another one. If both moves are cards, they are played
    out. Otherwise the result is `estimates`.

    Args:
        view: the view of the seat to act.
        estimates: the values of all moves.
        other: the other move.
        seeded: makes a random generator from a seed.
        all_deals: never stop the playouts early.
    """
    best = estimates.best
    if view.public.phase is not Phase.PLAY or not isinstance(best, Play) or not isinstance(other, Play):
        return estimates
    return played_values(view, (best.card, other.card), seeded(_seed(view)), all_deals=all_deals)


def _seed(view: PlayerView) -> str:
    """Returns a text that stands for a view, as the seed of its random numbers.

    It depends on the deal, but not on the score, which changes if a king is announced after a hint.
    """
    public = view.public
    hand = " ".join("-" if card is None else str(card) for card in view.places)
    played = " ".join(f"{trick.lead}{trick.reply or ''}" for trick in public.tricks)
    return f"{public.number} {public.phase.value} {public.turn_up} {public.rounds} {public.proposals} {hand} / {played}"
