"""The lines of the boards and their places. Knows no database."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

Z: Final = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations of its mean."""


LEAST_BETS: Final = 10
"""The fewest games with a bet for a place."""


LEAST_ADVICE: Final = 20
"""The fewest reviewed decisions with advice for a place."""


def least_share(won: Any, played: Any, root: Callable[[Any], Any] = math.sqrt) -> Any:
    """Returns the least share of games won that fits the games played, with 95 % confidence.

    It is the lower end of the score interval: E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927), 209-212.

    Args:
        won: the games won: a number, or a column of a database.
        played: the games played, of the same kind.
        root: the square root for values of this kind.
    """
    square = Z * Z
    # 4.0 makes databases compute in floats. This order of operations gives exactly 0 for no game won.
    return (2 * won + square - Z * root(square + 4.0 * won * (played - won) / played)) / (2 * (played + square))


class Sort(Enum):
    """The figure by which a leaderboard is ordered."""

    SHARE = "percentage"
    """The lower bound of the share won, with 95 % confidence, so that a few won games give no high place."""
    WON = "won"
    PLAYED = "played"
    POINTS = "points"
    VOLES = "voles"
    KINGS = "kings"


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard.

    Attributes:
        place: the place, which members with an equal figure share; None if the member has too few games.
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
    """The figure by which a board of the galerie is ordered."""

    BETS = "bets"
    """The chips that came back for each chip bet."""
    ADVICE = "advice"
    """The share of a member's advice than which no move was better."""


@dataclass(frozen=True, slots=True)
class GalerieLine:
    """A line on a board of the galerie.

    Attributes:
        place: the place, which equal members share; None if the member has too few bets or too little advice.
        share: the chips that came back for each chip bet, or the share of the advice that was the best, from 0 to 1.
        total: the chips bet, or the number of decisions with advice.
        games: the number of these games.
        counted: the number that must reach the minimum for a place.
    """

    place: int | None
    user_id: int
    share: float
    total: int
    games: int
    counted: int


def places(keys: Sequence[float], start: int, place: Callable[[float], int]) -> list[int]:
    """Returns the places of a page of lines. Equal lines share a place (1, 2, 2, 4).

    Args:
        keys: the figures by which the lines are ordered.
        start: the number of lines before the page.
        place: computes the place of a figure.
    """
    ranks: list[int] = []
    for number, key in enumerate(keys):
        if number and key == keys[number - 1]:
            ranks.append(ranks[-1])
        else:
            ranks.append(start + number + 1 if number else place(key))
    return ranks
