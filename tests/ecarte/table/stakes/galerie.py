"""Gives tests of stakes a small bank: purses that follow every change, and that notice a chip lost or made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from ecarte.table.stakes import Account, GalerieError, GalerieRule, Person, postings

NORTH, SOUTH = 1, 2
ANN, BEN, CLO, DAN, EVE = 3, 4, 5, 6, 7
HOUSE = 99


class Bank:
    """Purses, and the chips on the table. `take` does what a ledger would do at each change."""

    def __init__(self, purses: Mapping[Person, int]) -> None:
        self.purses = dict(purses)
        self.chips = sum(purses.values())
        self.on_table = 0

    def follow(self, before: Account | None, after: Account) -> dict[Person, int]:
        """Moves the chips that `after` moves; checks that no purse falls below zero and no chip is lost or made."""
        moved = postings(before, after)
        for person, chips in moved.items():
            self.purses[person] += chips
            self.on_table -= chips
        assert min(self.purses.values()) >= 0, "a purse has paid more than it has"
        assert self.on_table >= 0, "more was taken up than lay there"
        assert sum(self.purses.values()) + self.on_table == self.chips
        return moved

    def gift(self, person: Person, chips: int) -> None:
        """Adds chips from outside."""
        self.purses[person] += chips
        self.chips += chips


def rich(*people: Person, chips: int = 1000) -> dict[Person, int]:
    """Returns equal purses of the two players and of `people`."""
    return dict.fromkeys((NORTH, SOUTH, *people), chips)


@contextmanager
def expect_refused(rule: GalerieRule) -> Iterator[None]:
    """Fails unless `rule` forbids what is done in the block."""
    with pytest.raises(GalerieError) as error:
        yield
    assert error.value.rule is rule
