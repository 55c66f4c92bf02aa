"""The computation of hidden hands in C, compiled with the system's compiler and called through ctypes.

Only `research.cards.hidden_build` and tests use it. Floating point is neither fused nor reordered, so the same source
gives the same figures. `ecarte.ai.cards.hidden` defines them.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from hashlib import sha256
from itertools import permutations
from mmap import mmap
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from research.compiling import C_FOLDER, compile_library

_FLAGS: Final = ("-O2", "-ffp-contract=off", "-shared", "-fPIC")
ROUNDS: Final = {True: 48, False: 256}
"""The most rounds for the elder and for the dealer: a round of the elder costs more."""
ENOUGH: Final = 0.5
"""The gain, of 65,780 hands, below which eight rounds end the search."""
SHARE: Final = 1 << 24
"""The unit of winnings, as in `hidden_reply.h`: one hand has this many."""
OPPOSING: Final = 65_780
LEFT_OUT: Final = (1 << 64) - 1
"""The place in `Blocks` of a hand that is missing."""

Hand: TypeAlias = tuple[int, int, int, int]
"""Masks with the highest card in bit 0: the trumps without the turn-up, then the plain suits, the greatest mask first.
"""


def relative_hands() -> list[Hand]:
    """Returns all hands up to the order of the plain suits, ascending."""
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


def orders(hand: Hand) -> int:
    """Returns how many hands differ from this one only in the order of the plain suits, itself included."""
    return len(set(permutations(hand[1:])))


class Blocks(NamedTuple):
    """The leaves of the reference's hands: the blocks that `Solver.refer` returned, concatenated.

    Attributes:
        content: the blocks.
        places: the index of the first byte for each of `relative_hands`, or `LEFT_OUT`.
    """

    content: bytearray | mmap
    places: array[int]


class Replies:
    """The best replies of a compiled library. A process can have only one, because its tree is static memory."""

    def __init__(self, library: Path) -> None:
        c = ctypes.CDLL(str(library))
        pointer = ctypes.c_void_p
        c.prepare.argtypes = [ctypes.c_char_p, ctypes.c_int]
        c.leaf_starts.restype = c.all_leaves.restype = pointer
        c.reply.argtypes, c.reply.restype = [ctypes.c_char_p, pointer, pointer, pointer], ctypes.c_uint64
        self._c = c
        hands = relative_hands()
        c.prepare(bytes(mask for hand in hands for mask in hand), len(hands))

    def reply(self, hand: Hand, blocks: Blocks) -> tuple[int, int]:
        """Returns the best result of a hand against those hands in the blocks that share no card with it.

        Returns:
            The winnings in units of `SHARE`, rounded up, and the number of those hands.
        """
        met = ctypes.c_int()
        content = ctypes.addressof(ctypes.c_char.from_buffer(blocks.content))
        won = self._c.reply(bytes(hand), content, blocks.places.buffer_info()[0], ctypes.byref(met))
        return int(won), met.value

    def _block(self) -> bytes:
        """Returns the leaves that were written last."""
        starts = ctypes.string_at(self._c.leaf_starts(), 4 * (self._c.classes_count() + 1))
        leaves = ctypes.string_at(self._c.all_leaves(), 8 * self._c.leaves_count()) if self._c.leaves_count() else b""
        return starts + bytes(-len(starts) % 8) + leaves


class HiddenSolver(Replies):
    """The compiled computation of `hidden.c`."""

    def __init__(self, library: Path) -> None:
        super().__init__(library)
        number, real = ctypes.c_int, ctypes.c_double
        self._c.refer.argtypes, self._c.refer.restype = [ctypes.c_char_p, number, number, real], real
        self._c.plays_after.argtypes = [ctypes.c_char_p, number, number, ctypes.c_void_p]

    def refer(self, hand: Hand, elder: bool) -> tuple[float, bytes]:
        """Solves a hand of one role. Returns how many of 65,780 hands it wins at least, and its block of leaves."""
        lower = self._c.refer(bytes(hand), elder, ROUNDS[elder], ENOUGH)
        return float(lower), self._block()

    def plays_after(self, seen: Sequence[int], elder: bool) -> tuple[float, ...]:
        """Returns how likely the reference plays each of its five cards. It has the hand solved last, and is to play.

        Args:
            seen: the cards played, as in `hidden.c`.
            elder: whether the reference leads the first trick.
        """
        shares = (ctypes.c_double * 5)()
        self._c.plays_after(bytes(seen), len(seen), elder, shares)
        return tuple(shares)

    def gap_under(self, suit: int, higher: int) -> int:
        """Returns the gap of an unseen card, if the hand solved last has `higher` cards of its suit above it."""
        return int(self._c.gap_under(suit, higher))


def compile_solver(folder: Path, compiler: str = "cc", source: str = "hidden.c") -> Path:
    """Compiles a library into the folder. Raises `OSError` or `CalledProcessError` without a compiler."""
    return compile_library(folder / f"{Path(source).stem}.so", [compiler], _FLAGS, [C_FOLDER / source])


def source_hash(prefix: str = "hidden", *settings: object) -> str:
    """Returns a hash of everything on which the figures depend: the sources with this prefix, and the settings."""
    sources = sorted(path for path in C_FOLDER.iterdir() if path.name.startswith(("hidden", prefix)))
    content = b"".join(path.read_bytes() for path in sources)
    return sha256(content + f"{_FLAGS} {ROUNDS} {ENOUGH} {settings}".encode()).hexdigest()
