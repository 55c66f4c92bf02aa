"""How hints and reviews judge a view: by the same values, from chance that follows from the view."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

from ecarte.ai import MoveValues, move_values, played_values
from ecarte.fair import Chance
from ecarte.game import Move, Phase, Play, PlayerView

Seeded: TypeAlias = Callable[[str], Chance]
"""Chance from a seed, the same for the same seed, as `random.Random`."""

TELLING: Final = 0.01
"""The least cost of a move, as a chance to win the game, that a player is told."""


def estimate(view: PlayerView, seeded: Seeded, also: Collection[Move] = ()) -> MoveValues:
    """The values of the moves of a view. Raises as `move_values`."""
    return move_values(view, seeded(_seed(view)), also)


def compare(view: PlayerView, told: MoveValues, other: Move, seeded: Seeded) -> MoveValues:
    """The values by which the best move and another are compared: cards played out, else the estimates told."""
    best = told.best
    if view.public.phase is not Phase.PLAY or not isinstance(best, Play) or not isinstance(other, Play):
        return told
    return played_values(view, (best.card, other.card), seeded(_seed(view)))


def _seed(view: PlayerView) -> str:
    """The seed of a view: its deal, but not the score, which an announced king changes between a hint and its card."""
    public = view.public
    hand = " ".join("-" if card is None else str(card) for card in view.places)
    played = " ".join(f"{trick.lead}{trick.reply or ''}" for trick in public.tricks)
    return f"{public.number} {public.phase.value} {public.turn_up} {public.rounds} {public.proposals} {hand} / {played}"
