"""The values that a decision uses besides the state of its table, such as the time, random numbers and balances."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.people.preferences import GuestChoice
from bot.tables.events.galerie_events import Purses
from ecarte.game import Card, Distribution

NextCards: TypeAlias = Callable[[], Sequence[Card] | None]
"""A function that returns the cards that a test has chosen in place of random ones, or None for the promised cards."""


def _no_cards() -> None:
    """Stacks no cards: every deal is a fair one."""


@dataclass(frozen=True, slots=True)
class StackedPacks:
    """Cards that replace random ones, for tests and for sample pictures.

    Attributes:
        pack: returns the pack of the next deal.
        cut: returns North's card and South's card for the next cut that decides who deals.
    """

    pack: NextCards = _no_cards
    cut: NextCards = _no_cards


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """The values that a decision uses besides the state of its table.

    They are loaded before each try, so that deciding is pure.

    Attributes:
        now: the moment of all events of the decision, in epoch milliseconds.
        rng: the source of random numbers, for secrets and cuts.
        balances: the free balance of each person, in chips.
        distributions: the order of dealing that each person prefers.
        seeds: the seed (a word for the shuffle) of each person.
        stacked_packs: cards that replace random ones in tests.
        guests: whom each person lets sit behind them.
    """

    now: int
    rng: random.Random
    balances: Mapping[int, int]
    distributions: Mapping[int, Distribution]
    seeds: Mapping[int, str] = field(default_factory=dict, repr=False)
    stacked_packs: StackedPacks = field(default_factory=StackedPacks)
    guests: Mapping[int, GuestChoice] = field(default_factory=dict)

    def balances_of(self, *people: int) -> Purses:
        """Returns the balances of these people in the form in which an event stores them."""
        return tuple((person, self.balances[person]) for person in sorted(set(people)))
