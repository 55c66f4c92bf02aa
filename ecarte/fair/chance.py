"""Random numbers as an argument: the interface of a generator, and two functions that draw from it.

Only `random()` is called, because its numbers are the same in every version of Python. So the same seed gives the same
game for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol, TypeVar

from ecarte.game import PACK, Card

T = TypeVar("T")


class Chance(Protocol):
    """A source of random numbers, such as `random.Random`."""

    def random(self) -> float:
        """Returns a number from 0 (inclusive) to 1 (exclusive); all are equally likely."""


def choose(things: Sequence[T], rng: Chance) -> T:
    """Returns one of some things at random; all are equally likely."""
    return things[int(rng.random() * len(things))]


def shuffled(rng: Chance) -> tuple[Card, ...]:
    """Returns the pack in a random order; all orders are equally likely."""
    # Each card gets the next random number as its sort key. Equal keys are practically impossible.
    return tuple(sorted(PACK, key=partial(next, iter(rng.random, 2.0))))
