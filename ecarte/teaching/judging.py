"""How hints and reviews judge a view: by the same values, with random numbers that follow from the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ecarte.ai import TELLING, MoveValues, move_values, played_values
from ecarte.fair import Chance
from ecarte.game import Move, Phase, Play, PlayerView

Seeded: TypeAlias = Callable[[str], Chance]
"""Makes a random generator from a seed, the same one for the same seed, as `random.Random` does."""

__all__ = ["TELLING", "Seeded", "compare", "estimate"]


def estimate(view: PlayerView, seeded: Seeded, judged: Move | None = None, *, all_deals: bool = False) -> MoveValues:
    """Returns the values of the moves of a view. Arguments and errors are those of `move_values`."""
    return move_values(view, seeded(_seed(view)), judged, all_deals=all_deals)


def compare(
    view: PlayerView, estimates: MoveValues, other: Move, seeded: Seeded, *, all_deals: bool = False
) -> MoveValues:
    """Returns the values for comparing the best move with another one: by playouts for two cards, else the estimates.

    Args:
        estimates: the values of all moves.
        other: the other move.
    """
    best = estimates.best
    if view.public.phase is not Phase.PLAY or not isinstance(best, Play) or not isinstance(other, Play):
        return estimates
    return played_values(view, (best.card, other.card), seeded(_seed(view)), all_deals=all_deals)


def _seed(view: PlayerView) -> str:
    """Returns the seed of a view.

    It depends on the deal, but not on the score, which changes if a king is announced after a hint.
    """
    public = view.public
    hand = " ".join("-" if card is None else str(card) for card in view.places)
    played = " ".join(f"{trick.lead}{trick.reply or ''}" for trick in public.tricks)
    return f"{public.number} {public.phase.value} {public.turn_up} {public.rounds} {public.proposals} {hand} / {played}"
