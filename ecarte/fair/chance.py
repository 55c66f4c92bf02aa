"""Chance as a value: the protocol of a random generator, and what is drawn from it.

Asks a generator for `random()` only, whose numbers do not change from one Python to the next: a seed stands for a game
for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol, TypeVar

from ecarte.game import PACK, Card

T = TypeVar("T")


class Chance(Protocol):
    """What chance is asked for; `random.Random` is such a thing."""

    def random(self) -> float:
        """A number from 0 to 1, each as likely as any other, 1 itself left out."""


def choose(things: Sequence[T], rng: Chance) -> T:
    """One of the things, each as likely as any other."""
    return things[int(rng.random() * len(things))]


def shuffled(rng: Chance) -> tuple[Card, ...]:
    """The pack in an order that chance gives, each as likely as any other."""
    # Each card is given the next random number to be sorted by; that they differ is as good as sure.
    return tuple(sorted(PACK, key=partial(next, iter(rng.random, 2.0))))
