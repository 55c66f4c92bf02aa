"""The play of hands as dealt, computed in C and called through ctypes; for `dealt_build` and tests."""

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
"""As in `dealt_tree.h`."""
DECISION_BYTES: Final = 4 + HAND
_NUMBER: Final[Mapping[Role, int]] = {Role.ELDER: 0, Role.DEALER: 1}


class Found(NamedTuple):
    """The decisions of a hand in which open search falls short.

    `lost`: of the chance to make the point by open search; `left`: with these decisions.
    """

    decisions: list[TableDecision]
    lost: float
    left: float


class OpenSearch:
    """Search with open hands as the solver has it; for the tests, without its memory."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        self._c.open_play.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int]

    def play(self, hand: Hand, role: Role, events: Sequence[int]) -> int | None:
        """The place of the card played after these events of a path; None where the point is decided already."""
        place = int(self._c.open_play(bytes(hand), role is Role.ELDER, bytes(events), len(events)))
        return None if place < 0 else place


class DealtSolver(Replies):
    """The strategies of all hands, in some four gigabytes of memory.

    `ranges`: how often elder and dealer come to the play with each hand; None: every hand is dealt with equal chance.
    Raises `RuntimeError` if a process failed.
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
        # C keeps the addresses.
        self._ranges = [(ctypes.c_float * COUNT)(*often) for often in ranges or ()]
        at = [ctypes.addressof(often) for often in self._ranges] if ranges else [None, None]
        if self._c.begin(bytes(mask for hand in relative_hands() for mask in hand), _MOST_BYTES, *at, processes):
            raise RuntimeError("a process that builds the trees has failed")

    def sweep(self, role: Role, number: int, draws: int, seed: int, processes: int) -> None:
        """The `number`-th sweep of a role's hands, from 1: each meets those of `draws` hands that it can.

        Raises `RuntimeError` if a process failed.
        """
        if self._c.sweep_hands(_NUMBER[role], number, draws, seed, processes):
            raise RuntimeError("a process of the sweep has failed")

    def write(self, file: Path) -> None:
        """Keeps what was learnt. Raises `OSError`."""
        if self._c.carry(bytes(file), 1):
            raise OSError(f"{file} cannot be written")

    def read(self, file: Path) -> None:
        """Takes up what was kept. Raises `OSError`."""
        if self._c.carry(bytes(file), 0):
            raise OSError(f"{file} cannot be read")

    def average(self, role: Role, hand: int, least: float) -> tuple[bytes, bytes]:
        """The leaves of a hand's average strategy, and its decisions; plays rarer than `least` are left out.

        A decision is a path of four bytes, little-endian, and the 255ths of each place.
        """
        content = (ctypes.c_uint64 * _MOST_FOUND)()
        number = self._c.average(_NUMBER[role], hand, least, ctypes.addressof(content))
        pairs = zip(content[: 2 * number : 2], content[1 : 2 * number : 2], strict=True)
        return self._block(), b"".join(struct.pack("<IQ", path, plays)[:DECISION_BYTES] for path, plays in pairs)

    def play_for_lower_end(self, role: Role, hand: int) -> None:
        """From now on the hand plays as for its certified lower end, but where that strategy says nothing."""
        self._c.play_for_lower_end(_NUMBER[role], hand, ROUNDS[role is Role.ELDER], ENOUGH)

    def decisions(self, role: Role, hand: int, meetings: float, enough: float | None, least: float) -> Found:
        """The decisions in which open search loses most, until the others together lose `enough` at most.

        `enough`: None: all that differ from open search; `meetings`: the weight of all hands met, as losses are sums
        over them. From then on the hand plays so.
        """
        content, lost = (ctypes.c_uint64 * _MOST_FOUND)(), (ctypes.c_double * 2)()
        at = [ctypes.addressof(content), ctypes.addressof(lost)]
        number = self._c.exceptions(_NUMBER[role], hand, meetings, -1 if enough is None else enough, least, *at)
        return Found(_decisions(content[:number]), lost[0], lost[1])

    def books(self, role: Role, hand: int, price: float, often: float, least: float) -> list[Found]:
        """The decisions of each book of a hand (`dealt_tree.h`) in which open search loses more than `price`.

        And those that mix cards and come up more often than `often`, whatever the other plays.
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
        """What the elder loses by each card led first; below 0: it plays as a lower card does."""
        lost = (ctypes.c_double * HAND)()
        self._c.lead_losses(hand, meetings, ctypes.addressof(lost))
        return list(lost)

    def values(self, processes: int) -> tuple[Sequence[float], Sequence[float]]:
        """The chance of the point of each hand of elder and dealer, where all play as `decisions` left them.

        Raises `RuntimeError` if a process failed.
        """
        chances = (ctypes.c_double * (2 * COUNT))()
        if self._c.values(processes, ctypes.addressof(chances)):
            raise RuntimeError("a process has failed")
        return chances[:COUNT], chances[COUNT:]


def _decisions(entries: Iterable[int]) -> list[TableDecision]:
    return [TableDecision(entry >> _PLAYS_BITS, entry & (1 << _PLAYS_BITS) - 1) for entry in entries]
