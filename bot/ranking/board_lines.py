"""The lines of the boards, and who has which place. Knows no database."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

Z: Final = 1.959963984540054
"""How many standard deviations about the mean hold 95 % of a normal distribution."""


LEAST_BETS: Final = 10
"""Fewest games with a bet for a place."""


LEAST_ADVICE: Final = 20
"""Fewest decisions with advice that were looked at for a place."""


def least_share(won: Any, played: Any, root: Callable[[Any], Any] = math.sqrt) -> Any:
    """The least share of games won that fits the games played, with 95 % confidence.

    The lower end of the score interval: E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927), 209-212.

    Args:
        won, played: numbers, or columns of a database.
        root: takes a square root of the same kind.
    """
    square = Z * Z
    # 4.0, so that all is reckoned in floats; in this order of operations no game won gives exactly 0.
    return (2 * won + square - Z * root(square + 4.0 * won * (played - won) / played)) / (2 * (played + square))


class Sort(Enum):
    """By what a leaderboard is ordered."""

    SHARE = "percentage"
    """The lower bound of the share won, so that few games say little (95 % confidence)."""
    WON = "won"
    PLAYED = "played"
    POINTS = "points"
    VOLES = "voles"
    KINGS = "kings"


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard.

    Attributes:
        place: shared by those who are equal in what the board is ordered by; None: too few games for a place.
    """

    place: int | None
    user_id: int
    won: int
    played: int
    points: int
    voles: int
    kings: int

    @property
    def share(self) -> float:
        """The games won of those played, from 0 to 1."""
        return self.won / self.played if self.played else 0.0


class GalerieSort(Enum):
    """By what a board of the galerie is ordered."""

    BETS = "bets"
    """The chips that came back for each chip bet."""
    ADVICE = "advice"
    """The share of the advice than which nothing was better."""


@dataclass(frozen=True, slots=True)
class GalerieLine:
    """A line on a board of the galerie.

    Attributes:
        place: shared by those who are equal; None: too few bets, or too little advice, for a place.
        share: the chips that came back for each chip bet; or of the advice the share that was the best, 0 to 1.
        total: the chips bet, or the decisions at which advice was given.
        games: how many games these are of.
        counted: the count that must reach the minimum for a place.
    """

    place: int | None
    user_id: int
    share: float
    total: int
    games: int
    counted: int


def places(keys: Sequence[float], start: int, place: Callable[[float], int]) -> list[int]:
    """The places of a page of lines: those who are equal share one (1, 2, 2, 4).

    Args:
        keys: what the lines are ordered by.
        start: how many lines come before the page.
        place: gives the place of a key.
    """
    ranks: list[int] = []
    for number, key in enumerate(keys):
        if number and key == keys[number - 1]:
            ranks.append(ranks[-1])
        else:
            ranks.append(start + number + 1 if number else place(key))
    return ranks
