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
"""Returns stacked cards for tests, or None to deal the promised ones."""


def _no_cards() -> None:
    """Stacks no cards: every deal is a fair one."""


@dataclass(frozen=True, slots=True)
class StackedPacks:
    """Cards in place of fair ones, for tests and pictures.

    Attributes:
        pack: returns the pack of the next deal.
        cut: returns North's card and South's card for the next cut for the deal.
    """

    pack: NextCards = _no_cards
    cut: NextCards = _no_cards


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """Inputs to a decision, loaded before each try, so that deciding is pure.

    Attributes:
        now: the moment of all events of the decision, in epoch milliseconds.
        rng: draws secrets and cuts.
        balances: the free balances, by person.
        distributions: the orders of dealing that people prefer, by person.
        seeds: the seeds of people, by person.
        stacked_packs: cards for tests in place of fair ones.
        guests: whom people let sit behind them, by person.
    """

    now: int
    rng: random.Random
    balances: Mapping[int, int]
    distributions: Mapping[int, Distribution]
    seeds: Mapping[int, str] = field(default_factory=dict, repr=False)
    stacked_packs: StackedPacks = field(default_factory=StackedPacks)
    guests: Mapping[int, GuestChoice] = field(default_factory=dict)

    def balances_of(self, *people: int) -> Purses:
        """Returns the balances of these people, as an event stores them."""
        return tuple((person, self.balances[person]) for person in sorted(set(people)))
