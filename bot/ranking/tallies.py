"""Figures about the games of a member or a server, for profiles and reports. This module knows no database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.rows.game_results import GameResult


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game with a winner ended, from the view of one player. `how` is the stored text, such as "resigned"."""

    won: bool
    how: str
    deals: int


@dataclass(frozen=True, slots=True)
class Favourite:
    """An opponent of a person, and the numbers of games that the person has `played` and `won` against them."""

    user_id: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A person's figures in a server, from games with a winner. Games against the house count only in `house`.

    Attributes:
        streak: the number of games that the person has won in a row up to now. Below zero: the games lost in a row.
        best_streak: the most games that the person ever won in a row.
        favourite: the most frequent opponent. Of equally frequent opponents, the one whom the person met last.
        last: the last games, newest first, including those without a winner and those against the house.
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
        """The number of games won, divided by the number of games played."""
        return self.won / self.played if self.played else 0.0


@dataclass(frozen=True, slots=True)
class AdviceTotals:
    """A person's advice as a backer, added up over all games of a server in which they advised.

    Attributes:
        games: the number of these games.
        given, followed, made: the sums of the numbers of the same names in `AdviceGiven`.
    """

    games: int
    given: int
    followed: int
    made: int


@dataclass(frozen=True, slots=True)
class PeriodTotals:
    """A server's totals over the games between its members in a period: how many players, games, voles and kings."""

    members: int
    games: int
    voles: int
    kings: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Figures about the games of two people against each other in a server, from the view of the first person.

    Only games that count are included, except in `last`.

    Attributes:
        streak: the number of games that the first has won in a row up to now. Below zero: the games lost in a row.
        last: the last games of the two, newest first, including those without a winner.
    """

    user_id: int
    opponent_id: int
    played: int
    won: int
    streak: int
    last: tuple[GameResult, ...]


def streaks_of(outcomes: Iterable[bool]) -> tuple[int, int]:
    """Returns a player's streak at the end of some games, and their longest streak of wins.

    The first number counts games won in a row. Below zero, it counts games lost in a row.

    Args:
        outcomes: whether the player won each game, oldest first.
    """
    streak = best = 0
    for won in outcomes:
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
        best = max(best, streak)
    return streak, best
