"""What a decision needs beside the state of its table: the time, chance, what is in purses, how people deal.

All of it is read before the decision is made, so that deciding itself is pure and can be done again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from bot.tables.galerie_events import Purses
from ecarte import Distribution

__all__ = ["Means"]


@dataclass(frozen=True, slots=True)
class Means:
    """The time in epoch milliseconds; `purses` and `distributions` by person."""

    now: int
    chance: random.Random
    purses: Mapping[int, int]
    distributions: Mapping[int, Distribution]

    def few(self, *people: int) -> Purses:
        """What is in the purses of these people, for an event to carry."""
        return tuple((person, self.purses[person]) for person in sorted(set(people)))
