"""Inputs to a decision besides the state of its table: time, RNG, balances, dealing preferences, seeds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.tables.events.galerie import Purses
from ecarte.game import Card, Distribution

FixedPack: TypeAlias = Callable[[], Sequence[Card] | None]
"""Gives the pack of the next deal in place of a fair one, which is promised beforehand; None: there is none."""


def no_fixed_pack() -> None:
    """Every deal is a fair one."""


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """Inputs to a decision, loaded before each try, so that deciding is pure.

    Attributes:
        now: epoch milliseconds; the moment of all events that are decided.
        balances, distributions, seeds: by person.
    """

    now: int
    rng: random.Random
    balances: Mapping[int, int]
    distributions: Mapping[int, Distribution]
    seeds: Mapping[int, str] = field(default_factory=dict, repr=False)
    fixed_pack: FixedPack = no_fixed_pack

    def balances_of(self, *people: int) -> Purses:
        """The balances of these people, for an event to carry."""
        return tuple((person, self.balances[person]) for person in sorted(set(people)))
