"""`python -m research.cards.hidden_build`: builds the table of bounds for hidden hands, or checks a sample of it.

This is a long computation that needs a C compiler. `ecarte.ai.cards.hidden` has the definitions and proofs. For each
role:

1. Solve every hand. This gives its lower bound, and the strategy that the reference plays with it.
2. Compute the best reply of every hand of the other role to all these strategies. This gives its upper bound.

Progress is written to standard error. Results are kept in the work folder (about two gigabytes), and a later start
resumes from there. Hands are independent, so any number of processes can share them. Sums are whole numbers, so the
same source gives the same bytes.
"""

from __future__ import annotations

import argparse
import math
import os
import struct
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache, partial
from importlib.resources import files
from mmap import ACCESS_COPY, mmap
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from ecarte.ai.cards.hidden import COUNT, MAGIC, UNIT
from ecarte.ai.sealed import seal
from research.cards.hidden_native import (
    OPPOSING,
    SHARE,
    Blocks,
    Hand,
    HiddenSolver,
    Replies,
    compile_solver,
    orders,
    relative_hands,
    source_hash,
)

_TABLE: Final = Path(str(files("ecarte.ai") / "hidden.bin"))
_STEP: Final = 100
_TELL: Final = 1000
_DAMAGE: Final = 1e-6  # of 65,780 hands: more than all rounding errors in a sum of doubles
_NUMBER: Final = 8  # bytes

Made = TypeVar("Made")


def lower_end(hands: float) -> int:
    """Returns a lower bound on a hand's chance to make the point, in 65,535ths, rounded down.

    If the strategy wins against all opposing hands, returns 65,535. Any other number of hands is first lowered a
    little, so that rounding errors in the sum cannot raise the bound.

    Args:
        hands: against how many of the 65,780 opposing hands the strategy wins, as the sum of its chances against each.
    """
    return UNIT if hands == OPPOSING else max(0, math.floor((hands - _DAMAGE) * UNIT / OPPOSING))


