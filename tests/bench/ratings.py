"""Measures how far ratings are from the truth: `python -m tests.bench.ratings [--repeats N] [--seed N]`.

Forty players of known strength meet at random. After a number of games each, the chance that a method gives a player to
beat the average one is held against the true chance. The table of docs/adr/0018-ratings.md is made by it.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final, Protocol

from openskill.models import BradleyTerryFull

from bot.ranking.board_lines import Z
from bot.ranking.rating_model import Rating, moved

_PLAYERS: Final = 40
_AFTER: Final = (10, 30, 100, 300)


class Method(Protocol):
    """A way to rate players, by their numbers from 0."""

    def game(self, winner: int, loser: int) -> None:
        """Takes the result of a game in."""

    def chance(self, player: int) -> float:
        """The chance to beat the average player, from 0 to 1."""

    def holds(self, player: int, truth: float) -> bool | None:
        """Whether the 95 % interval holds the true strength in logits; None if the method has no interval."""


class Half:
    """Says 50 % of everybody."""

    def game(self, winner: int, loser: int) -> None:
        """Does nothing."""

    def chance(self, player: int) -> float:
        """A half."""
        return 0.5

    def holds(self, player: int, truth: float) -> bool | None:
        """There is no interval."""
        return None


class Elo(Half):
    """Elo's rating with a constant K."""

    def __init__(self, k: float) -> None:
        self._k = k
        self._ratings = [0.0] * _PLAYERS

    def game(self, winner: int, loser: int) -> None:
        """Moves both by K times the surprise."""
        move = self._k * (1 - _logistic(self._ratings[winner] - self._ratings[loser]))
        self._ratings[winner] += move
        self._ratings[loser] -= move

    def chance(self, player: int) -> float:
        """By Elo's curve."""
        return _logistic(self._ratings[player] - fmean(self._ratings))


class Installed(Half):
    """OpenSkill's Bradley-Terry model with the parameters that it comes with."""

    def __init__(self) -> None:
        self._model = BradleyTerryFull()
        self._ratings = [self._model.rating() for _ in range(_PLAYERS)]

    def game(self, winner: int, loser: int) -> None:
        """As the model does."""
        two = [[self._ratings[winner]], [self._ratings[loser]]]
        (self._ratings[winner],), (self._ratings[loser],) = self._model.rate(two)

    def chance(self, player: int) -> float:
        """As the model predicts it."""
        average = self._model.rating(fmean(one.mu for one in self._ratings), self._ratings[player].sigma)
        return self._model.predict_win([[self._ratings[player]], [average]])[0]


class Ours(Half):
    """The ratings of the bot."""

    def __init__(self) -> None:
        self._ratings = [Rating()] * _PLAYERS

    def game(self, winner: int, loser: int) -> None:
        """As the storage does."""
        self._ratings[winner], self._ratings[loser] = moved(self._ratings[winner], self._ratings[loser])

    def chance(self, player: int) -> float:
        """As the bot tells it after a game."""
        return self._ratings[player].chance_against(Rating(round(fmean(one.rating for one in self._ratings))))

    def holds(self, player: int, truth: float) -> bool | None:
        """By the interval that the bot shows, about the average."""
        point = math.log(10) / 400_000
        mean = fmean(one.rating for one in self._ratings)
        rating = self._ratings[player]
        return abs((rating.rating - mean) * point - truth) <= Z * rating.deviation * point


METHODS: Final[dict[str, Callable[[], Method]]] = {
    "50 % of everybody": Half,
    "Elo, K 32": lambda: Elo(32),
    "Elo, K 4": lambda: Elo(4),
    "OpenSkill as installed": Installed,
    "ours": Ours,
}


def measure(make: Callable[[], Method], spread: float, repeats: int, seed: int) -> tuple[list[float], float | None]:
    """The mean error in points of per cent after each number of games, and how often the interval holds at the end.

    Args:
        spread: the standard deviation of the players' strengths, in logits.
    """
    errors: dict[int, list[float]] = {after: [] for after in _AFTER}
    held: list[bool] = []
    for repeat in range(repeats):
        chance = random.Random(f"{seed} {repeat}")
        strengths = [chance.gauss(0, spread) for _ in range(_PLAYERS)]
        average = fmean(strengths)
        method, games = make(), 0
        for after in _AFTER:
            while games < after * _PLAYERS // 2:
                one, other = chance.sample(range(_PLAYERS), 2)
                won = chance.random() < _sigmoid(strengths[one] - strengths[other])
                method.game(*((one, other) if won else (other, one)))
                games += 1
            errors[after] += [
                100 * abs(method.chance(player) - _sigmoid(strengths[player] - average)) for player in range(_PLAYERS)
            ]
        held += [
            holds
            for player in range(_PLAYERS)
            if (holds := method.holds(player, strengths[player] - average)) is not None
        ]
    return [fmean(errors[after]) for after in _AFTER], fmean(held) if held else None


def _sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def _logistic(points: float) -> float:
    return 1 / (1 + math.pow(10, -points / 400))


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a table for two spreads of strength."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=24, metavar="N", help="rooms of forty players")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same table")
    options = parser.parse_args(arguments)
    for spread in (0.2, 0.35):
        best = 100 * _sigmoid(2.16 * spread)
        print(f"\nspread {spread} logit: the best of forty beats the average in {best:.0f} %; {options.repeats} rooms")
        print("| method | " + " | ".join(f"{after} games" for after in _AFTER) + " | 95 % interval holds |")
        print("| --- " * (len(_AFTER) + 2) + "|")
        for name, make in METHODS.items():
            errors, held = measure(make, spread, options.repeats, options.seed)
            shown = "" if held is None else f"{100 * held:.0f} %"
            print(f"| {name} | " + " | ".join(f"{error:.1f}" for error in errors) + f" | {shown} |")


if __name__ == "__main__":
    main()
