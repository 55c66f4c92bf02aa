"""The few notions that every kind of stake shares: persons, whole chips, purses, postings, shares of a sum.

Chips are integers from 1 to 2**53, so that a double-precision number loses none. A
purse is what a person has free, outside every stake that lies on a table. This module knows no bet, no game and no
ledger. Sources: the treatise, p. 36 (shares in proportion); who gets the odd chips is this project's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, unique
from typing import Final, Protocol, TypeAlias

from ecarte.table.stakes.errors import GalerieError, GalerieRule

Person: TypeAlias = int
"""A person, by an opaque number."""
Purses: TypeAlias = Mapping[Person, int]
"""The free chips of each person. Each purse that a function names must be there (else `KeyError`)."""
MOST_CHIPS: Final = 2**53


@unique
class Style(Enum):
    """How the people around the table may take part."""

    FRENCH = "french"
    """Backers advise and may play out a resigned game, rentrants go in (Law 54, pp. 36-37)."""
    ENGLISH = "english"
    """They may bet; they neither advise nor play on (Law 52)."""


class Account(Protocol):
    """Anything with stakes in it, from whose two states the movements of chips are read."""

    def account(self) -> dict[Person, int]:
        """What each person has received from it (positive) or has lying in it or lost to it (negative).

        The sum is minus what still lies on the table; it is zero once all is settled.
        """


def postings(before: Account | None, after: Account) -> dict[Person, int]:
    """What moves into (positive) or out of (negative) each purse when `before` becomes `after`.

    None stands for nothing on the table. A purse that neither gains nor loses is not named. The sum, with the sign
    turned, is what moves onto the table: written as the counter-posting, the whole adds up to zero.
    """
    was = {} if before is None else before.account()
    now = after.account()
    people = {**was, **now}
    moved = {person: now.get(person, 0) - was.get(person, 0) for person in people}
    return {person: chips for person, chips in moved.items() if chips}


def whole_chips(amount: object) -> int:
    """`amount` itself if it is an integer from 1 to 2**53. Raises `GalerieError`; a truth value is no integer."""
    if type(amount) is not int:
        raise GalerieError(GalerieRule.NOT_WHOLE)
    if amount <= 0:
        raise GalerieError(GalerieRule.NOT_POSITIVE, amount=amount)
    if amount > MOST_CHIPS:
        raise GalerieError(GalerieRule.TOO_LARGE, most=MOST_CHIPS)
    return amount


def purse_of(purses: Purses, person: Person) -> int:
    """The free chips of `person`. Raises `KeyError` where they are not told, `ValueError` where no purse holds so."""
    chips = purses[person]
    if type(chips) is not int or chips < 0:
        raise ValueError("a purse holds a whole number of chips, and none below zero")
    return chips


def share_out(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """`total` (0 or more) divided in proportion to `weights` (0 or more each, not all 0), to the last chip.

    Each gets the whole part of the exact share. The chips left over, fewer than there are weights, go one each to the
    largest remainders; between equal remainders, to the first. So no share is off its exact
    value by a whole chip, and the same sum is always divided in the same way.
    """
    whole = sum(weights)
    shares = [total * weight // whole for weight in weights]
    remainders = [total * weight % whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -remainders[index])
    for index in by_remainder[: total - sum(shares)]:
        shares[index] += 1
    return tuple(shares)
