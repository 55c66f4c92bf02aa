"""How strong the levels of the house are: as numbers beside ratings, and which one fits a person."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Final

from ecarte.ai.players import Level

_EASE: Final = {level: log((share := level.definition.beginner_wins) / (1 - share)) for level in Level}
"""How far the beginner of `Definition.beginner_wins` is ahead of each level, as a logit."""
_NEW: Final = -_EASE[Level.NOVICE]
"""The strength (logit, beside that beginner's) of a person of whom nothing is known: even with the novice."""
_SPREAD: Final = 0.7
"""How far newcomers differ in strength: twice as far as the members of a server who play on (the prior of the ratings).

With a spread of .35 a newcomer who plays at random meets the starter after ten games in three of ten cases, with .7 in
six of ten, and in nine of ten a level beside it at most.
"""
_STEPS: Final = 20


def house_marks(beginner: int = 1500) -> dict[Level, int]:
    """Returns the rating of each level, in points of Elo.

    Args:
        beginner: the rating of the model of a beginner (`Definition.beginner_wins`).
    """
    return {level: round(beginner - 400 * ease / log(10)) for level, ease in _EASE.items()}


def fitting_level(record: Mapping[Level, tuple[int, int]]) -> Level:
    """Returns the level at which a person with this record wins about every second game; the novice for none.

    The strength is the likeliest one (Bradley and Terry's model, a normal prior), found by Newton's method.

    Args:
        record: the games won and those played, by level; levels never met may be left out.

    Raises:
        ValueError: more games won than played, or fewer than none.
    """
    for won, played in record.values():
        if not 0 <= won <= played:
            raise ValueError(f"{won} games won of {played}")
    strength = _NEW
    for _ in range(_STEPS):
        slope, bend = (_NEW - strength) / _SPREAD**2, 1 / _SPREAD**2
        for level, (won, played) in record.items():
            chance = 1 / (1 + exp(-strength - _EASE[level]))
            slope += won - played * chance
            bend += played * chance * (1 - chance)
        strength += slope / bend
    return min(Level, key=lambda level: abs(strength + _EASE[level]))
