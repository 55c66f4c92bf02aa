"""Solves the play of hands as dealt in C, called through ctypes. Only `dealt_build`, `ranges_build` and tests use
this module.
"""

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
"""A hand without the king of trumps has this many separate strategies, its books. Book 0 is for decisions before the
opponent has announced the king, book 1 for those after it (`dealt_tree.h`).
"""
DECISION_BYTES: Final = 4 + HAND
_NUMBER: Final[Mapping[Role, int]] = {Role.ELDER: 0, Role.DEALER: 1}


class Found(NamedTuple):
    """The decisions in which a hand should not play as search with open hands would, and what they are worth.

    Attributes:
        decisions: the decisions, with the better plays.
        lost: how much of its chance to make the point the hand loses if it follows the search everywhere.
        left: how much it still loses if it follows the search except in these decisions.
    """

    decisions: list[TableDecision]
    lost: float
    left: float


class OpenSearch:
    """Search with open hands in C, without the memory that the solver needs. For tests."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        self._c.open_play.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int]

    def play(self, hand: Hand, role: Role, events: Sequence[int]) -> int | None:
        """Returns the card that the search plays, as its place in the hand (0 to 4).

        Returns None if the point is decided, or if the hand has no choice now.

        Args:
            hand: the five cards at the beginning of the play.
            role: whether it is the elder's or the dealer's hand.
            events: the cards played so far by both players: 0 to 4 for the place of an own card, from 5 on for a card
                of the opponent (`ecarte.ai.cards.dealt.DealtHand.event`).
        """
        place = int(self._c.open_play(bytes(hand), role is Role.ELDER, bytes(events), len(events)))
        return None if place < 0 else place


class DealtSolver(Replies):
    """Learns strategies for all hands of both roles. Takes about four gigabytes of memory.

    Args:
        library: the compiled C code.
        processes: how many processes share the work.
        ranges: how often elder and dealer come to the play with each hand, or None if all hands are equally likely.

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
        """Lets all hands of a role learn once. Each meets hands of the other role that are drawn at random. A drawn
        hand that shares a card with the learning hand is passed over.

        Args:
            role: the role.
            number: the number of the sweep, from 1.
            draws: how many hands of the other role are drawn.
            seed: the seed of the random numbers.
            processes: how many processes share the work.

        Raises:
            RuntimeError: a process failed.
        """
        if self._c.sweep_hands(_NUMBER[role], number, draws, seed, processes):
            raise RuntimeError("a process of the sweep has failed")

    def write(self, file: Path) -> None:
        """Writes everything learnt so far to a file. Raises `OSError` if that fails."""
        if self._c.carry(bytes(file), 1):
            raise OSError(f"{file} cannot be written")

    def read(self, file: Path) -> None:
        """Continues from what `write` wrote to a file. Raises `OSError` if that fails."""
        if self._c.carry(bytes(file), 0):
            raise OSError(f"{file} cannot be read")

    def average(self, role: Role, hand: int, least: float) -> tuple[bytes, bytes]:
        """Returns the average strategy of a hand in two forms: the leaves of its tree, and its decisions.

        Cards that are played more rarely than `least` (0 to 1) are left out. A decision has nine bytes
        (`DECISION_BYTES`). The first four, little-endian, are its path: the cards played before the decision, as in
        `dealt.bin`. The other five say how often each of the hand's five cards is played, in 255ths.
        """
        content = (ctypes.c_uint64 * _MOST_FOUND)()
        number = self._c.average(_NUMBER[role], hand, least, ctypes.addressof(content))
        pairs = zip(content[: 2 * number : 2], content[1 : 2 * number : 2], strict=True)
        return self._block(), b"".join(struct.pack("<IQ", path, plays)[:DECISION_BYTES] for path, plays in pairs)

    def play_for_lower_end(self, role: Role, hand: int) -> None:
        """Makes a hand play the strategy by which its lower bound was certified (`ecarte.ai.cards.hidden`), wherever
        that strategy has a play.
        """
        self._c.play_for_lower_end(_NUMBER[role], hand, ROUNDS[role is Role.ELDER], ENOUGH)

    def decisions(self, role: Role, hand: int, meetings: float, enough: float | None, least: float) -> Found:
        """Finds the decisions in which a hand loses most by following search with open hands.

        Decisions are added until the others together lose at most `enough`. From then on the solver lets the hand
        follow its strategy in the decisions found, and search with open hands in all others.

        Args:
            role, hand: the role, and the number of the hand.
            meetings: the total weight of the hands that this hand has met. The solver divides its sums of losses by
                this number.
            enough: a chance to make the point, or None to find all decisions that differ from the search.
            least: plays rarer than this are left out.
        """
        content, lost = (ctypes.c_uint64 * _MOST_FOUND)(), (ctypes.c_double * 2)()
        at = [ctypes.addressof(content), ctypes.addressof(lost)]
        number = self._c.exceptions(_NUMBER[role], hand, meetings, -1 if enough is None else enough, least, *at)
        return Found(_decisions(content[:number]), lost[0], lost[1])

    def books(self, role: Role, hand: int, price: float, often: float, least: float) -> list[Found]:
        """Returns the decisions of a hand that its table should have, one entry for each book (`BOOKS`).

        Args:
            role, hand: the role, and the number of the hand.
            price: a decision is included if search with open hands loses more than this in it.
            often: a decision that mixes cards is also included if it occurs more often than this, whatever the
                opponent plays.
            least: plays rarer than this are left out.
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
        """Returns what an elder's hand loses by leading each of its five cards to the first trick, compared with the
        best lead. A loss is a chance to make the point.

        The number is negative for a card that is worth the same as a lower card of the hand.

        Args:
            hand: the number of the hand.
            meetings: the total weight of the hands that this hand has met.
        """
        lost = (ctypes.c_double * HAND)()
        self._c.lead_losses(hand, meetings, ctypes.addressof(lost))
        return list(lost)

    def values(self, processes: int) -> tuple[Sequence[float], Sequence[float]]:
        """Returns how often each hand of the elder, and each hand of the dealer, makes the point.

        Each hand plays as the last call of `decisions` or `play_for_lower_end` for this hand has determined.

        Raises:
            RuntimeError: a process failed.
        """
        chances = (ctypes.c_double * (2 * COUNT))()
        if self._c.values(processes, ctypes.addressof(chances)):
            raise RuntimeError("a process has failed")
        return chances[:COUNT], chances[COUNT:]


def _decisions(entries: Iterable[int]) -> list[TableDecision]:
    return [TableDecision(entry >> _PLAYS_BITS, entry & (1 << _PLAYS_BITS) - 1) for entry in entries]
