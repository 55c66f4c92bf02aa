"""`python -m research.cards.limits`: how high a lower bound can be at most, and how narrow the interval of a hand can
be.

`ecarte.ai.cards.hidden` proves a lower bound by a strategy that is written down: it wins this often even against an
opponent who sees both hands. This command changes the sides. It writes down a strategy of such an opponent, and the
hand makes the best reply that is possible without sight of the other hand (`c/seer.c`; needs a C compiler). No way to
play the hand wins more against that opponent. So what the reply wins is a *limit*: no lower bound can be above it.

The limits of all hands determine how narrow the intervals of a side can be, on average. Whatever the reference, the
mean of a side's upper bounds is at least one minus the mean of the other side's upper bounds, and the mean of its lower
bounds is at most the mean of its limits.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.ai.cards.hidden import COUNT, UNIT, all_ends
from ecarte.cli._run import Failed, Refusal, positive, run
from research.cards.hidden_native import OPPOSING, Hand, compile_solver, orders, relative_hands
from research.parallel import spread, usable_cores

ROUNDS: Final = 64
"""The number of rounds in which the opponent who sees both hands improves its strategy, before a limit is computed.

Four times as many rounds lower the dealer's mean limit, a chance to make the point, by some 0.00002.
"""
_ROUNDING: Final = 1e-6  # of 65,780 hands: more than all rounding errors in a sum of doubles
_CHUNK: Final = 50
_TELL: Final = 1000


class Seer:
    """The opponent who sees both hands, in C. A process can have only one, because its tree is static memory."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        self._c.most_sure.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
        self._c.most_sure.restype = ctypes.c_double

    def limit(self, hand: Hand, elder: bool, rounds: int = ROUNDS) -> int:
        """Returns a limit, in 65,535ths, rounded up: no strategy of the hand makes the point more often than this
        against every opponent.

        Args:
            hand: the hand.
            elder: whether its player is the elder.
            rounds: how many rounds the opponent learns.
        """
        hands = float(self._c.most_sure(bytes(hand), elder, rounds))
        return min(UNIT, math.ceil((hands + _ROUNDING) * UNIT / OPPOSING))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `python -m research.cards.limits`: computes how high a proved lower bound on a hand's chance to make the
    point can be at most, its limit.

    Returns the exit status: 1 if a bound of the library is above its limit, 2 if the C code cannot be compiled.
    """
    parser = argparse.ArgumentParser(
        prog="python -m research.cards.limits", description="How much a hand can be made sure of, at most."
    )
    parser.add_argument(
        "--hands", type=positive, metavar="N", help="a sample, in place of all hands: it proves nothing"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed takes the same sample")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N", help="how long the opponent learns")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.add_argument(
        "--cores", type=positive, default=usable_cores(), metavar="N", help="processes to share the work"
    )
    parser.set_defaults(lines=_lines)
    return run(parser, arguments)


def _lines(options: argparse.Namespace) -> Iterator[str]:
    hands, numbers = relative_hands(), list(range(COUNT))
    if options.hands is not None:
        numbers = sorted(Random(options.seed).sample(numbers, min(COUNT, options.hands)))
    often = {number: orders(hands[number]) for number in numbers}
    elder_lower, elder_upper, dealer_lower, dealer_upper = all_ends()
    wrong = 0
    with TemporaryDirectory() as folder:
        try:
            library = compile_solver(Path(folder), options.compiler, "seer.c")
        except (OSError, subprocess.CalledProcessError) as problem:
            raise Refusal(f"limits: {problem}") from problem
        for name, lower, upper, other in (
            ("elder", elder_lower, elder_upper, dealer_upper),
            ("dealer", dealer_lower, dealer_upper, elder_upper),
        ):
            limits: dict[int, int] = {}
            work = partial(_limits, library, name == "elder", options.rounds, numbers)
            with spread(work, -(-len(numbers) // _CHUNK), options.cores) as parts:
                for part in parts:
                    limits.update(part)
                    if len(limits) % _TELL == 0:
                        print(f"{name}: {len(limits):,} of {len(numbers):,} hands", file=sys.stderr, flush=True)
            apart = [limits[number] - lower[number] for number in numbers]
            wrong += sum(gap < 0 for gap in apart)
            sure, limit, most = _mean(lower, often), _mean(limits, often), max(apart) / UNIT
            yield f"{name}: lower ends on average {sure:.5f}, limits {limit:.5f}; farthest apart {most:.5f}"
            if options.hands is None:
                least, width = 1 - _mean(other, often), _mean(upper, often) - sure
                yield f"{name}: upper ends on average at least {least:.5f} by any reference, so intervals are"
                yield f"{name}: {least - limit:.5f} wide or wider by any strategies, and {width:.5f} by these"
    yield f"{wrong} lower ends above their limit"
    if wrong:
        raise Failed


def _mean(values: Sequence[int] | Mapping[int, int], often: Mapping[int, int]) -> float:
    """Returns the mean over some hands, where each counts as often as it is dealt."""
    return sum(values[number] * times for number, times in often.items()) / sum(often.values()) / UNIT


@lru_cache(maxsize=1)
def _solving(library: Path) -> tuple[Seer, list[Hand]]:
    return Seer(library), relative_hands()


def _limits(library: Path, elder: bool, rounds: int, numbers: Sequence[int], chunk: int) -> dict[int, int]:
    """Returns the limits of the hands of a chunk."""
    seer, hands = _solving(library)
    part = numbers[_CHUNK * chunk : _CHUNK * chunk + _CHUNK]
    return {number: seer.limit(hands[number], elder, rounds) for number in part}


if __name__ == "__main__":
    sys.exit(main())
