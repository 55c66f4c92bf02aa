"""`python -m research.cards.verify_dealt FILE ROLE`: checks the proved bounds on the elder's value. Needs a C compiler.

`FILE` has one role's strategies for the game of hands as dealt (`docs/mathematics.md`). For hands of the other role,
the verifier computes exactly how often their best reply makes the point. Against the elder's strategies, the mean over
all hands is the most that a dealer wins, so the elder is sure of one minus the mean. Against the dealer's strategies,
it is the most that an elder wins. It does not matter how the strategies were computed, and the verifier shares no code
with that computation.

**The file.** It has an entry for each of the 31,913 hands, ascending by trumps << 24 | a << 16 | b << 8 | c. A suit is
a mask with the highest card in bit 0. The trumps are seven, without the turn-up; a >= b >= c are the plain suits, so
hands that differ in their order share an entry. An entry is the number of decisions, in four bytes, then each decision
in nine bytes: the path in four bytes, and how often the card at each of the five places is played, in 255ths. Numbers
are little-endian.

**Paths.** A path is a one, then four bits for each card played by either player, in order. The values 0-4 are the place
of an own card. For a card of the opponent, the value is 5 plus its gap. Places count through the suits in the order of
the key, from the highest card down. Cards of the opponent that rank between the same two own cards of a suit share one
gap. Gaps count from 0 in the same order; gaps without a card are left out. If two plain suits have the same cards, both
orders of them are equally likely.

**Without a decision** all choices are equally likely. The choices are the lawful cards. If no card that the opponent
may still hold ranks between two own cards of a suit, only the lower one counts as a choice.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import combinations, islice, permutations
from math import sqrt
from pathlib import Path
from random import Random
from struct import pack, unpack, unpack_from
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.cli._run import Failed, Refusal, positive, run
from research.parallel import usable_cores

_SOURCE: Final = Path(__file__).parents[1] / "c" / "verify_dealt.c"
_FLAGS: Final = ("-O3", "-std=gnu11", "-shared", "-fPIC")
_HANDS: Final = 31_913
_PACK: Final = 0xFFFFFF7F
_NUMBER: Final = 8
_STEP: Final = 50
_NO_MEMORY: Final = (1 << 64) - 1

OPPOSING: Final = 65_780
SHARE: Final = 6 * 1020**4
"""Winnings are counted in units. To win for certain against one opposing hand counts this many units."""
_SOLVER_SHARE: Final = 1 << 24
_NEAR: Final = 1e-5
"""A solver's figure may exceed the exact one by this much."""


def cards_of(key: int) -> int:
    """Returns the cards of a hand as 32 bits, eight for each suit, the trumps lowest.

    Args:
        key: the hand as the file writes it.
    """
    return key >> 24 | (key >> 16 & 0xFF) << 8 | (key >> 8 & 0xFF) << 16 | (key & 0xFF) << 24


def times_dealt(key: int) -> int:
    """Returns how many different hands result from all orders of the hand's plain suits: 1, 3 or 6."""
    return len(set(permutations((key >> 16 & 0xFF, key >> 8 & 0xFF, key & 0xFF))))


def opposing(hand: int) -> list[int]:
    """Returns the 65,780 hands that share no card with this one. All hands are bits, as `cards_of` returns them."""
    unseen = _PACK & ~hand
    bits = [1 << card for card in range(32) if unseen >> card & 1]
    return [sum(cards) for cards in combinations(bits, 5)]


class Verifier:
    """Computes exact best replies in C. Reads one file of strategies at a time. Threads may share the object."""

    def __init__(self, library: Path) -> None:
        c = ctypes.CDLL(str(library))
        c.all_keys.restype = ctypes.POINTER(ctypes.c_uint32)
        c.read_file.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.c_int]
        c.read_file.restype = ctypes.c_char_p
        c.best_reply.argtypes = [ctypes.c_uint32, ctypes.c_void_p, ctypes.c_int]
        c.best_reply.restype = ctypes.c_uint64
        self._c = c
        self.keys: Final = tuple(c.all_keys()[:_HANDS])

    def read(self, content: bytes, elder: bool) -> None:
        """Reads the strategies of a role, in place of those read before. Raises `ValueError` if the content is
        invalid.
        """
        if why := self._c.read_file(content, len(content), elder):
            raise ValueError(why.decode())

    def best_reply(self, hand: int, others: Sequence[int]) -> int:
        """Returns how much the best reply of a hand wins against some hands of the file, in units of `SHARE`.

        Args:
            hand: the hand that replies, as bits.
            others: the hands of the other role, as bits.
        """
        winnings = int(self._c.best_reply(hand, (ctypes.c_uint32 * len(others))(*others), len(others)))
        if winnings == _NO_MEMORY:
            raise MemoryError
        return winnings

    def exact(self, number: int) -> int:
        """Returns how much the best reply of a hand wins against all opposing hands, in units of `SHARE`.

        Args:
            number: the number of the hand in the file, from 0.
        """
        hand = cards_of(self.keys[number])
        return self.best_reply(hand, opposing(hand))


def compile_verifier(folder: Path, compiler: str = "cc") -> Verifier:
    """Compiles the verifier into the folder and loads it.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    library = folder / "verify_dealt.so"
    subprocess.run([compiler, *_FLAGS, "-o", str(library), str(_SOURCE)], check=True)
    return Verifier(library)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `python -m research.cards.verify_dealt`. Returns the exit status.

    It is 1 if a figure of the file `--compare` is below the exact one or too far above it. It is 2 if a file cannot be
    read, or if the verifier cannot be compiled.
    """
    parser = argparse.ArgumentParser(
        prog="python -m research.cards.verify_dealt",
        description="The best replies to a file of strategies, exactly.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the strategies of one role")
    parser.add_argument("role", choices=("elder", "dealer"), metavar="ROLE", help="whose: elder or dealer")
    parser.add_argument("--hands", type=positive, default=20, metavar="N", help="a sample of N hands of the other role")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed takes the same sample")
    parser.add_argument("--all", action="store_true", help="all hands: hours; a later start goes on")
    parser.add_argument("--done", type=Path, metavar="FOLDER", help="where --all keeps what is done; beside the file")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="the replies told by the solver, hand by hand")
    parser.add_argument("--cores", type=positive, default=usable_cores(), metavar="N", help="threads to share the work")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.set_defaults(lines=_lines)
    return run(parser, arguments)