def upper_end(won: int) -> int:
    """Returns an upper bound in 65,535ths, rounded up.

    Args:
        won: the winnings of the best reply, as `Replies.reply` returns them.
    """
    return min(UNIT, -(-won * UNIT // (OPPOSING * SHARE)))


class Reference:
    """Computes the strategies of the reference opponent in one role, and the best replies of the other role to them.
    Keeps results in files.
    """

    def __init__(self, name: str, work: Path, library: Path, pool: Executor) -> None:
        self._name, self._library, self._pool = name, library, pool
        self._leaves, self._sizes, self._lowers, self._replies = (
            work / f"{name}.{part}" for part in ("leaves", "sizes", "lowers", "replies")
        )

    def finish(self) -> tuple[list[int], list[int]]:
        """Computes everything that the files lack. Returns the lower bounds of this role, and the upper bounds of the
        other role.
        """
        self._solve()
        lowers = array("d", self._lowers.read_bytes())
        return [lower_end(hands) for hands in lowers], [upper_end(won) for won in self.replies()]

    @property
    def is_kept(self) -> bool:
        """True if the files have the strategies of all hands."""
        return _numbers(self._sizes) == COUNT

    def keep(self, blocks: Iterable[bytes]) -> None:
        """Writes the strategies of all hands to the files, in order."""
        sizes = array("Q")
        with self._leaves.open("wb") as leaves:
            for block in blocks:
                leaves.write(block)
                sizes.append(len(block))
        self._sizes.write_bytes(sizes.tobytes())

    def replies(self) -> array[int]:
        """Returns how much the best reply of each hand of the other role wins, in units of `SHARE`."""
        self._reply()
        return array("Q", self._replies.read_bytes())

    def _solve(self) -> None:
        done = min(_numbers(self._lowers), _numbers(self._sizes))
        sizes = array("Q", self._sizes.read_bytes()[: _NUMBER * done]) if done else array("Q")
        for file, size in (
            (self._lowers, _NUMBER * done),
            (self._sizes, _NUMBER * done),
            (self._leaves, sum(sizes)),
        ):
            file.touch()
            os.truncate(file, size)
        with (
            self._leaves.open("ab") as leaves,
            self._sizes.open("ab") as kept_sizes,
            self._lowers.open("ab") as lowers,
        ):
            for part in self._spread(partial(_solved, self._library, self._name == "elder"), done, "solved"):
                leaves.write(b"".join(block for _, block in part))
                leaves.flush()
                kept_sizes.write(array("Q", [len(block) for _, block in part]).tobytes())
                kept_sizes.flush()
                lowers.write(array("d", [lower for lower, _ in part]).tobytes())
                lowers.flush()

    def _reply(self) -> None:
        done = _numbers(self._replies)
        self._replies.touch()
        os.truncate(self._replies, _NUMBER * done)
        with self._replies.open("ab") as replies:
            for part in self._spread(partial(_replied, self._library, self._leaves, self._sizes), done, "answered"):
                replies.write(array("Q", part).tobytes())
                replies.flush()

    def _spread(self, work: Callable[[int], list[Made]], done: int, label: str) -> Iterator[list[Made]]:
        """Distributes work over processes. Yields the results for every `_STEP` hands from number `done` on, in
        order.
        """
        for part in self._pool.map(work, range(done, COUNT, _STEP)):
            yield part
            done += len(part)
            if done % _TELL == 0 or done == COUNT:
                sys.stderr.write(f"{self._name}: {done:,} of {COUNT:,} hands {label}\n")
                sys.stderr.flush()


def _numbers(file: Path) -> int:
    """Returns how many finished numbers a file has, in whole steps. 0 without the file."""
    number = file.stat().st_size // _NUMBER if file.exists() else 0
    return number if number == COUNT else number // _STEP * _STEP


@cache
def _solver(library: Path) -> HiddenSolver:
    return HiddenSolver(library)


@cache
def _answering(library: Path) -> Replies:
    return Replies(library)


@cache
def _hands() -> list[Hand]:
    return relative_hands()


@cache
def _blocks(leaves: Path, sizes: Path) -> Blocks:
    places, end = array("Q"), 0
    for size in array("Q", sizes.read_bytes()):
        places.append(end)
        end += size
    with leaves.open("rb") as stream:
        return Blocks(mmap(stream.fileno(), 0, access=ACCESS_COPY), places)


def _solved(library: Path, elder: bool, first: int) -> list[tuple[float, bytes]]:
    """Solves the hands of one step, from number `first` on."""
    return [_solver(library).refer(hand, elder) for hand in _hands()[first : first + _STEP]]


def _replied(library: Path, leaves: Path, sizes: Path, first: int) -> list[int]:
    won = []
    for hand in _hands()[first : first + _STEP]:
        winnings, met = _answering(library).reply(hand, _blocks(leaves, sizes))
        if met != OPPOSING:
            raise AssertionError(f"{hand} met {met} hands")
        won.append(winnings)
    return won


def pack_bounds(hands: Sequence[Hand], columns: Sequence[Sequence[int]]) -> bytes:
    """Returns the content of `hidden.bin`.

    Args:
        hands: all hands, ascending.
        columns: the lower and upper bounds of the elder, then those of the dealer, by hand.
    """
    keys = [trumps << 24 | first << 16 | second << 8 | third for trumps, first, second, third in hands]
    data = MAGIC + struct.pack(f"<I{len(keys)}I", len(keys), *keys)
    data += b"".join(struct.pack(f"<{len(column)}H", *column) for column in columns)
    return seal(data)


def _widths(name: str, lower: Sequence[int], upper: Sequence[int], times: Sequence[int]) -> Iterator[str]:
    """Yields lines about the widths of the intervals. Each hand counts as often as it is dealt."""
    widths = sorted((high - low, often) for low, high, often in zip(lower, upper, times, strict=True))
    whole, seen = sum(times), 0
    marks = [(0.5, "median"), (0.9, "nine in ten"), (0.99, "99 in 100")]
    mean = sum(width * often for width, often in widths) / whole / UNIT
    line = f"{name}: width on average {mean:.4f}"
    for width, often in widths:
        seen += often
        while marks and seen >= marks[0][0] * whole:
            line += f", {marks.pop(0)[1]} {width / UNIT:.4f}"
    yield f"{line}, most {widths[-1][0] / UNIT:.4f}"
    for end, values in (("lower", lower), ("upper", upper)):
        mean = sum(width * often for width, often in zip(values, times, strict=True)) / whole / UNIT
        yield f"{name}: {end} end on average {mean:.4f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds `hidden.bin`, or checks a sample of it. Returns the exit status: 1 if the sample differs."""
    parser = argparse.ArgumentParser(
        prog="python -m research.cards.hidden_build", description="The table of hidden hands."
    )
    parser.add_argument("--work", type=Path, default=Path("build/hidden"), help="where to keep what is done")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), metavar="N", help="processes to share the work")
    parser.add_argument("--out", type=Path, default=_TABLE, help="where to put the table (its place in the package)")
    parser.add_argument("--check", type=int, metavar="N", help="compute the lower ends of N hands and compare")
    parser.add_argument("--seed", type=int, default=0, help="which hands to check")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        library = compile_solver(Path(folder), options.compiler)
        if options.check is not None:
            return _check(HiddenSolver(library), options)
        work = options.work / source_hash()[:16]  # another source gets another folder
        work.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(options.cores, get_context("spawn")) as pool:
            elder_lower, dealer_upper = Reference("elder", work, library, pool).finish()
            dealer_lower, elder_upper = Reference("dealer", work, library, pool).finish()
    hands = relative_hands()
    times = [orders(hand) for hand in hands]
    options.out.write_bytes(pack_bounds(hands, [elder_lower, elder_upper, dealer_lower, dealer_upper]))
    print(*_widths("elder", elder_lower, elder_upper, times), sep="\n")
    print(*_widths("dealer", dealer_lower, dealer_upper, times), sep="\n")
    return 0


def _check(solver: HiddenSolver, options: argparse.Namespace) -> int:
    table, hands = options.out.read_bytes(), relative_hands()
    wrong = 0
    for elder, column in ((True, 0), (False, 2)):
        for number in sorted(Random(options.seed).sample(range(COUNT), options.check)):
            lower, _ = solver.refer(hands[number], elder)
            at = len(MAGIC) + 4 + 4 * COUNT + 2 * (column * COUNT + number)
            wrong += struct.unpack_from("<H", table, at)[0] != lower_end(lower)
    print(f"{2 * options.check - wrong} of {2 * options.check} lower ends are as computed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
