"""The lines of the leaderboards, and the places of members on them. This module knows no database."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

Z: Final = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations of its mean."""


LEAST_BETS: Final = 10
"""A member needs this many games with a bet to get a place on the board of bets."""


LEAST_ADVICE: Final = 20
"""A member needs this many reviewed decisions with advice to get a place on the board of advice."""


def least_share(won: Any, played: Any, root: Callable[[Any], Any] = math.sqrt) -> Any:
    """Returns the lower end of the 95 % confidence interval of a chance to win, from the games won and played.

    This is the score interval: E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927), 209-212.

    Args:
        won: the number of games won, or a column of a database with this number.
        played: the number of games played, at least one, or a column with this number.
        root: computes a square root of numbers or of columns, as `won` and `played` require.
    """
    square = Z * Z
    # 4.0 makes databases compute in floats. This order of operations gives exactly 0 for no game won.
    return (2 * won + square - Z * root(square + 4.0 * won * (played - won) / played)) / (2 * (played + square))


class Sort(Enum):
    """The figure by which a leaderboard is ordered."""

    SHARE = "percentage"
    """Orders by the lower bound of the chance to win (`least_share`), so that a few games, all won, give no high
    place."""
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
        """The number of games won, divided by the number of games played."""
        return self.won / self.played if self.played else 0.0


class GalerieSort(Enum):
    """The figure by which a board of the galerie is ordered."""

    BETS = "bets"
    """Orders by the chips that came back for each chip bet."""
    ADVICE = "advice"
    """Orders by the share of a member's reviewed advice to which no move was better."""


@dataclass(frozen=True, slots=True)
class GalerieLine:
    """A line on a board of the galerie: the bets or the advice of one member.

    Attributes:
        place: the place, which equal members share; None if the member has too few bets or too little advice.
        share: the chips that came back for each chip bet; on the board of advice, the share of the reviewed advice that
            was best, from 0 to 1.
        total: the number of chips bet, or of reviewed decisions with advice.
        games: the number of games in which the member bet or advised.
        counted: the number that decides whether the member gets a place: the games with a bet (`LEAST_BETS`), or the
            decisions with advice (`LEAST_ADVICE`).
    """

    place: int | None
    user_id: int
    share: float
    total: int
    games: int
    counted: int


def places(keys: Sequence[float], start: int, place: Callable[[float], int]) -> list[int]:
    """Returns the places of the lines on one page of a board. Equal lines share a place (1, 2, 2, 4).

    Args:
        keys: the figures of the lines, in the order of the page.
        start: the number of lines before the page.
        place: returns the place of a line with this figure on the whole board.
    """
    ranks: list[int] = []
    for number, key in enumerate(keys):
        if number and key == keys[number - 1]:
            ranks.append(ranks[-1])
        else:
            ranks.append(start + number + 1 if number else place(key))
    return ranks