def _lines(options: argparse.Namespace) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        try:
            verifier = compile_verifier(Path(folder), options.compiler)
            content = options.file.read_bytes()
            verifier.read(content, options.role == "elder")
            told = _told(options.compare) if options.compare else None
        except (OSError, subprocess.CalledProcessError, ValueError) as problem:
            raise Refusal(f"verify_dealt: {problem}") from problem
        name = sha256(content).hexdigest()
        yield f"{options.file.name}, the {options.role}'s strategies, SHA-256 {name}"
        del content
        if options.all:
            done = (options.done or options.file.parent) / f"{options.role}.{name[:16]}.exact"
            made = dict(enumerate(_all(verifier, done, options.cores)))
            yield from _certificate(verifier, made, options.role)
        else:
            drawn = _drawn(verifier, options.hands, options.seed)
            made = _sampled(verifier, sorted(set(drawn)), options.cores)
            yield from _estimate([made[number] for number in drawn], options.role)
        if told is not None:
            yield from _compared(verifier, made, told)


def _drawn(verifier: Verifier, hands: int, seed: int) -> list[int]:
    """Returns the numbers of hands drawn at random, each as likely as it is dealt."""
    times = [times_dealt(key) for key in verifier.keys]
    return Random(seed).choices(range(_HANDS), times, k=hands)


def _sampled(verifier: Verifier, numbers: Sequence[int], cores: int) -> dict[int, int]:
    with ThreadPoolExecutor(cores) as pool:
        return dict(zip(numbers, pool.map(verifier.exact, numbers), strict=True))


def _all(verifier: Verifier, done: Path, cores: int) -> list[int]:
    """Returns how much the best reply of every hand wins, in units of `SHARE`. Reads the numbers that the file has, and
    computes the others.
    """
    done.touch()
    content = done.read_bytes()
    replies = list(unpack(f"<{len(content) // _NUMBER}Q", content[: len(content) // _NUMBER * _NUMBER]))
    with done.open("r+b") as file, ThreadPoolExecutor(cores) as pool:
        file.seek(_NUMBER * len(replies))
        file.truncate()
        numbers = iter(range(len(replies), _HANDS))
        while step := list(islice(numbers, _STEP)):
            new = list(pool.map(verifier.exact, step))
            file.write(pack(f"<{len(new)}Q", *new))
            file.flush()
            replies += new
            print(f"{len(replies):,} of {_HANDS:,} hands", file=sys.stderr, flush=True)
    return replies


def _certificate(verifier: Verifier, made: dict[int, int], role: str) -> Iterator[str]:
    times = [times_dealt(key) for key in verifier.keys]
    won = sum(often * made[number] for number, often in enumerate(times))
    whole = sum(times) * OPPOSING * SHARE
    yield f"all hands: the best replies make {won} / {whole} of the points"
    unit = 10**6
    if role == "elder":
        yield f"certified: the elder's value is at least {(whole - won) * unit // whole / unit:.6f}, rounded down"
    else:
        yield f"certified: the elder's value is at most {-(-won * unit // whole) / unit:.6f}, rounded up"


def _estimate(made: Sequence[int], role: str) -> Iterator[str]:
    chances = [won / (OPPOSING * SHARE) for won in made]
    mean = sum(chances) / len(chances)
    spread = sum((chance - mean) ** 2 for chance in chances) / max(1, len(chances) - 1)
    error = 2 * sqrt(spread / len(chances))
    yield f"{len(chances):,} hands as dealt: their best replies make the point with {mean:.4f} ± {error:.4f} on average"
    end, value = ("at least", 1 - mean) if role == "elder" else ("at most", mean)
    yield f"so the elder's value is {end} about {value:.4f}: a sample is a check, not the certificate (--all)"


def _told(path: Path) -> tuple[int, ...]:
    content = path.read_bytes()
    if len(content) != _NUMBER * _HANDS:
        raise ValueError(f"{path.name} has {len(content):,} bytes, not a number for each of {_HANDS:,} hands")
    return unpack_from(f"<{_HANDS}Q", content)


def _compared(verifier: Verifier, made: dict[int, int], told: Sequence[int]) -> Iterator[str]:
    """Yields how the solver's figures compare with the exact ones. The solver counts in 2^-24ths of a hand."""
    below, far, most = [], [], 0.0
    for number, won in made.items():
        over = told[number] * SHARE - won * _SOLVER_SHARE
        by = over / (OPPOSING * SHARE * _SOLVER_SHARE)
        most = max(most, abs(by))
        if over < 0:
            below.append((number, by))
        elif by > _NEAR:
            far.append((number, by))
    for label, hands in (("below the exact one", below), ("too far above it", far)):
        for number, by in hands:
            yield f"hand {number} ({verifier.keys[number]:#010x}): the figure told is {label}, by {abs(by):.3e}"
    yield f"compared {len(made):,} hands: {len(below)} told too low, {len(far)} by more than {_NEAR} too high"
    yield f"the largest difference is {most:.3e}"
    if below or far:
        raise Failed


if __name__ == "__main__":
    sys.exit(main())
