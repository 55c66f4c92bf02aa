"""Plays matches between players of the house on all cores, for `python -m research match`.

Each pair of games has its own random numbers, from the seed and its number, so the result does not depend on the number
of processes. This module starts processes, reads a clock, and writes to the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from random import Random
from time import monotonic, process_time
from typing import Final, TextIO

from ecarte.ai.players import Level, MixedLevel, Weights, get_ready, player_of
from ecarte.fair import shuffled
from ecarte.game import PlayerView
from research.matches.duel import DuelResult, play_game, play_pair
from research.parallel import spread, usable_cores

_CHUNK: Final = 10
_MOST_DEALS: Final = 9
"""The most deals in a game of five points: each deal brings at least one point, and nine points end the game."""
_EVERY_S: Final = 5.0
"""Seconds between two reports of progress."""


def run_match(
    first: Level | MixedLevel,
    second: Level | MixedLevel,
    *,
    pairs: int,
    seed: int,
    cores: int | None = None,
    progress: TextIO | None = None,
) -> DuelResult:
    """Plays `pairs` pairs of games between two levels. Returns the result.

    Args:
        first, second: the levels.
        pairs: the number of pairs.
        seed: the seed of the random numbers.
        cores: the number of processes, or None for one on each core.
        progress: receives lines with the number of games played so far.
    """
    cores = min(cores or usable_cores(), -(-pairs // _CHUNK))
    counts = [0, 0, 0]
    reported = monotonic()
    with spread(partial(_chunk, first, second, seed, pairs), -(-pairs // _CHUNK), cores) as results:
        for wins in chain.from_iterable(results):
            counts[wins] += 1
            if progress is not None and (monotonic() - reported >= _EVERY_S or sum(counts) == pairs):
                reported = monotonic()
                share = 100 * DuelResult(*counts).share
                progress.write(f"{2 * sum(counts):,} of {2 * pairs:,} games, {first} wins {share:.1f} %\n")
                progress.flush()
    return DuelResult(*counts)


def _chunk(first: Level | MixedLevel, second: Level | MixedLevel, seed: int, pairs: int, chunk: int) -> list[int]:
    """Returns how many games `first` wins in each pair of a chunk."""
    numbers = range(chunk * _CHUNK, min(pairs, (chunk + 1) * _CHUNK))
    return [_pair(first, second, seed, number) for number in numbers]


def _pair(first: Level | MixedLevel, second: Level | MixedLevel, seed: int, number: int) -> int:
    # A string as a seed is hashed with SHA-512, in the same way on every machine and in every version of Python.
    packs, *choices = (Random(f"match {seed} pair {number} {use}") for use in ("packs", "game 1", "game 2"))
    return play_pair(player_of(first), player_of(second), packs, choices)


def pace(games: int, seed: int) -> Iterator[str]:
    """Times the decisions of each level in `games` games against itself. Yields the lines of the report."""
    start = process_time()
    get_ready()
    yield f"the tables are read and made in {process_time() - start:.2f} s, once, before anything is timed"
    yield f"{'':10}{'decisions':>12}{'median ms':>12}{'p99 ms':>12}{'most ms':>12}"
    for level in Level:
        times = sorted(_decisions(level, games, seed))
        figures = (*(times[len(times) * share // 100] for share in (50, 99)), times[-1])
        yield f"{level!s:10}{len(times):12,}" + "".join(f"{1000 * seconds:12.2f}" for seconds in figures)


def _decisions(level: Level, games: int, seed: int) -> list[float]:
    times: list[float] = []
    player = player_of(level)

    def timed(view: PlayerView) -> Weights:
        start = process_time()
        weights = player(view)
        times.append(process_time() - start)
        return weights

    for number in range(games):
        rng = Random(f"pace {seed} game {number}")
        packs = [shuffled(rng) for _ in range(_MOST_DEALS)]
        play_game((timed, timed), packs.__getitem__, rng)
    return times
