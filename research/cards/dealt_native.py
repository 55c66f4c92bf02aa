"""The play of hands as dealt, computed in C and called through ctypes. Only `dealt_build` and tests use it."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from ecarte.ai.cards.dealt import HAND, TableDecision
from ecarte.ai.cards.hidden import COUNT
from ecarte.odds import Role
from research.cards.hidden_native import ENOUGH, ROUNDS, Hand, Replies, relative_hands

_MOST_BYTES: Final = 6 << 30
_MOST_FOUND: Final = 1 << 17
_PLAYS_BITS: Final = 16
BOOKS: Final = 2
"""The number of books, as in `dealt_tree.h`."""
DECISION_BYTES: Final = 4 + HAND
_NUMBER: Final[Mapping[Role, int]] = {Role.ELDER: 0, Role.DEALER: 1}


class Found(NamedTuple):
    """The decisions of a hand in which open search falls short.

    Attributes:
        decisions: the decisions.
        lost: what open search loses of the chance to make the point.
        left: what it still loses with these decisions.
    """

    decisions: list[TableDecision]
    lost: float
    left: float


class OpenSearch:
    """Search with open hands as in the solver, without the solver's memory. For tests."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        self._c.open_play.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int]

    def play(self, hand: Hand, role: Role, events: Sequence[int]) -> int | None:
        """Returns the place of the card that is played after these events of a path.

        None if the point is already decided.
        """
        place = int(self._c.open_play(bytes(hand), role is Role.ELDER, bytes(events), len(events)))
        return None if place < 0 else place


class DealtSolver(Replies):
    """The strategies of all hands, in about four gigabytes of memory.

    Args:
        ranges: how often elder and dealer come to the play with each hand. None: all hands are equally likely.

    Raises:
        RuntimeError: a process failed.
    """

    def __init__(self, library: Path, processes: int, ranges: Sequence[Sequence[float]] | None = None) -> None:
        super().__init__(library)
        number, real, pointer, big = ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_uint64
        self._c.begin.argtypes = [ctypes.c_char_p, ctypes.c_size_t, pointer, pointer, number]
        self._c.sweep_hands.argtypes = [number, number, number, big, number]
        self._c.carry.argtypes = [ctypes.c_char_p, number]
        self._c.average.argtypes = [number, number, real, pointer]
        self._c.exceptions.argtypes = [number, number, real, real, real, pointer, pointer]
        self._c.books.argtypes = [number, number, real, real, real, pointer, pointer, pointer]
        self._c.lead_losses.argtypes = [number, real, pointer]
        self._c.play_for_lower_end.argtypes = [number, number, number, real]
        self._c.values.argtypes = [number, pointer]
        # C stores the addresses, so the arrays must stay alive.
        self._ranges = [(ctypes.c_float * COUNT)(*often) for often in ranges or ()]
        at = [ctypes.addressof(often) for often in self._ranges] if ranges else [None, None]
        if self._c.begin(bytes(mask for hand in relative_hands() for mask in hand), _MOST_BYTES, *at, processes):
            raise RuntimeError("a process that builds the trees has failed")

    def sweep(self, role: Role, number: int, draws: int, seed: int, processes: int) -> None:
        """Sweeps the hands of a role. Each hand meets those of `draws` drawn hands that share no card with it.

        Args:
            number: the number of the sweep, from 1.

        Raises:
            RuntimeError: a process failed.
        """
        if self._c.sweep_hands(_NUMBER[role], number, draws, seed, processes):
            raise RuntimeError("a process of the sweep has failed")

    def write(self, file: Path) -> None:
        """Writes what was learnt to a file. Raises `OSError`."""
        if self._c.carry(bytes(file), 1):
            raise OSError(f"{file} cannot be written")

    def read(self, file: Path) -> None:
        """Reads what was learnt from a file. Raises `OSError`."""
        if self._c.carry(bytes(file), 0):
            raise OSError(f"{file} cannot be read")

    def average(self, role: Role, hand: int, least: float) -> tuple[bytes, bytes]:
        """Returns the leaves of a hand's average strategy, and its decisions. Plays rarer than `least` are left out.

        A decision is a path of four bytes, little-endian, and the 255ths of each place.
        """
        content = (ctypes.c_uint64 * _MOST_FOUND)()
        number = self._c.average(_NUMBER[role], hand, least, ctypes.addressof(content))
        pairs = zip(content[: 2 * number : 2], content[1 : 2 * number : 2], strict=True)
        return self._block(), b"".join(struct.pack("<IQ", path, plays)[:DECISION_BYTES] for path, plays in pairs)

    def play_for_lower_end(self, role: Role, hand: int) -> None:
        """Makes the hand play by the strategy of its certified lower bound, where that strategy has a play."""
        self._c.play_for_lower_end(_NUMBER[role], hand, ROUNDS[role is Role.ELDER], ENOUGH)

    def decisions(self, role: Role, hand: int, meetings: float, enough: float | None, least: float) -> Found:
        """Returns the decisions in which open search loses most, until the others together lose at most `enough`.

        From then on the hand plays these decisions.

        Args:
            meetings: the weight of all hands met. Losses are sums over them.
            enough: None: all decisions that differ from open search.
            least: plays rarer than this are left out.
        """
        content, lost = (ctypes.c_uint64 * _MOST_FOUND)(), (ctypes.c_double * 2)()
        at = [ctypes.addressof(content), ctypes.addressof(lost)]
        number = self._c.exceptions(_NUMBER[role], hand, meetings, -1 if enough is None else enough, least, *at)
        return Found(_decisions(content[:number]), lost[0], lost[1])

    def books(self, role: Role, hand: int, price: float, often: float, least: float) -> list[Found]:
        """Returns the decisions of each book of a hand (`dealt_tree.h`).

        They are the decisions in which open search loses more than `price`, and those that mix cards and occur more
        often than `often`, whatever the opponent plays.
        """
        content, lost = (ctypes.c_uint64 * (BOOKS * _MOST_FOUND))(), (ctypes.c_double * (2 * BOOKS))()
        numbers = (ctypes.c_int * BOOKS)()
        at = [ctypes.addressof(part) for part in (content, numbers, lost)]
        self._c.books(_NUMBER[role], hand, price, often, least, *at)
        entries = iter(content)
        return [
            Found(_decisions(islice(entries, numbers[book])), *lost[2 * book : 2 * book + 2]) for book in range(BOOKS)
        ]

    def lead_losses(self, hand: int, meetings: float) -> Sequence[float]:
        """Returns the elder's loss by each first lead. It is negative for a card that is equivalent to a lower one."""
        lost = (ctypes.c_double * HAND)()
        self._c.lead_losses(hand, meetings, ctypes.addressof(lost))
        return list(lost)

    def values(self, processes: int) -> tuple[Sequence[float], Sequence[float]]:
        """Returns the chance of the point for each hand of elder and dealer, if all play as `decisions` left them.

        Raises:
            RuntimeError: a process failed.
        """
        chances = (ctypes.c_double * (2 * COUNT))()
        if self._c.values(processes, ctypes.addressof(chances)):
            raise RuntimeError("a process has failed")
        return chances[:COUNT], chances[COUNT:]


def _decisions(entries: Iterable[int]) -> list[TableDecision]:
    return [TableDecision(entry >> _PLAYS_BITS, entry & (1 << _PLAYS_BITS) - 1) for entry in entries]
