"""`python -m ecarte.strategy.build`: make the table of hidden hands anew, or compute a sample of it and compare.

A long computation, and the only part of the core that needs a C compiler (`cc`, or what `--compiler` names). It goes
hand by hand through two sweeps, one for each role, and tells on standard error how far it has come. Every few hundred
hands it writes what it has into the folder of work, and goes on from there when it is started again. Sums are kept in
whole numbers and floating point is neither fused nor reordered: the same source gives the same bytes.

What is computed, and why it is certain, stands in `ecarte.strategy.hidden`. This module is at the edge of the core:
it reads and writes files, starts the compiler and prints. Nothing imports it.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import struct
import subprocess
import sys
from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.strategy.hidden import COUNT, HASH_SIZE, MAGIC, UNIT

__all__ = ["SHARE", "Hand", "Sweep", "compiled", "main", "relative_hands"]

_SOURCES: Final = tuple(Path(__file__).with_name(name) for name in ("hidden.c", "hidden_tree.h", "hidden_open.h"))
_TABLE: Final = Path(__file__).with_name("hidden.bin")
_FLAGS: Final = ("-O2", "-ffp-contract=off", "-shared", "-fPIC")
_OPPOSING: Final = 65_780
SHARE: Final = 1 << 24  # the unit of `uppers`, as in hidden.c
_LEADS: Final = 31
_ROUNDS: Final = {
    True: 48,
    False: 256,
}  # at most, for the elder hand and for the dealer: a round of the former costs more
_ENOUGH: Final = 0.5  # hands of 65,780 that eight rounds must still gain
_STEP: Final = 250
_DAMAGE: Final = 1e-6  # hands of 65,780: more than all rounding in a sum of doubles

Hand = tuple[int, int, int, int]
"""Masks, the highest card in bit 0: the trumps without the turn-up, and the plain suits, the greatest first."""


def relative_hands() -> list[Hand]:
    """Every hand up to the order of the plain suits, in ascending order."""
    sized: list[list[int]] = [[] for _ in range(9)]
    for mask in range(1 << 8):
        sized[mask.bit_count()].append(mask)
    hands = [
        (trumps, first, second, third)
        for trumps in range(1 << 7)
        if trumps.bit_count() <= 5
        for size in range(6 - trumps.bit_count())
        for first in sized[size]
        for more in range(6 - trumps.bit_count() - size)
        for second in sized[more]
        if second <= first
        for third in sized[5 - trumps.bit_count() - size - more]
        if third <= second
    ]
    return sorted(hands)


def _orders(hand: Hand) -> int:
    return len(set(permutations(hand[1:])))


def compiled(folder: Path, compiler: str) -> ctypes.CDLL:
    """The computation, compiled into the folder. Raises `OSError` or `CalledProcessError` without a compiler."""
    library = folder / "hidden.so"
    subprocess.run([compiler, *_FLAGS, "-o", str(library), str(_SOURCES[0])], check=True)
    made = ctypes.CDLL(str(library))
    made.weight_of.restype = ctypes.c_double
    made.sweep.argtypes = [ctypes.c_int] * 4 + [ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]
    return made


class Sweep:
    """Every hand once as the blind player's, of one role; what is done is kept in a file."""

    def __init__(self, library: ctypes.CDLL, hands: Sequence[Hand], elder: bool, kept: Path) -> None:
        self._library = library
        self._elder = elder
        self._kept = kept
        self.hands = hands
        self._masks = bytes(mask for hand in hands for mask in hand)
        self._orders = bytes(map(_orders, hands))
        self.done = 0
        self.lowers = array("d", bytes(8 * len(hands)))
        self.uppers = array("Q", bytes(8 * 5 * len(hands) * (_LEADS if elder else 1)))
        library.prepare(self._masks, self._orders, len(hands))

    def run(self, first: int, last: int) -> None:
        """Take these hands of the list: fill in their lower ends, and add to the upper ends of those against them."""
        lowers, uppers = self.lowers.buffer_info()[0], self.uppers.buffer_info()[0]
        self._library.sweep(first, last, int(self._elder), _ROUNDS[self._elder], _ENOUGH, lowers, uppers)

    def finish(self) -> Iterator[str]:
        """Take all that are left; tells now and then how far it is."""
        self._load()
        while self.done < len(self.hands):
            last = min(self.done + _STEP * (4 if self._elder else 1), len(self.hands))
            self.run(self.done, last)
            self.done = last
            self._save()
            yield f"{'elder' if self._elder else 'dealer'}: {self.done:,} of {len(self.hands):,} hands"

    def lower_ends(self) -> list[int]:
        """The lower ends of the hands swept, in units of the table, rounded down.

        A sum of exactly all hands is no work of rounding: no card is played with a chance below 0.005 but 0.
        """
        return [
            UNIT if it == _OPPOSING else max(0, math.floor((it - _DAMAGE) * UNIT / _OPPOSING)) for it in self.lowers
        ]

    def upper_ends(self) -> list[int]:
        """The upper ends of the hands that they were swept against, rounded up."""
        return [self.upper_end(number) for number in range(len(self.hands))]

    def upper_end(self, number: int) -> int:
        """That of one hand. Cards that differ by the order of like plain suits alone share their sums."""
        first = number * 5 * (_LEADS if self._elder else 1)
        sums = self.uppers[first : first + 5 * (_LEADS if self._elder else 1)]
        turns = list(_turns(self.hands[number]))
        if self._elder:
            most = sum(
                max(sum(sums[5 * leads[lead] + slots[slot]] for slots, leads in turns) for slot in range(5))
                for lead in range(_LEADS)
            )
        else:
            most = max(sum(sums[slots[slot]] for slots, _ in turns) for slot in range(5))
        return min(UNIT, -(-most * UNIT // (len(turns) * _orders(self.hands[number]) * _OPPOSING * SHARE)))

    def _load(self) -> None:
        """Go on from what was kept, if it was made by this very source."""
        if not self._kept.exists():
            return
        with self._kept.open("rb") as stream:
            if stream.read(HASH_SIZE) == _source_hash():
                (self.done,) = struct.unpack("<I", stream.read(4))
                self.lowers, self.uppers = array("d"), array("Q")
                self.lowers.fromfile(stream, len(self.hands))
                self.uppers.fromfile(stream, 5 * len(self.hands) * (_LEADS if self._elder else 1))

    def _save(self) -> None:
        fresh = self._kept.with_suffix(".new")
        with fresh.open("wb") as stream:
            stream.write(_source_hash() + struct.pack("<I", self.done))
            self.lowers.tofile(stream)
            self.uppers.tofile(stream)
        os.replace(fresh, self._kept)


def _turns(hand: Hand) -> Iterator[tuple[list[int], list[int]]]:
    """Each order of the plain suits that leaves the hand as it is: where its cards go, and where all 31 go."""
    for order in permutations((1, 2, 3)):
        if all(hand[suit] == hand[to] for suit, to in enumerate(order, 1)):
            sizes = [mask.bit_count() for mask in hand]
            starts = [0, *[sum(sizes[:to]) for to in order]]
            slots = [starts[suit] + place for suit in range(4) for place in range(sizes[suit])]
            cards = [*range(7), *[7 + 8 * (to - 1) + rank for to in order for rank in range(8)]]
            yield slots, cards


def _source_hash() -> bytes:
    settings = f"{_FLAGS} {_ROUNDS} {_ENOUGH}".encode()
    return sha256(b"".join(path.read_bytes() for path in _SOURCES) + settings).digest()


def _packed(hands: Sequence[Hand], columns: Sequence[Sequence[int]]) -> bytes:
    keys = [trumps << 24 | first << 16 | second << 8 | third for trumps, first, second, third in hands]
    data = MAGIC + struct.pack(f"<I{len(keys)}I", len(keys), *keys)
    data += b"".join(struct.pack(f"<{len(column)}H", *column) for column in columns)
    return data + sha256(data).digest()


def _told(name: str, lower: Sequence[int], upper: Sequence[int], orders: Sequence[int]) -> Iterator[str]:
    """How wide the intervals are, each hand counted as often as it is dealt."""
    widths = sorted((high - low, times) for low, high, times in zip(lower, upper, orders, strict=True))
    whole, seen = sum(orders), 0
    marks = [(0.5, "median"), (0.9, "nine in ten"), (0.99, "99 in 100")]
    mean = sum(width * times for width, times in widths) / whole / UNIT
    line = f"{name}: width on average {mean:.4f}"
    for width, times in widths:
        seen += times
        while marks and seen >= marks[0][0] * whole:
            line += f", {marks.pop(0)[1]} {width / UNIT:.4f}"
    yield f"{line}, most {widths[-1][0] / UNIT:.4f}"
    for end, values in (("lower", lower), ("upper", upper)):
        mean = sum(it * times for it, times in zip(values, orders, strict=True)) / whole / UNIT
        yield f"{name}: {end} end on average {mean:.4f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the table, or check a sample of it; 1 if the sample differs."""
    parser = argparse.ArgumentParser(prog="python -m ecarte.strategy.build", description="The table of hidden hands.")
    parser.add_argument("--work", type=Path, default=Path("build/hidden"), help="where to keep what is done")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.add_argument("--out", type=Path, default=_TABLE, help="where to put the table (its place in the package)")
    parser.add_argument("--check", type=int, metavar="N", help="compute the lower ends of N hands and compare")
    parser.add_argument("--seed", type=int, default=0, help="which hands to check")
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    hands = relative_hands()
    with TemporaryDirectory() as folder:
        library = compiled(Path(folder), options.compiler)
        if options.check is not None:
            return _check(library, hands, options)
        columns = {}
        for role in "elder", "dealer":
            sweep = Sweep(library, hands, role == "elder", options.work / f"{role}.part")
            for line in sweep.finish():
                print(line, file=sys.stderr, flush=True)
            columns[role] = sweep.lower_ends(), sweep.upper_ends()
    orders = [_orders(hand) for hand in hands]
    # What a sweep finds for one role's lower ends bounds the other role's upper ends.
    ends = [columns["elder"][0], columns["dealer"][1], columns["dealer"][0], columns["elder"][1]]
    options.out.write_bytes(_packed(hands, ends))
    print(*_told("elder", ends[0], ends[1], orders), *_told("dealer", ends[2], ends[3], orders), sep="\n")
    return 0


def _check(library: ctypes.CDLL, hands: Sequence[Hand], options: argparse.Namespace) -> int:
    table = options.out.read_bytes()
    wrong = 0
    for role, column in (("elder", 0), ("dealer", 2)):
        sweep = Sweep(library, hands, role == "elder", options.work / f"{role}.part")
        for number in sorted(Random(options.seed).sample(range(COUNT), options.check)):
            sweep.run(number, number + 1)
            at = len(MAGIC) + 4 + 4 * COUNT + 2 * (column * COUNT + number)
            wrong += struct.unpack_from("<H", table, at)[0] != sweep.lower_ends()[number]
    print(f"{2 * options.check - wrong} of {2 * options.check} lower ends are as computed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
