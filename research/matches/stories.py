"""Measures how many games it takes to tell two players apart, if results count as they are, or without what the cards
were worth: `python -m research story`.

Two players of the house play games, and `ecarte.teaching.story` splits each result into the parts of cards and errors.
A result less the cards has the same mean as the result, and spreads less, so fewer games show how two players compare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil, fsum, sqrt
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple, TextIO

from ecarte.ai import Level, player_of
from ecarte.ai.players import MixedLevel
from ecarte.game import Seat
from ecarte.teaching import Ledger, story
from ecarte.teaching.story import UNIT
from research.figures import played
from research.house_games import log_of_a_game
from research.parallel import spread

DIFFERENCE: Final = 0.02
"""How far from even two players are who should be told apart: 52 games won of 100."""
_QUANTILES: Final = 1.959964 + 0.841621
"""The sum of two quantiles of the normal distribution: one for a test with 5 errors in 100, both sides together; one
for finding 80 of 100 differences.
"""
WAYS: Final = ("the result", "less the cards dealt", "less the cards dealt and drawn", "the errors alone")


class Spread(NamedTuple):
    """What one way of counting gives: the number of games, the first player's mean result, and the standard
    deviation.
    """

    games: int
    mean: float
    deviation: float

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.games)

    @property
    def needed(self) -> int:
        """How many games it takes to tell players apart who differ by `DIFFERENCE`."""
        return ceil((_QUANTILES * self.deviation / DIFFERENCE) ** 2)


class Told(NamedTuple):
    """What one game gave: the parts of the first player's result, or None without a story, and the processor time of
    the story in seconds.
    """

    ledger: Ledger | None
    seconds: float


def tell_games(
    first: Level | MixedLevel, second: Level | MixedLevel, *, games: int, seed: int, cores: int, progress: TextIO
) -> tuple[dict[str, Spread], float]:
    """Plays `games` games. Returns the figures of each way of counting, and the mean processor time of a story in
    seconds.

    Args:
        first, second: the levels of the players.
        games: the number of games.
        seed: the seed of the games.
        cores: the number of processes.
        progress: receives a line for every hundred games.
    """
    ledgers, seconds = [], 0.0
    with spread(partial(_told, first, second, seed), games, min(cores, games)) as results:
        for done, told in enumerate(results, 1):
            seconds += told.seconds
            if told.ledger is not None:
                ledgers.append(told.ledger)
            if done % 100 == 0:
                print(f"{done} of {games} games", file=progress, flush=True)
    return spreads(ledgers), seconds / games


def spreads(ledgers: Sequence[Ledger]) -> dict[str, Spread]:
    """Returns the figures of each way of counting.

    Args:
        ledgers: the parts of the first player's result in each game, of two games or more.
    """
    columns = zip(*map(_counted, ledgers), strict=True)
    return {way: _spread(values) for way, values in zip(WAYS, columns, strict=True)}


def stored_spreads() -> dict[str, Spread]:
    """Returns the figures of each way of counting that `played.json` has."""
    stored = played.load().get("story", {})
    return {way: Spread(*stored[way]) for way in WAYS if way in stored}


def story_lines(
    first: Level | MixedLevel,
    second: Level | MixedLevel,
    *,
    games: int,
    seed: int,
    cores: int,
    progress: TextIO,
    store: bool,
) -> Iterator[str]:
    """Yields the lines that `python -m research story` prints."""
    told, seconds = tell_games(first, second, games=games, seed=seed, cores=cores, progress=progress)
    if store:
        played.save(
            "story", {way: [row.games, round(row.mean, 6), round(row.deviation, 6)] for way, row in told.items()}
        )
    yield f"{first} against {second}, {told[WAYS[0]].games:,} games with a story of {games:,}, seed {seed}"
    yield f"{'':32}{'mean':>7}{'error':>8}{'deviation':>11}{'variance':>10}{'games for 52 %':>16}"
    for way, row in told.items():
        yield f"{way:32}{row.mean:7.4f}{row.error:8.4f}{row.deviation:11.4f}{kept(told, way):10.1%}{row.needed:16,}"
    yield f"processor time of a story: {seconds:.3f} s"


def kept(told: Mapping[str, Spread], way: str) -> float:
    """Returns how much of the variance of the results a way of counting keeps, from 0 to 1."""
    return (told[way].deviation / told[WAYS[0]].deviation) ** 2


def _counted(ledger: Ledger) -> tuple[float, ...]:
    result = ledger.result
    counted = (result, result - ledger.dealt, result - ledger.cards, UNIT / 2 + ledger.own + ledger.theirs)
    return tuple(value / UNIT for value in counted)


def _spread(values: Any) -> Spread:
    number = len(values)
    mean = fsum(values) / number
    return Spread(number, mean, sqrt(fsum((value - mean) ** 2 for value in values) / (number - 1)))


def _told(first: Level | MixedLevel, second: Level | MixedLevel, seed: int, number: int) -> Told:
    """Plays one game and tells its story. The players change seats from game to game, as South deals first."""
    seat = tuple(Seat)[number % 2]
    players = player_of(first), player_of(second)
    log = log_of_a_game(players if seat is Seat.NORTH else players[::-1], Random(f"story {seed} game {number}"))
    began = process_time()
    told = story(log, Random)
    return Told(None if told is None else told.ledger(seat), process_time() - began)
