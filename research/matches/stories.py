"""Measures how many games it takes to tell two players apart: `python -m research story`. A result counts as it is, or
less what the cards were worth.

Two players of the house play games, and `ecarte.teaching.story` splits each result into the parts of cards and errors.
A result less the cards has the same mean as the result, and spreads less, so fewer games show how two players compare.
`--model` checks the function by which a story values every position: by it, the cards must be worth nothing on average.
`--form` gives the scale of a member's form: what the errors of each level of the house cost.
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
from ecarte.teaching.story import UNIT, model_name
from research.figures import played
from research.house_games import log_of_a_game
from research.parallel import spread

DIFFERENCE: Final = 0.02
"""The difference that is to be detected: the better player wins this much more than half of the games (52 of 100)."""
_QUANTILES: Final = 1.959964 + 0.841621
"""The sum of two quantiles of the normal distribution: that of a two-sided test at the level of 5 %, and that of a
power of 80 %.
"""
_FARTHEST: Final = 4
"""The model is called biased if the mean worth of the cards is farther from 0 than this many standard errors."""
WAYS: Final = ("the result", "less the cards dealt", "less the cards dealt and drawn", "the errors alone")


class Spread(NamedTuple):
    """The results of many games, counted in one of `WAYS`.

    Attributes:
        games: the number of games.
        mean: the first player's mean result, as a share of a game.
        deviation: the standard deviation of a single result.
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
        """How many games it takes to detect `DIFFERENCE`, in a test at the level of 5 % with a power of 80 %."""
        return ceil((_QUANTILES * self.deviation / DIFFERENCE) ** 2)


class Told(NamedTuple):
    """The figures of one game from its story (`ecarte.teaching.story`).

    Attributes:
        ledger: the ledger of the first player, or None if the game has no story.
        players: for North and South, the cost of the player's errors in ten-thousandths of a game (`UNIT`), and the
            number of the player's decisions that mattered. Empty if the game has no story.
        seconds: the processor time that the story took.
    """

    ledger: Ledger | None
    players: tuple[tuple[int, int], ...]
    seconds: float


class BiasedModel(Exception):
    """By the function that values every position, the cards are worth something on average over many games."""


def tell_games(
    first: Level | MixedLevel, second: Level | MixedLevel, *, games: int, seed: int, cores: int, progress: TextIO
) -> tuple[dict[str, Spread], float]:
    """Plays `games` games. Returns the results by way of counting (`WAYS`), and the mean processor time of a story in
    seconds.

    Args:
        first, second: the levels of the players.
        games: the number of games.
        seed: the seed of the games.
        cores: the number of processes.
        progress: receives a line for every hundred games.
    """
    told = list(_tell_all(first, second, games, seed, cores, progress))
    ledgers = [each.ledger for each in told if each.ledger is not None]
    return spreads(ledgers), fsum(each.seconds for each in told) / games


def spreads(ledgers: Sequence[Ledger]) -> dict[str, Spread]:
    """Returns the results of some games by way of counting (`WAYS`).

    Args:
        ledgers: the parts of the first player's result in each game, of two games or more.
    """
    columns = zip(*map(_counted, ledgers), strict=True)
    return {way: _spread(values) for way, values in zip(WAYS, columns, strict=True)}


def stored_spreads() -> dict[str, Spread]:
    """Returns the results stored in `played.json`, by way of counting (`WAYS`)."""
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


def model_lines(
    first: Level | MixedLevel, second: Level | MixedLevel, *, games: int, seed: int, cores: int, progress: TextIO
) -> Iterator[str]:
    """Yields lines: the name of the function that values every position, and what the cards are worth by it on average.

    Raises:
        BiasedModel: the average is too far from 0 to be due to chance.
    """
    yield f"{model_name()}, {first} against {second}, {games:,} games, seed {seed}"
    ledgers = [
        told.ledger for told in _tell_all(first, second, games, seed, cores, progress) if told.ledger is not None
    ]
    biased = []
    for part in ("dealt", "drawn"):
        row = _spread([getattr(ledger, part) / UNIT for ledger in ledgers])
        off = row.mean / row.error
        biased += [part] if abs(off) > _FARTHEST else []
        yield f"cards {part}: {row.mean:+.4f} ± {row.error:.4f} of a game, {abs(off):.1f} standard errors from 0"
    if biased:
        raise BiasedModel(f"the cards {' and '.join(biased)} are worth something on average")


def form_lines(levels: Sequence[Level], *, games: int, seed: int, cores: int, progress: TextIO) -> Iterator[str]:
    """Yields a line for each level: what its errors cost per decision that mattered, in hundredths of a game."""
    yield f"{games:,} games of each level against itself, seed {seed}"
    for level in levels:
        told = list(_tell_all(level, level, games, seed, cores, progress))
        players = [player for each in told for player in each.players]
        rate = sum(cost for cost, _ in players) / sum(telling for _, telling in players)
        off = fsum((sum(cost - rate * telling for cost, telling in each.players)) ** 2 for each in told)
        error = sqrt(off) / sum(telling for _, telling in players)
        yield f"{level:10}{100 * rate / UNIT:6.2f} ± {100 * error / UNIT:.2f}"


def kept(told: Mapping[str, Spread], way: str) -> float:
    """Returns the variance of the results counted in a way, divided by the variance of the results as they are."""
    return (told[way].deviation / told[WAYS[0]].deviation) ** 2


def _counted(ledger: Ledger) -> tuple[float, ...]:
    result = ledger.result
    counted = (result, result - ledger.dealt, result - ledger.cards, UNIT / 2 + ledger.own + ledger.theirs)
    return tuple(value / UNIT for value in counted)


def _spread(values: Any) -> Spread:
    number = len(values)
    mean = fsum(values) / number
    return Spread(number, mean, sqrt(fsum((value - mean) ** 2 for value in values) / (number - 1)))


def _tell_all(
    first: Level | MixedLevel, second: Level | MixedLevel, games: int, seed: int, cores: int, progress: TextIO
) -> Iterator[Told]:
    with spread(partial(_told, first, second, seed), games, min(cores, games)) as results:
        for done, told in enumerate(results, 1):
            yield told
            if done % 100 == 0:
                print(f"{done} of {games} games", file=progress, flush=True)


def _told(first: Level | MixedLevel, second: Level | MixedLevel, seed: int, number: int) -> Told:
    """Plays one game and tells its story. The players change seats from game to game, as South deals first."""
    seat = tuple(Seat)[number % 2]
    players = player_of(first), player_of(second)
    log = log_of_a_game(players if seat is Seat.NORTH else players[::-1], Random(f"story {seed} game {number}"))
    began = process_time()
    told = story(log, Random)
    seconds = process_time() - began
    if told is None:
        return Told(None, (), seconds)
    return Told(told.ledger(seat), tuple((told.cost(each), told.telling[each.index]) for each in Seat), seconds)
