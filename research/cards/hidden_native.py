"""Computes bounds for hidden hands in C, compiled with the system's compiler and called through ctypes.

Only `research.cards.hidden_build` and tests use this module. Floating point is neither fused nor reordered, so the same
source gives the same figures. `ecarte.ai.cards.hidden` defines them.
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
"""The most rounds in which the strategy of a hand is improved, for the elder (True) and the dealer (False). A round of
the elder costs more.
"""
ENOUGH: Final = 0.5
"""A strategy is improved until eight rounds gain less than this. The gain is a number of opposing hands, of 65,780."""
SHARE: Final = 1 << 24
"""Winnings are counted in units. To win for certain against one opposing hand counts this many units, as in
`hidden_reply.h`.
"""
OPPOSING: Final = 65_780
LEFT_OUT: Final = (1 << 64) - 1
"""Stands in `Blocks.places` for a hand that has no block."""

Hand: TypeAlias = tuple[int, int, int, int]
"""A hand as four masks with the highest card in bit 0: the trumps without the turn-up, then the plain suits, the
greatest mask first.
"""


def relative_hands() -> list[Hand]:
    """Returns all 31,913 hands, ascending. Hands that differ only in the order of the plain suits count once."""
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
    """Returns how many different hands result from all orders of the hand's plain suits: 1, 3 or 6."""
    return len(set(permutations(hand[1:])))


class Blocks(NamedTuple):
    """The strategies of the reference's hands, as C reads them.

    Attributes:
        content: the blocks that `HiddenSolver.refer` returned, one after the other.
        places: for each of `relative_hands`, the index of the first byte of its block, or `LEFT_OUT`.
    """

    content: bytearray | mmap
    places: array[int]


class Replies:
    """Computes best replies in C. A process can have only one, because its tree is static memory."""

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
        """Returns how much the best reply of a hand wins against all hands of the reference that share no card with it.
        The reference is the opponent whose strategies the blocks have (`ecarte.ai.cards.hidden`).

        Returns:
            The winnings in units of `SHARE`, rounded up, and the number of those hands.
        """
        met = ctypes.c_int()
        content = ctypes.addressof(ctypes.c_char.from_buffer(blocks.content))
        won = self._c.reply(bytes(hand), content, blocks.places.buffer_info()[0], ctypes.byref(met))
        return int(won), met.value

    def _block(self) -> bytes:
        """Returns the leaves that C wrote last, as a block for `Blocks`."""
        starts = ctypes.string_at(self._c.leaf_starts(), 4 * (self._c.classes_count() + 1))
        leaves = ctypes.string_at(self._c.all_leaves(), 8 * self._c.leaves_count()) if self._c.leaves_count() else b""
        return starts + bytes(-len(starts) % 8) + leaves


class HiddenSolver(Replies):
    """Finds the strategies of the lower bounds in C (`hidden.c`)."""

    def __init__(self, library: Path) -> None:
        super().__init__(library)
        number, real = ctypes.c_int, ctypes.c_double
        self._c.refer.argtypes, self._c.refer.restype = [ctypes.c_char_p, number, number, real], real
        self._c.plays_after.argtypes = [ctypes.c_char_p, number, number, ctypes.c_void_p]

    def refer(self, hand: Hand, elder: bool) -> tuple[float, bytes]:
        """Finds the strategy of a hand. Returns two things: the least that it wins against the 65,780 opposing hands,
        as the sum of its chances against each, and the strategy as a block for `Blocks`.
        """
        lower = self._c.refer(bytes(hand), elder, ROUNDS[elder], ENOUGH)
        return float(lower), self._block()

    def plays_after(self, seen: Sequence[int], elder: bool) -> tuple[float, ...]:
        """Returns how often the hand solved last plays each of its five cards next (0 to 1).

        Args:
            seen: the cards played so far by both players. A number below 9 is the gap of a card of the opponent; 9 and
                more is 9 plus the index of an own card.
            elder: whether the hand leads the first trick.
        """
        shares = (ctypes.c_double * 5)()
        self._c.plays_after(bytes(seen), len(seen), elder, shares)
        return tuple(shares)

    def gap_under(self, suit: int, higher: int) -> int:
        """Returns the number of the gap in which an unseen card lies, for the hand solved last. Unseen cards that rank
        between the same two cards of the hand share a gap.

        Args:
            suit: the suit of the unseen card.
            higher: how many cards of the hand are above it in that suit.
        """
        return int(self._c.gap_under(suit, higher))


def compile_solver(folder: Path, compiler: str = "cc", source: str = "hidden.c") -> Path:
    """Compiles a C source into the folder. Returns the path of the library.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    return compile_library(folder / f"{Path(source).stem}.so", [compiler], _FLAGS, [C_FOLDER / source])


def source_hash(prefix: str = "hidden", *settings: object) -> str:
    """Returns a hash of everything on which the figures depend: the C sources whose names begin with `hidden` or with
    `prefix`, and the settings.
    """
    sources = sorted(path for path in C_FOLDER.iterdir() if path.name.startswith(("hidden", prefix)))
    content = b"".join(path.read_bytes() for path in sources)
    return sha256(content + f"{_FLAGS} {ROUNDS} {ENOUGH} {settings}".encode()).hexdigest()
