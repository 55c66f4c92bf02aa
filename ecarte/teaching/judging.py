"""How hints and reviews judge a view: by the same values, from chance that follows from the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ecarte.ai import TELLING, MoveValues, move_values, played_values
from ecarte.fair import Chance
from ecarte.game import Move, Phase, Play, PlayerView

Seeded: TypeAlias = Callable[[str], Chance]
"""Chance from a seed, the same for the same seed, as `random.Random`."""

__all__ = ["TELLING", "Seeded", "compare", "estimate"]


def estimate(view: PlayerView, seeded: Seeded, judged: Move | None = None, *, all_deals: bool = False) -> MoveValues:
    """The values of the moves of a view. Arguments and errors: as `move_values`."""
    return move_values(view, seeded(_seed(view)), judged, all_deals=all_deals)


def compare(view: PlayerView, told: MoveValues, other: Move, seeded: Seeded, *, all_deals: bool = False) -> MoveValues:
    """The values by which the best move and another are compared: cards played out, else the estimates told."""
    best = told.best
    if view.public.phase is not Phase.PLAY or not isinstance(best, Play) or not isinstance(other, Play):
        return told
    return played_values(view, (best.card, other.card), seeded(_seed(view)), all_deals=all_deals)


def _seed(view: PlayerView) -> str:
    """The seed of a view: its deal, but not the score, which an announced king changes between a hint and its card."""
    public = view.public
    hand = " ".join("-" if card is None else str(card) for card in view.places)
    played = " ".join(f"{trick.lead}{trick.reply or ''}" for trick in public.tricks)
    return f"{public.number} {public.phase.value} {public.turn_up} {public.rounds} {public.proposals} {hand} / {played}"
