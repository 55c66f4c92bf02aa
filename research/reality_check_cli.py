"""The command `python -m research reckon`: compares the costs in reviews with deals played on, on all cores.

Each game has its own random numbers, from the seed and its number, so the result does not depend on the number of
processes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from research.reality_check import Trial, TrialMean

_COSTS: Final = (0.005, 0.02, 0.05, 0.1, 1.0)
"""The upper bounds of the groups by predicted cost."""
_EVERY: Final = 20


def add_command(commands: Any, positive: Callable[[str], int]) -> None:
    """Adds `reckon` to the commands of `python -m research`.

    Args:
        commands: the parsers of the commands.
        positive: reads a number of 1 or more.
    """
    parser = commands.add_parser("reckon", help="hold what reviews tell that decisions cost against deals played on")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="of the maître against itself")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    parser.add_argument("--cores", type=positive, metavar="N", help="processes to work with; all cores without it")
    parser.add_argument("--json", action="store_true", help="the figures as one object")
    parser.set_defaults(lines=_reckon)


def _reckon(options: argparse.Namespace) -> Iterator[str]:
    # Imported here, because other commands need neither players nor tables.
    from research.reality_check import TrialKind, means

    trials = _gathered(options.games, options.seed, options.cores, sys.stderr)
    groups = {kind.value: [trial for trial in trials if trial.kind is kind] for kind in TrialKind}
    for name, kinds in (("exchanges", TrialKind.exchanges()), ("cards", TrialKind.cards())):
        least = -1.0
        for most in _COSTS:
            label = f"{name}, told {100 * max(least, 0):g} to {100 * most:g} %"
            groups[label] = [trial for trial in trials if trial.kind in kinds and least < trial.predicted <= most]
            least = most
    results = {name: means(group) for name, group in groups.items() if group}
    if options.json:
        figures = {name: _entry(mean) for name, mean in results.items()}
        yield json.dumps({"games": options.games, "seed": options.seed, "means": figures})
        return
    yield f"{'decisions':30}{'number':>8}{'told %':>9}{'seen %':>9}{'error':>8}"
    for name, mean in results.items():
        yield f"{name:30}{mean.number:8,}{100 * mean.predicted:9.2f}{100 * mean.seen:9.2f}{100 * mean.error:8.2f}"


def _entry(mean: TrialMean) -> dict[str, float]:
    return {"number": mean.number, "told": mean.predicted, "seen": mean.seen, "error": mean.error}


def _gathered(games: int, seed: int, cores: int | None, progress: TextIO) -> list[Trial]:
    from research.parallel import spread, usable_cores  # imported here, like the players

    trials: list[Trial] = []
    with spread(partial(_game, seed), games, min(cores or usable_cores(), games)) as results:
        for done, more in enumerate(results, 1):
            trials += more
            if done % _EVERY == 0 or done == games:
                progress.write(f"{done:,} of {games:,} games, {len(trials):,} decisions\n")
                progress.flush()
    # Sorted, so that sums of floating point do not depend on the order of the processes.
    return sorted(trials, key=lambda trial: (trial.kind.value, trial.predicted, trial.seen))


def _game(seed: int, number: int) -> list[Trial]:
    from ecarte.ai.players import Level, player_of
    from research.reality_check import trials

    return list(trials(player_of(Level.MAITRE), Random(f"reckon {seed} game {number}")))
