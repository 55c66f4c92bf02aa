"""What a decision needs beside the state of its table: the time, chance, purses, how people deal, their seeds.

All of it is read before the decision is made, so that deciding itself is pure and can be done again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.tables.events.galerie import Purses
from ecarte.game import Card, Distribution

__all__ = ["Laid", "Means", "nothing_laid"]

Laid: TypeAlias = Callable[[], Sequence[Card] | None]
"""Gives the pack of the next deal, where somebody has laid one; nobody has promised anything of that."""


def nothing_laid() -> None:
    """No pack is laid: every deal is a fair one."""


@dataclass(frozen=True, slots=True)
class Means:
    """The time in epoch milliseconds; `purses`, `distributions` and `seeds` by person; packs that were laid."""

    now: int
    chance: random.Random
    purses: Mapping[int, int]
    distributions: Mapping[int, Distribution]
    seeds: Mapping[int, str] = field(default_factory=dict, repr=False)
    laid: Laid = nothing_laid

    def few(self, *people: int) -> Purses:
        """What is in the purses of these people, for an event to carry."""
        return tuple((person, self.purses[person]) for person in sorted(set(people)))
