"""What a member, or a server, has played: figures of profiles and reports. Knows no database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.rows.game_results import GameResult


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
class AdviceTotals:
    """The results of a person's advice in a server, over all `games` with any; see `AdviceGiven`."""

    games: int
    given: int
    followed: int
    made: int


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


def streaks_of(outcomes: Iterable[bool]) -> tuple[int, int]:
    """The streak at the end of a row of outcomes (below zero: lost in a row), and the most won in a row anywhere."""
    streak = best = 0
    for won in outcomes:
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
        best = max(best, streak)
    return streak, best
