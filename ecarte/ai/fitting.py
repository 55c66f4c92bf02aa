"""Rates the levels of the house in Elo points, and finds the level that fits a person's results."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Final

from ecarte.ai.players import Level

_EASE: Final = {level: log((share := level.definition.beginner_wins) / (1 - share)) for level in Level}
"""How easily the model of a beginner beats each level: the logit of `Definition.beginner_wins`. It is 0 if the beginner
wins half of the games.
"""
_NEW: Final = -_EASE[Level.NOVICE]
"""The strength of a person without games: that of the novice. It is a logit; the model of a beginner has 0."""
_SPREAD: Final = 0.7
"""The standard deviation of the strength of newcomers, as a logit. The prior of the ratings, which is for members who
play on, has half of it.

Half of it would be too little here: after ten games, a newcomer who plays at random would meet the starter in three of
ten cases only. With 0.7 it is six of ten, and in nine of ten the level is at most one step away from the starter.
"""
_STEPS: Final = 20


def house_marks(beginner: int = 1500) -> dict[Level, int]:
    """Returns the rating of each level in Elo points.

    Args:
        beginner: the rating that the model of a beginner has (`Definition.beginner_wins`).
    """
    return {level: round(beginner - 400 * ease / log(10)) for level, ease in _EASE.items()}


def fitting_level(record: Mapping[Level, tuple[int, int]]) -> Level:
    """Returns the level against which a person with these results wins about half of the games.

    A person without games gets the novice. The person's strength is the most likely one in the model of Bradley and
    Terry with a normal prior, found by Newton's method.

    Args:
        record: for each level, how many games the person won and played against it. Levels without games may be left
            out.

    Raises:
        ValueError: a number of games won is negative or above the number played.
    """
    for won, played in record.values():
        if not 0 <= won <= played:
            raise ValueError(f"{won} games won of {played}")
    strength = _NEW
    for _ in range(_STEPS):
        slope, curvature = (_NEW - strength) / _SPREAD**2, 1 / _SPREAD**2
        for level, (won, played) in record.items():
            chance = 1 / (1 + exp(-strength - _EASE[level]))
            slope += won - played * chance
            curvature += played * chance * (1 - chance)
        strength += slope / curvature
    return min(Level, key=lambda level: abs(strength + _EASE[level]))
