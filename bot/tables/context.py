"""Inputs to a decision besides the state of its table: time, RNG, balances, players' preferences, seeds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.people.preferences import GuestChoice
from bot.tables.events.galerie_events import Purses
from ecarte.game import Card, Distribution

NextCards: TypeAlias = Callable[[], Sequence[Card] | None]
"""Gives cards in place of those that follow from a promise; None: there are none."""


def _no_cards() -> None:
    """Every deal is a fair one."""


@dataclass(frozen=True, slots=True)
class StackedPacks:
    """Cards dealt in place of fair ones, for tests and pictures.

    Attributes:
        pack: that of the next deal.
        cut: North's card and South's of the next cut for the deal.
    """

    pack: NextCards = _no_cards
    cut: NextCards = _no_cards


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """Inputs to a decision, loaded before each try, so that deciding is pure.

    Attributes:
        now: epoch milliseconds; the moment of all events that are decided.
        balances, distributions, seeds, guests: by person.
    """

    now: int
    rng: random.Random
    balances: Mapping[int, int]
    distributions: Mapping[int, Distribution]
    seeds: Mapping[int, str] = field(default_factory=dict, repr=False)
    stacked_packs: StackedPacks = field(default_factory=StackedPacks)
    guests: Mapping[int, GuestChoice] = field(default_factory=dict)

    def balances_of(self, *people: int) -> Purses:
        """The balances of these people, for an event to carry."""
        return tuple((person, self.balances[person]) for person in sorted(set(people)))
