"""The solver of the policy in C, as Python sees it: compiled with the system's compiler, called through ctypes.

For `policy_build` and its tests only; the library at run time needs no compiler and never comes here. The sources lie
in `c/`; floating point is neither fused nor reordered, so the same source gives the same figures.
"""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from ecarte.odds.hand_classes import CLASSES

__all__ = ["PLANS", "ROUNDS", "TOOK", "Deals", "Game", "Pays", "Plan", "Plans", "Solver", "compiled", "plan_at"]

ROUNDS: Final = 3
TOOK: Final = 3
PLANS: Final = 1 + TOOK * (ROUNDS - 1)
_SOURCES: Final = ("tricks.c", "nodes.c", "solve.c", "play.c")
_FOLDER: Final = Path(__file__).with_name("c")
_FLAGS: Final = ("-O3", "-std=c11", "-ffp-contract=off", "-fPIC", "-shared")
# The parameters of the functions in C: an int, a seed (64 bits), a real (double), a pointer.
_SIGNATURES: Final = {
    "respond": "ppiipisrrrpp",
    "deals": "ppipisp",
    "compare": "ppppipisp",
    "tricks_of": "ii",
    "counts": "iip",
    "hidden_hand": "iisiip",
    "hidden_classes": "iiisip",
    "hide": "p",
}
_Pay: Final = ctypes.c_double * 24


def plan_at(round_: int, bucket: int) -> int:
    """The place of a plan: of the first round (0), or of a later one where the other took so many (0, 1 or 2) last."""
    return 1 + (round_ - 1) * TOOK + bucket if round_ else 0


class Plan(ctypes.Structure):
    """One side's plan: how likely he proposes (or gives cards), and what he puts out, for every class of hands."""

    _fields_ = (("say", (ctypes.c_float * CLASSES) * PLANS), ("out", (ctypes.c_uint8 * CLASSES) * ROUNDS))

    def copy(self) -> Plan:
        """Another plan with the same content."""
        return Plan.from_buffer_copy(self)


class Pays(ctypes.Structure):
    """The elder hand's chance to win the game by [his king][dealer's king][his tricks], for each way the play began."""

    _fields_ = (("stood", _Pay), ("refused", _Pay), ("later", _Pay))


class Game(NamedTuple):
    """One of the 45 games that are solved: the points that each still has to make, a king turned up being marked."""

    elder: int
    dealer: int
    king: bool
    """Whether the king of trumps may be held; else it was turned up."""

    @property
    def name(self) -> str:
        """As in the file: `e5d4k`, without the k where the king was turned up."""
        return f"e{self.elder}d{self.dealer}{'k' if self.king else ''}"


class Plans(NamedTuple):
    """Both sides' plans at one score."""

    elder: Plan
    dealer: Plan


@dataclass(frozen=True, slots=True)
class Deals:
    """What whole deals by two plans came to: the elder hand's chance to win the game, and how often what was said."""

    value: float
    error: float
    proposed: float
    given: float
    exchanges: tuple[float, float, float]


class Solver:
    """The compiled solver. One for a process: it keeps its tables in static memory."""

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
        """The leader's tricks with open hands; the hands are masks of 31 cards, trumps first."""
        return int(self._call["tricks_of"](leader, follower))

    def counts(self, dealer: bool, number: int) -> tuple[int, ...]:
        """How many of the other's 65,780 hands give the elder 0-5 tricks: first without, then with the top trump."""
        made = (ctypes.c_uint32 * 12)()
        self._call["counts"](dealer, number, made)
        return tuple(made)

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
        """One side's plan moved by `step` towards the best answer to the other's.

        `king`: whether the king of trumps is in play; `size`: how many of the other's hands are drawn for each
        decision; `blur`: within how much of even he does both; `slack`: by how much a new discard must be better.
        Gives the plan, and by class the elder's chance to win if he plays (the dealer refuses), and if he proposes
        (the dealer gives); negative where it never comes up.
        """
        plan = (plans.dealer if dealer else plans.elder).copy()
        told = (ctypes.c_float * (2 * CLASSES))()
        at = [ctypes.addressof(it) for it in (*plans, pays, plan, told)]
        self._call["respond"](at[0], at[1], dealer, king, at[2], size, seed, step, blur, slack, at[3], at[4])
        return plan, list(told[:CLASSES]), list(told[CLASSES:])

    def deals(self, plans: Plans, king: bool, pays: Pays, number: int, seed: int) -> Deals:
        """The mean over whole deals, by the laws."""
        told = (ctypes.c_double * 7)()
        at = [ctypes.addressof(it) for it in (*plans, pays)]
        self._call["deals"](at[0], at[1], king, at[2], number, seed, ctypes.addressof(told))
        value, variance, proposed, given, first, second, third = told
        return Deals(value, (variance / number) ** 0.5, proposed, given, (first, second, third))

    def compare(self, one: Plans, two: Plans, king: bool, pays: Pays, number: int, seed: int) -> tuple[float, float]:
        """By how much the elder fares better with `one` than with `two` over the same packs, and its standard error."""
        told = (ctypes.c_double * 2)()
        at = [ctypes.addressof(it) for it in (*one, *two, pays)]
        self._call["compare"](*at[:4], king, at[4], number, seed, ctypes.addressof(told))
        return told[0], told[1] ** 0.5

    def hidden_hand(self, hand: int, number: int, seed: int, looks: int, naive: bool) -> tuple[list[int], list[int]]:
        """One elder hand against random ones: how often he makes 0-5 tricks with hidden hands, and with open ones."""
        told = (ctypes.c_uint32 * 12)()
        self._call["hidden_hand"](hand, number, seed, looks, naive, ctypes.addressof(told))
        return list(told[:6]), list(told[6:])

    def hidden_classes(self, start: int, end: int, number: int, seed: int, looks: int) -> bytes:
        """The same for the classes from `start` up to `end`: twelve whole numbers of four bytes each."""
        told = (ctypes.c_uint32 * (12 * (end - start)))()
        self._call["hidden_classes"](start, end, number, seed, looks, ctypes.addressof(told))
        return bytes(told)

    def hide(self, told: bytes) -> None:
        """From now on reckon with hidden hands: `told` is what `hidden_classes` gave for all classes."""
        if len(told) != 48 * CLASSES:
            raise ValueError("twelve numbers for every class are needed")
        kept = ctypes.create_string_buffer(told, len(told))
        self._call["hide"](ctypes.addressof(kept))


def compiled(folder: Path, compiler: Sequence[str] = ("cc",)) -> Solver:
    """Compile the solver into `folder` and load it. Raises `OSError` or `subprocess.CalledProcessError`."""
    library = folder / "policy.so"
    sources = [str(_FOLDER / name) for name in _SOURCES]
    subprocess.run([*compiler, *_FLAGS, "-o", str(library), *sources], check=True)
    return Solver(library)
