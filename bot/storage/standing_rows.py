"""Standings as frozen values: leaderboards and profiles. Knows no database and no rule of the game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final, assert_never

from bot.storage.rows import GameResult

Z: Final = 1.959963984540054
"""How many standard deviations about the mean hold 95 % of a normal distribution."""


class Sort(Enum):
    """By what a leaderboard is ordered."""

    SHARE = "percentage"
    """The lower bound of the share won, so that few games say little (95 % confidence)."""
    WON = "won"
    PLAYED = "played"
    POINTS = "points"
    VOLES = "voles"
    KINGS = "kings"


class Period(Enum):
    """The games that a leaderboard counts: since when, in calendar terms of UTC."""

    ALL = "all"
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"

    def since(self, at: int) -> int:
        """When the period that holds a moment began, in epoch milliseconds; 0: it has no beginning."""
        day = datetime.fromtimestamp(at // 1000, UTC).replace(hour=0, minute=0, second=0)
        match self:
            case Period.ALL:
                return 0
            case Period.YEAR:
                begun = day.replace(month=1, day=1)
            case Period.MONTH:
                begun = day.replace(day=1)
            case Period.WEEK:
                begun = day - timedelta(days=day.weekday())
            case _:
                assert_never(self)
        return int(begun.timestamp()) * 1000


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


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended that someone has won, as one of its players sees it; `how` in the words of the caller."""

    won: bool
    how: str
    deals: int


@dataclass(frozen=True, slots=True)
class Favourite:
    """An opponent, with the games `played` against them and those `won`."""

    user_id: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A person's figures in a server, from games that have a winner; all zero without any.

    Games against the house count in `house` alone.

    Attributes:
        streak: the games won in a row up to now; below zero: lost in a row.
        best_streak: the most games ever won in a row.
        favourite: the opponent met most often, of equals the one met last.
        last: the last games, newest first, those without a winner and those against the house too.
        house: the games against the house, by the id under which it played.
    """

    user_id: int
    played: int
    won: int
    points: int
    voles: int
    kings: int
    deals: int
    streak: int
    best_streak: int
    favourite: Favourite | None
    last: tuple[GameResult, ...]
    house: tuple[Favourite, ...] = ()

    @property
    def share(self) -> float:
        """The games won of those played, from 0 to 1."""
        return self.won / self.played if self.played else 0.0


@dataclass(frozen=True, slots=True)
class PeriodTotals:
    """What was played between members of a server in a period."""

    members: int
    games: int
    voles: int
    kings: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The games of two people against each other in a server, from the side of the first; those that count.

    Attributes:
        streak: how many of them the first has won in a row up to now; below zero: the other.
        last: the last games, newest first, those without a winner too.
    """

    user_id: int
    opponent_id: int
    played: int
    won: int
    streak: int
    last: tuple[GameResult, ...]
