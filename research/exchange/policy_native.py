"""Solves the plans of the policy in C, compiled with the system's compiler and called through ctypes.

Only `policy_build`, `policy_margin` and tests use this module. Floating point is neither fused nor reordered, so the
same source gives the same figures.
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
    """Returns the index of a decision in `Plan.say`.

    Args:
        round_: the number of exchanges before the decision: 0, 1 or 2.
        bucket: after an exchange, how many cards the opponent took: 0 for at most two, 1 for three, 2 for more.
    """
    return 1 + (round_ - 1) * TOOK + bucket if round_ else 0


class Plan(ctypes.Structure):
    """What one side does before the play at one score, for every class of hands.

    Attributes:
        say: how often the elder proposes or the dealer accepts (0 to 1). The first index is the decision (`plan_at`),
            the second one the class of hands.
        out: the places of the cards to discard, as bits. The first index is the number of exchanges before this one,
            the second one the class of hands.
    """

    _fields_ = (("say", (ctypes.c_float * CLASSES) * PLANS), ("out", (ctypes.c_uint8 * CLASSES) * ROUNDS))

    def copy(self) -> Plan:
        return Plan.from_buffer_copy(self)


class Pays(ctypes.Structure):
    """The elder's chance to win the game (0 to 1) after each result of a deal at one score.

    Each table has 24 chances. The index is 12 if the elder marks the king, plus 6 if the dealer does, plus the number
    of the elder's tricks (0 to 5).

    Attributes:
        stood: the table for deals in which the elder leads without proposing.
        refused: the table for deals in which the dealer refuses the first proposal.
        later: the table for deals with an exchange.
    """

    _fields_ = (("stood", _Pay), ("refused", _Pay), ("later", _Pay))


class PolicyGame(NamedTuple):
    """A situation for which the policy has plans: one of 45.

    Attributes:
        elder, dealer: the points that each player needs. A turned-up king is marked already.
        king: whether the king of trumps may be in a hand; otherwise it is turned up.
    """

    elder: int
    dealer: int
    king: bool

    @property
    def name(self) -> str:
        """The name of the situation in the policy's file: `e5d4k`, without the k if the king is turned up."""
        return f"e{self.elder}d{self.dealer}{'k' if self.king else ''}"


class Plans(NamedTuple):
    """The plans of elder and dealer at one score."""

    elder: Plan
    dealer: Plan


@dataclass(frozen=True, slots=True)
class Deals:
    """What whole deals between two plans have shown.

    Attributes:
        value: the elder's chance to win the game.
        error: the standard error of `value`.
        proposed: how often the elder proposes, from 0 to 1.
        given: how often the dealer then accepts, from 0 to 1.
        exchanges: how often a deal has at least one, two, three exchanges, from 0 to 1.
    """

    value: float
    error: float
    proposed: float
    given: float
    exchanges: tuple[float, float, float]


