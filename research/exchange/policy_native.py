"""The solver of the policy in C, compiled with the system's compiler and called through ctypes.

For `policy_build` and tests only. Floating point is neither fused nor reordered, so the same source gives the same
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
# Parameters of the C functions: an int, a seed (64 bits), a real (double), a pointer.
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
    """The index of a plan: of the first round (0), or of a later one by the other's last exchange (0, 1 or 2)."""
    return 1 + (round_ - 1) * TOOK + bucket if round_ else 0


class Plan(ctypes.Structure):
    """One side's plan: the chance of proposing (accepting) and the discard, for every class of hands."""

    _fields_ = (("say", (ctypes.c_float * CLASSES) * PLANS), ("out", (ctypes.c_uint8 * CLASSES) * ROUNDS))

    def copy(self) -> Plan:
        return Plan.from_buffer_copy(self)


class Pays(ctypes.Structure):
    """The elder's chance to win by [elder's king][dealer's king][elder's tricks], for each way the play began."""

    _fields_ = (("stood", _Pay), ("refused", _Pay), ("later", _Pay))


class PolicyGame(NamedTuple):
    """One of the 45 games solved: the points still needed, a king turned up being marked."""

    elder: int
    dealer: int
    king: bool
    """Whether the king of trumps may be held; else it was turned up."""

    @property
    def name(self) -> str:
        """The name in the file: `e5d4k`, without the k where the king was turned up."""
        return f"e{self.elder}d{self.dealer}{'k' if self.king else ''}"


class Plans(NamedTuple):
    """Both sides' plans at one score."""

    elder: Plan
    dealer: Plan


@dataclass(frozen=True, slots=True)
class Deals:
    """Results of whole deals by two plans: the elder's chance to win the game, and how often each decision was made."""

    value: float
    error: float
    proposed: float
    given: float
    exchanges: tuple[float, float, float]


class PolicySolver:
    """The compiled solver; one per process, because its tables are static memory."""

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
        """The leader's tricks with open hands; hands are masks of 31 cards, trumps first."""
        return int(self._call["tricks_of"](leader, follower))

    def counts(self, dealer: bool, number: int) -> tuple[int, ...]:
        """How many of the other's 65,780 hands give the elder 0-5 tricks: without the top trump, then with it."""
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
        """Moves one side's plan by `step` towards the best answer to the other's.

        `king`: the king of trumps is in play; `size`: hands of the other drawn for each decision; `blur`: the distance
        from even within which both moves are made; `slack`: the least gain of a new discard. Returns the plan, and by
        class the elder's chance to win by playing (refusal) and by proposing (acceptance); negative where the decision
        never comes up.
        """
        plan = (plans.dealer if dealer else plans.elder).copy()
        values = (ctypes.c_float * (2 * CLASSES))()
        at = [ctypes.addressof(part) for part in (*plans, pays, plan, values)]
        self._call["respond"](at[0], at[1], dealer, king, at[2], size, seed, step, blur, slack, at[3], at[4])
        return plan, list(values[:CLASSES]), list(values[CLASSES:])

    def deals(self, plans: Plans, king: bool, pays: Pays, number: int, seed: int) -> Deals:
        """The means over whole deals, by the laws."""
        results = (ctypes.c_double * 7)()
        at = [ctypes.addressof(part) for part in (*plans, pays)]
        self._call["deals"](at[0], at[1], king, at[2], number, seed, ctypes.addressof(results))
        value, variance, proposed, given, first, second, third = results
        return Deals(value, (variance / number) ** 0.5, proposed, given, (first, second, third))

    def compare(
        self, first: Plans, second: Plans, king: bool, pays: Pays, number: int, seed: int
    ) -> tuple[float, float]:
        """The elder's gain by `first` over `second` with the same packs, and its standard error."""
        results = (ctypes.c_double * 2)()
        at = [ctypes.addressof(part) for part in (*first, *second, pays)]
        self._call["compare"](*at[:4], king, at[4], number, seed, ctypes.addressof(results))
        return results[0], results[1] ** 0.5

    def hidden_hand(self, hand: int, number: int, seed: int, looks: int, naive: bool) -> tuple[list[int], list[int]]:
        """An elder against random ones: how often it makes 0-5 tricks with hidden hands, and with open ones."""
        counts = (ctypes.c_uint32 * 12)()
        self._call["hidden_hand"](hand, number, seed, looks, naive, ctypes.addressof(counts))
        return list(counts[:6]), list(counts[6:])

    def hidden_classes(self, start: int, end: int, number: int, seed: int, looks: int) -> bytes:
        """The same for the classes from `start` up to `end`: twelve whole numbers of four bytes each."""
        counts = (ctypes.c_uint32 * (12 * (end - start)))()
        self._call["hidden_classes"](start, end, number, seed, looks, ctypes.addressof(counts))
        return bytes(counts)

    def hide(self, counts: bytes) -> None:
        """Uses hidden hands from now on, unshifted: `counts` is what `hidden_classes` returned for all classes."""
        if len(counts) != 48 * CLASSES:
            raise ValueError("twelve numbers for every class are needed")
        buffer = ctypes.create_string_buffer(counts, len(counts))
        self._call["hide"](ctypes.addressof(buffer))

    def hidden_shares(self) -> ctypes.Array[ctypes.c_float]:
        """The chances in use of each number of tricks, by class of the elder's and tricks with open hands."""
        shares = (ctypes.c_float * (36 * CLASSES))()
        self._call["hidden_shares"](ctypes.addressof(shares))
        return shares

    def shift_by(self, shifts: Sequence[int]) -> ctypes.Array[ctypes.c_float]:
        """Adds these shifts, in units (`policy_play.shifts`), to the chances of tricks from now on; returns them."""
        if len(shifts) != SHIFTS:
            raise ValueError(f"{SHIFTS} shifts are needed")
        content = (ctypes.c_float * SHIFTS)(*(shift / UNIT for shift in shifts))
        self._call["shift_by"](ctypes.addressof(content))
        return content


def compile_solver(folder: Path, compiler: Sequence[str] = ("cc",)) -> PolicySolver:
    """Compiles the solver into `folder` and loads it. Raises `OSError` or `subprocess.CalledProcessError`."""
    return PolicySolver(compile_library(folder / "policy.so", compiler, _FLAGS, [C_FOLDER / name for name in _SOURCES]))
