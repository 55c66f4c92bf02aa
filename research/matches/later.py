"""Checks the policy's second and later exchanges by playouts: `python -m research later`.

In playouts by the house, a second exchange is worth less to both sides than in the policy's model. So `sure_plan` makes
it only with hands for which playouts confirm its value. `policy_build` stores these plans, and the maître, hints and
reviews all follow them. The command plays deals out from decisions that the house meets, once with yes (to propose, or
to accept) and once with no, with the same pack and everything else by the policy. For each group of similar hands it
reports what the plan loses compared with the better answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.odds import Role
from ecarte.odds.hand_classes import TRUMPS
from research.exchange.policy_native import TOOK, Plan, plan_at
from research.matches.house_counts import CountKind, later
from research.matches.house_native import House, Seated, compile_house, library_table

_COURTS: Final = sum(0b11 << TRUMPS + 8 * suit for suit in range(3))
_FEW_TRUMPS: Final = 2
_ALWAYS: Final = 3
_FEW_DEALS: Final = 30
_TOOK: Final = ("two or fewer", "three", "four or five")


@dataclass(frozen=True, slots=True)
class LaterChecked:
    """What playouts say about a group of similar hands, when a player decides after an exchange. Yes is to propose, or
    to accept.

    Attributes:
        role: the role of the player who decides.
        exchanges: the number of exchanges before the decision.
        kind: the group of hands.
        deals: the number of deals.
        share: how many of all decisions of this role and round belong to the group, from 0 to 1.
        gain: what yes gains over no, as a chance to win the game.
        error: the standard error of `gain`.
    """

    role: Role
    exchanges: int
    kind: CountKind
    deals: int
    share: float
    gain: float
    error: float

    @property
    def regret(self) -> float:
        """How much the plan loses compared with the better answer, as a chance to win the game."""
        often = self.kind.level / _ALWAYS
        return max((1 - often) * self.gain, -often * self.gain)

    @property
    def regret_error(self) -> float:
        """The standard error of `regret`."""
        often = self.kind.level / _ALWAYS
        return (1 - often if self.gain > 0 else often) * self.error


def sure_plan(plan: Plan, hands: Sequence[int]) -> Plan:
    """Returns a copy of a plan that makes fewer second exchanges.

    The copy proposes or accepts a second exchange only with poor hands, and only if `plan` always does so with them. A
    poor hand has no plain king or queen, and at most two trumps.

    Args:
        plan: the plan, which does not change.
        hands: one hand of each class.
    """
    copy = plan.copy()
    for bucket in range(TOOK):
        row = copy.say[plan_at(1, bucket)]
        row[:] = [float(chance == 1 and _is_poor(hand)) for chance, hand in zip(row, hands, strict=True)]
    return copy


def _is_poor(hand: int) -> bool:
    return not hand & _COURTS and (hand & (1 << TRUMPS) - 1).bit_count() <= _FEW_TRUMPS


def check_kinds(house: House, *, deals: int, seed: int) -> Iterator[LaterChecked]:
    """Plays `deals` deals for each role and round. Yields the groups of hands that occurred often enough.

    Groups of one role and round come together. Among these, the group by which the plan loses most in all comes first.
    """
    house.seat(0, Seated(library_table()))
    for role in Role:
        for exchanges in (1, 2):
            kinds = later(house, 0, role, exchanges, deals, seed)
            every = sum(number for number, _, _ in kinds.values())
            rows = []
            for kind, (number, gains, squares) in kinds.items():
                if number >= _FEW_DEALS:
                    mean = gains / number
                    error = sqrt(max(0.0, squares / number - mean**2) / (number - 1))
                    rows.append(LaterChecked(role, exchanges, kind, number, number / every, mean, error))
            yield from sorted(rows, key=lambda row: -row.share * row.regret)


def later_lines(*, deals: int, seed: int, compiler: str, as_json: bool) -> Iterator[str]:
    """Yields the lines that `python -m research later` prints.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    with TemporaryDirectory() as folder:
        rows = list(check_kinds(compile_house(Path(folder), compiler.split()), deals=deals, seed=seed))
    for row in rows:
        yield _entry(row) if as_json else _line(row)
    if as_json:
        return
    for role in Role:
        for exchanges in (1, 2):
            some = [row for row in rows if (row.role, row.exchanges) == (role, exchanges)]
            clear = [row for row in some if row.regret > 2 * row.regret_error]
            lost = sum(row.share * row.regret for row in clear)
            yield (
                f"{role.value}, after {exchanges}: {len(some)} kinds of hands; the plan clearly loses with"
                f" {len(clear)}, {lost:.4f} of a game in a decision"
            )
    yield f"{deals:,} deals each, seed {seed}; clearly: by more than two standard errors; in pure chance some do"


def _line(row: LaterChecked) -> str:
    kind = row.kind
    return (
        f"{row.role.value}, after {row.exchanges}, the other took {_TOOK[kind.took]}, {kind.trumps} trumps, courts"
        f" {kind.courts}: says yes {kind.level / _ALWAYS:.0%}; yes gains {row.gain:+.4f} ± {2 * row.error:.4f},"
        f" regret {row.regret:.4f} ± {2 * row.regret_error:.4f} ({row.deals:,} deals)"
    )


def _entry(row: LaterChecked) -> str:
    entry = {"role": row.role.value, "exchanges": row.exchanges, **row.kind._asdict(), "deals": row.deals}
    entry |= {"gain": row.gain, "error": row.error, "regret": row.regret, "regret_error": row.regret_error}
    return json.dumps(entry)
