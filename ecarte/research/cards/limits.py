"""`python -m ecarte.research.cards.limits`: how much a hand can be made sure of, at most, and how narrow its interval.

The lower ends of `ecarte.ai.cards.hidden` are what written strategies make against an opponent who sees both hands.
Here such an opponent's strategy is written down, and the hand replies as well as a player can who does not see the
other (`c/seer.c`, a C compiler). No way to play it makes more, so no lower end lies above this *limit*.

From the limits of all hands follows how narrow the intervals of a side can be, on average: whatever the reference, the
mean of its upper ends is at least one less the other side's; and that of its lower ends at most that of its limits.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.ai.cards.hidden import COUNT, MAGIC, UNIT, packed
from ecarte.research.cards.hidden_native import OPPOSING, Hand, compiled, orders, relative_hands

ROUNDS: Final = 64
"""How long the opponent learns; four times as long lowers the mean limit of the dealer by some 0.00002."""
_ROUNDING: Final = 1e-6  # hands of 65,780: more than all rounding in a sum of doubles
_STEP: Final = 50
_TELL: Final = 1000


class Seer:
    """The compiled opponent; one per process, because its tree is static memory."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        self._c.most_sure.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
        self._c.most_sure.restype = ctypes.c_double

    def limit(self, hand: Hand, elder: bool, rounds: int = ROUNDS) -> int:
        """The most that a hand can be made sure of, in units of the table, rounded up."""
        hands = float(self._c.most_sure(bytes(hand), elder, rounds))
        return min(UNIT, math.ceil((hands + _ROUNDING) * UNIT / OPPOSING))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the limits' means beside those of the table; returns 1 if a lower end lies above its limit."""
    parser = argparse.ArgumentParser(
        prog="python -m ecarte.research.cards.limits", description="How much a hand can be made sure of, at most."
    )
    parser.add_argument("--hands", type=int, metavar="N", help="a sample, in place of all hands: it proves nothing")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="how long the opponent learns")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), metavar="N", help="processes to share the work")
    options = parser.parse_args(arguments)
    numbers: Sequence[int] = range(COUNT)
    if options.hands is not None:
        numbers = sorted(Random(options.seed).sample(numbers, options.hands))
    parts = [numbers[at : at + _STEP] for at in range(0, len(numbers), _STEP)]
    hands = relative_hands()
    often = {number: orders(hands[number]) for number in numbers}
    elder_lower, elder_upper, dealer_lower, dealer_upper = columns()
    wrong = 0
    with TemporaryDirectory() as folder:
        library = compiled(Path(folder), options.compiler, "seer.c")
        with ProcessPoolExecutor(options.cores, get_context("spawn")) as pool:
            for name, lower, upper, other in (
                ("elder", elder_lower, elder_upper, dealer_upper),
                ("dealer", dealer_lower, dealer_upper, elder_upper),
            ):
                limits: dict[int, int] = {}
                for part in pool.map(partial(_limits, library, name == "elder", options.rounds), parts):
                    limits.update(part)
                    if len(limits) % _TELL == 0:
                        sys.stderr.write(f"{name}: {len(limits):,} of {len(numbers):,} hands\n")
                wrong += sum(lower[number] > limit for number, limit in limits.items())
                most = max(limit - lower[number] for number, limit in limits.items()) / UNIT
                sure, limit = _mean(lower, often), _mean(limits, often)
                print(f"{name}: lower ends on average {sure:.5f}, limits {limit:.5f}; farthest apart {most:.5f}")
                if options.hands is None:
                    least, width = 1 - _mean(other, often), _mean(upper, often) - sure
                    print(f"{name}: upper ends on average at least {least:.5f} by any reference, so intervals are")
                    print(f"{name}: {least - limit:.5f} wide or wider by any strategies, and {width:.5f} by these")
    print(f"{wrong} lower ends above their limit")
    return 1 if wrong else 0


def columns() -> Iterator[tuple[int, ...]]:
    """The table's lower and upper ends of the elder, then the dealer's."""
    for column in range(4):
        yield struct.unpack_from(f"<{COUNT}H", packed(), len(MAGIC) + 4 + 4 * COUNT + 2 * COUNT * column)


def _mean(values: Sequence[int] | Mapping[int, int], often: Mapping[int, int]) -> float:
    """Over some hands, each as often as it is dealt."""
    return sum(values[number] * times for number, times in often.items()) / sum(often.values()) / UNIT


@cache
def _seer(library: Path) -> Seer:
    return Seer(library)


@cache
def _hands() -> list[Hand]:
    return relative_hands()


def _limits(library: Path, elder: bool, rounds: int, numbers: Sequence[int]) -> list[tuple[int, int]]:
    return [(number, _seer(library).limit(_hands()[number], elder, rounds)) for number in numbers]


if __name__ == "__main__":
    sys.exit(main())