class PolicySolver:
    """Solves plans in C. A process can have only one, because its tables are static memory."""

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
        """Returns how many tricks the leader wins with open hands. Hands are masks of 31 cards, trumps first."""
        return int(self._call["tricks_of"](leader, follower))

    def counts(self, dealer: bool, number: int) -> tuple[int, ...]:
        """Returns twelve numbers: how many of the opponent's 65,780 hands give the elder 0, 1, … 5 tricks with open
        hands. The first six count hands without the highest trump, the other six hands with it.

        Args:
            dealer: whether the class is of the dealer's hands.
            number: the number of the class.
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
        """Moves the plan of one side a step towards its best answer to the other side's plan.

        Args:
            plans: the plans of both sides.
            dealer: whether the dealer's plan moves; else the elder's does.
            king: whether the king of trumps may be in a hand.
            pays: what the results of a deal are worth.
            size: how many hands of the opponent are drawn for each decision.
            seed: the seed of the random numbers.
            step: how far the plan moves: 1 for all the way.
            blur: decisions whose two answers differ by less than this are mixed.
            slack: a discard changes only if that gains at least this much.

        Returns:
            The new plan. Then for each class of hands the elder's chance to win by playing (after a refusal), and by
            proposing (after an acceptance). The chance is negative if the decision never occurs.
        """
        plan = (plans.dealer if dealer else plans.elder).copy()
        values = (ctypes.c_float * (2 * CLASSES))()
        at = [ctypes.addressof(part) for part in (*plans, pays, plan, values)]
        self._call["respond"](at[0], at[1], dealer, king, at[2], size, seed, step, blur, slack, at[3], at[4])
        return plan, list(values[:CLASSES]), list(values[CLASSES:])

    def deals(self, plans: Plans, king: bool, pays: Pays, number: int, seed: int) -> Deals:
        """Plays `number` whole deals by two plans, under the laws. Returns the averages."""
        results = (ctypes.c_double * 7)()
        at = [ctypes.addressof(part) for part in (*plans, pays)]
        self._call["deals"](at[0], at[1], king, at[2], number, seed, ctypes.addressof(results))
        value, variance, proposed, given, first, second, third = results
        return Deals(value, (variance / number) ** 0.5, proposed, given, (first, second, third))

    def compare(
        self, first: Plans, second: Plans, king: bool, pays: Pays, number: int, seed: int
    ) -> tuple[float, float]:
        """Plays deals with the same packs by two pairs of plans. Returns how much more the elder wins with `first` than
        with `second`, and the standard error.
        """
        results = (ctypes.c_double * 2)()
        at = [ctypes.addressof(part) for part in (*first, *second, pays)]
        self._call["compare"](*at[:4], king, at[4], number, seed, ctypes.addressof(results))
        return results[0], results[1] ** 0.5

    def hidden_hand(self, hand: int, number: int, seed: int, looks: int, naive: bool) -> tuple[list[int], list[int]]:
        """Plays an elder's hand as dealt against random hands. Returns how often it wins 0, 1, … 5 tricks: first with
        hidden hands, then in the same deals with open hands.

        Args:
            hand: the elder's hand.
            number: the number of deals.
            seed: the seed of the random numbers.
            looks: how many hands of the opponent a player looks at for each card.
            naive: whether the dealer plays naively: replies with the lowest lawful card, and leads the highest plain
                card.
        """
        counts = (ctypes.c_uint32 * 12)()
        self._call["hidden_hand"](hand, number, seed, looks, naive, ctypes.addressof(counts))
        return list(counts[:6]), list(counts[6:])

    def hidden_classes(self, start: int, end: int, number: int, seed: int, looks: int) -> bytes:
        """Plays a hand of each class from `start` up to `end`, as `hidden_hand` does. Returns twelve counts of four
        bytes for each class: how often it wins 0 to 5 tricks with hidden hands, then with open hands.

        A hand with fewer than two trumps plays `number` deals, any other hand two fifths of that.
        """
        counts = (ctypes.c_uint32 * (12 * (end - start)))()
        self._call["hidden_classes"](start, end, number, seed, looks, ctypes.addressof(counts))
        return bytes(counts)

    def hide(self, counts: bytes) -> None:
        """Makes the solver value tricks as with hidden hands from now on, without the corrections from deals of the
        house. Before the first call it values them as with open hands.

        Args:
            counts: what `hidden_classes` returned for all classes.
        """
        if len(counts) != 48 * CLASSES:
            raise ValueError(f"the counts of all classes have {48 * CLASSES} bytes, not {len(counts)}")
        buffer = ctypes.create_string_buffer(counts, len(counts))
        self._call["hide"](ctypes.addressof(buffer))

    def hidden_shares(self) -> ctypes.Array[ctypes.c_float]:
        """Returns how likely each number of tricks is with hidden hands, as the solver now reckons.

        There are six chances (0 to 5 tricks) for each class of elders' hands and each number of tricks with open hands.
        """
        shares = (ctypes.c_float * (36 * CLASSES))()
        self._call["hidden_shares"](ctypes.addressof(shares))
        return shares

    def shift_by(self, shifts: Sequence[int]) -> ctypes.Array[ctypes.c_float]:
        """Sets the corrections that the solver adds, from now on, to the chance of each number of tricks.

        Args:
            shifts: the corrections in 32,767ths, as `policy_play.shifts` returns them.

        Returns:
            The same corrections, divided by 32,767.
        """
        if len(shifts) != SHIFTS:
            raise ValueError(f"there must be {SHIFTS} shifts, not {len(shifts)}")
        content = (ctypes.c_float * SHIFTS)(*(shift / UNIT for shift in shifts))
        self._call["shift_by"](ctypes.addressof(content))
        return content


def compile_solver(folder: Path, compiler: Sequence[str] = ("cc",)) -> PolicySolver:
    """Compiles the solver into `folder` and loads it.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    return PolicySolver(compile_library(folder / "policy.so", compiler, _FLAGS, [C_FOLDER / name for name in _SOURCES]))
