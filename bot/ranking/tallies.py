"""Figures of a member's or a server's games, for profiles and reports. Knows no database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.rows.game_results import GameResult


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game with a winner, from the view of one player. `how` is in the words of the caller."""

    won: bool
    how: str
    deals: int


@dataclass(frozen=True, slots=True)
class Favourite:
    """An opponent, with the numbers of games `played` and `won` against them."""

    user_id: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A person's figures in a server, from games with a winner. Games against the house count only in `house`.

    Attributes:
        streak: the number of games won in a row up to now. Below zero: lost in a row.
        best_streak: the most games ever won in a row.
        favourite: the most frequent opponent; of equals, the one met last.
        last: the last games, newest first, with those without a winner and those against the house.
        house: the games against each level of the house.
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
    """The sums over a person's advice in all `games` of a server in which they advised; see `AdviceGiven`."""

    games: int
    given: int
    followed: int
    made: int


@dataclass(frozen=True, slots=True)
class PeriodTotals:
    """The numbers of players, games, voles and kings in a server's games between members in a period."""

    members: int
    games: int
    voles: int
    kings: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The games that count of two people against each other in a server, from the view of the first.

    Attributes:
        streak: the number of games that the first has won in a row up to now. Below zero: the other has won them.
        last: the last games, newest first, with those without a winner.
    """

    user_id: int
    opponent_id: int
    played: int
    won: int
    streak: int
    last: tuple[GameResult, ...]


def streaks_of(outcomes: Iterable[bool]) -> tuple[int, int]:
    """Returns the streak at the end of some outcomes (below zero: lost in a row), and the longest streak of wins."""
    streak = best = 0
    for won in outcomes:
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
        best = max(best, streak)
    return streak, best
