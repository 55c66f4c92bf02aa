"""The solver of the policy in C, compiled with the system's compiler and called through ctypes.

Only `policy_build` and tests use it. Floating point is neither fused nor reordered, so the same source gives the same
figures.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from ecarte.ai.exchange.policy_file import SHIFTS, UNIT
from ecarte.odds.hand_classes import CLASSES
from research.compiling import C_FOLDER, compile_library

ROUNDS: Final = 3
TOOK: Final = 3
PLANS: Final = 1 + TOOK * (ROUNDS - 1)
_SOURCES: Final = ("tricks.c", "nodes.c", "solve.c", "play.c")
_FLAGS: Final = ("-O3", "-std=c11", "-ffp-contract=off", "-fPIC", "-shared")
# The parameters of the C functions: i for an int, s for a seed (64 bits), r for a real (double), p for a pointer.
_SIGNATURES: Final = {
    "respond": "ppiipisrrrpp",
    "deals": "ppipisp",
    "compare": "ppppipisp",
    "tricks_of": "ii",
    "counts": "iip",
    "hidden_hand": "iisiip",
    "hidden_classes": "iiisip",
    "hide": "p",
    "hidden_shares": "p",
    "shift_by": "p",
}
_Pay: Final = ctypes.c_double * 24


def plan_at(round_: int, bucket: int) -> int:
    """Returns the index of a plan: 0 for the first round, else by the round and the opponent's last exchange (0, 1 or
    2).
    """
    return 1 + (round_ - 1) * TOOK + bucket if round_ else 0


class Plan(ctypes.Structure):
    """The plan of one side: the chance of proposing (accepting) and the discard, for every class of hands."""

    _fields_ = (("say", (ctypes.c_float * CLASSES) * PLANS), ("out", (ctypes.c_uint8 * CLASSES) * ROUNDS))

    def copy(self) -> Plan:
        return Plan.from_buffer_copy(self)


class Pays(ctypes.Structure):
    """The elder's chance to win by [elder's king][dealer's king][elder's tricks], for each way in which the play
    begins.
    """

    _fields_ = (("stood", _Pay), ("refused", _Pay), ("later", _Pay))


class PolicyGame(NamedTuple):
    """One of the 45 games to solve.

    Attributes:
        elder, dealer: the points that each needs. A turned-up king is marked already.
        king: whether the king of trumps may be in a hand; otherwise it was turned up.
    """

    elder: int
    dealer: int
    king: bool

    @property
    def name(self) -> str:
        """The name in the file: `e5d4k`, without the k if the king was turned up."""
        return f"e{self.elder}d{self.dealer}{'k' if self.king else ''}"


class Plans(NamedTuple):
    """The plans of both sides at one score."""

    elder: Plan
    dealer: Plan


@dataclass(frozen=True, slots=True)
class Deals:
    """The results of whole deals with two plans.

    Attributes:
        value: the elder's chance to win the game.
        error: its standard error.
        proposed: how often the elder proposes.
        given: how often the dealer then accepts.
        exchanges: how often a deal has at least one, two, three exchanges.
    """

    value: float
    error: float
    proposed: float
    given: float
    exchanges: tuple[float, float, float]


class PolicySolver:
    """The compiled solver. A process can have only one, because its tables are static memory."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        kinds: dict[str, Any] = {"i": ctypes.c_int, "s": ctypes.c_uint64, "r": ctypes.c_double, "p": ctypes.c_void_p}
        self._call = {}
        for name, letters in _SIGNATURES.items():
            call = self._c[name]
            call.argtypes = [kinds[letter] for letter in letters]
            self._call[name] = call
        self._c.begin()
        self.hands: tuple[int, ...] = tuple((ctypes.c_uint32 * CLASSES).in_dll(self._c, "hand_of_class"))
        self.ways: tuple[int, ...] = tuple((ctypes.c_uint32 * CLASSES).in_dll(self._c, "ways_of_class"))

    def tricks(self, leader: int, follower: int) -> int:
        """Returns the leader's tricks with open hands. Hands are masks of 31 cards, trumps first."""
        return int(self._call["tricks_of"](leader, follower))

    def counts(self, dealer: bool, number: int) -> tuple[int, ...]:
        """Returns how many of the opponent's 65,780 hands give the elder 0 to 5 tricks: without the top trump, then
        with it.
        """
        counts = (ctypes.c_uint32 * 12)()
        self._call["counts"](dealer, number, counts)
        return tuple(counts)

    def respond(
        self,
        plans: Plans,
        dealer: bool,
        king: bool,
        pays: Pays,
        size: int,
        seed: int,
        *,
        step: float = 1.0,
        blur: float = 0.0,
        slack: float = 0.0,
    ) -> tuple[Plan, list[float], list[float]]:
        """Moves the plan of one side by `step` towards the best answer to the other plan.

        Args:
            dealer: whether the dealer's plan moves.
            king: whether the king of trumps is in play.
            size: the number of the opponent's hands drawn for each decision.
            blur: the distance from even within which both decisions are mixed.
            slack: the smallest gain for which the discard changes.

        Returns:
            The plan; and for each class the elder's chance to win by playing (refusal), and by proposing (acceptance).
            The chance is negative if the decision never occurs.
        """
        plan = (plans.dealer if dealer else plans.elder).copy()
        values = (ctypes.c_float * (2 * CLASSES))()
        at = [ctypes.addressof(part) for part in (*plans, pays, plan, values)]
        self._call["respond"](at[0], at[1], dealer, king, at[2], size, seed, step, blur, slack, at[3], at[4])
        return plan, list(values[:CLASSES]), list(values[CLASSES:])

    def deals(self, plans: Plans, king: bool, pays: Pays, number: int, seed: int) -> Deals:
        """Returns the means over `number` whole deals, by the laws."""
        results = (ctypes.c_double * 7)()
        at = [ctypes.addressof(part) for part in (*plans, pays)]
        self._call["deals"](at[0], at[1], king, at[2], number, seed, ctypes.addressof(results))
        value, variance, proposed, given, first, second, third = results
        return Deals(value, (variance / number) ** 0.5, proposed, given, (first, second, third))

    def compare(
        self, first: Plans, second: Plans, king: bool, pays: Pays, number: int, seed: int
    ) -> tuple[float, float]:
        """Returns how much more the elder wins with `first` than with `second`, with the same packs, and the standard
        error.
        """
        results = (ctypes.c_double * 2)()
        at = [ctypes.addressof(part) for part in (*first, *second, pays)]
        self._call["compare"](*at[:4], king, at[4], number, seed, ctypes.addressof(results))
        return results[0], results[1] ** 0.5

    def hidden_hand(self, hand: int, number: int, seed: int, looks: int, naive: bool) -> tuple[list[int], list[int]]:
        """Returns how often an elder's hand wins 0 to 5 tricks against random hands: with hidden hands, and with open
        ones.
        """
        counts = (ctypes.c_uint32 * 12)()
        self._call["hidden_hand"](hand, number, seed, looks, naive, ctypes.addressof(counts))
        return list(counts[:6]), list(counts[6:])

    def hidden_classes(self, start: int, end: int, number: int, seed: int, looks: int) -> bytes:
        """Returns the same for the classes from `start` up to `end`: twelve whole numbers of four bytes each."""
        counts = (ctypes.c_uint32 * (12 * (end - start)))()
        self._call["hidden_classes"](start, end, number, seed, looks, ctypes.addressof(counts))
        return bytes(counts)

    def hide(self, counts: bytes) -> None:
        """Uses hidden hands from now on, without shifts.

        Args:
            counts: what `hidden_classes` returned for all classes.
        """
        if len(counts) != 48 * CLASSES:
            raise ValueError(f"the counts of all classes have {48 * CLASSES} bytes, not {len(counts)}")
        buffer = ctypes.create_string_buffer(counts, len(counts))
        self._call["hide"](ctypes.addressof(buffer))

    def hidden_shares(self) -> ctypes.Array[ctypes.c_float]:
        """Returns the current chances of each number of tricks, by the elder's class and the tricks with open hands."""
        shares = (ctypes.c_float * (36 * CLASSES))()
        self._call["hidden_shares"](ctypes.addressof(shares))
        return shares

    def shift_by(self, shifts: Sequence[int]) -> ctypes.Array[ctypes.c_float]:
        """Adds these shifts (`policy_play.shifts`) to the chances of tricks from now on. Returns them as an array."""
        if len(shifts) != SHIFTS:
            raise ValueError(f"there must be {SHIFTS} shifts, not {len(shifts)}")
        content = (ctypes.c_float * SHIFTS)(*(shift / UNIT for shift in shifts))
        self._call["shift_by"](ctypes.addressof(content))
        return content


def compile_solver(folder: Path, compiler: Sequence[str] = ("cc",)) -> PolicySolver:
    """Compiles the solver into `folder` and loads it. Raises `OSError` or `subprocess.CalledProcessError`."""
    return PolicySolver(compile_library(folder / "policy.so", compiler, _FLAGS, [C_FOLDER / name for name in _SOURCES]))
