"""What all kinds of stakes share: persons, whole chips, purses, movements of chips, and shares of a sum.

Chips are integers from 1 to 2**53, so a double-precision number represents each exactly. A purse is the free chips of a
person, without the stakes on any table. This module knows no bet, no game and no ledger. Sources: the treatise, p. 36
(shares in proportion); who gets the odd chips is this library's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, unique
from typing import Final, Protocol, TypeAlias

from ecarte.table.stakes.errors import GalerieError, GalerieRule

Person: TypeAlias = int
"""A person, as a number. The library does not know more of a person."""
Purses: TypeAlias = Mapping[Person, int]
"""How many free chips each person has. Each person whom a function asks for must be present, else it raises
`KeyError`.
"""
MOST_CHIPS: Final = 2**53


@unique
class Style(Enum):
    """Whether bystanders may only bet, or also advise, take over a hand and take a chair."""

    FRENCH = "french"
    """Backers advise and may play out a resigned game; rentrants may take a chair (Law 54, pp. 36-37)."""
    ENGLISH = "english"
    """Bystanders may bet, but neither advise nor play out a game (Law 52)."""


class Account(Protocol):
    """Anything that holds stakes, such as a book. `postings` compares two of its values, the earlier and the later one,
    to find which chips move.
    """

    def account(self) -> dict[Person, int]:
        """Returns what each person has received (positive), or has put in or lost (negative), in chips.

        Their sum is minus the number of chips that are still on the table: zero once all is settled.
        """


def postings(before: Account | None, after: Account) -> dict[Person, int]:
    """Returns how many chips move into each purse (positive) or out of it (negative) when `before` becomes `after`.

    A purse without a change is left out. The chips that leave the purses move onto the table, and the others come from
    there. A ledger writes the opposite of the sum as the posting of the table, so that all postings add up to zero.

    Args:
        before: the earlier value, or None if nothing was on the table.
        after: the later value.
    """
    was = {} if before is None else before.account()
    now = after.account()
    people = {**was, **now}
    moved = {person: now.get(person, 0) - was.get(person, 0) for person in people}
    return {person: chips for person, chips in moved.items() if chips}


def whole_chips(amount: object) -> int:
    """Returns `amount` unchanged, after checking that it is an integer from 1 to 2**53.

    Raises:
        GalerieError: `amount` is anything else, such as a bool.
    """
    if type(amount) is not int:
        raise GalerieError(GalerieRule.NOT_WHOLE)
    if amount <= 0:
        raise GalerieError(GalerieRule.NOT_POSITIVE, amount=amount)
    if amount > MOST_CHIPS:
        raise GalerieError(GalerieRule.TOO_LARGE, most=MOST_CHIPS)
    return amount


def purse_of(purses: Purses, person: Person) -> int:
    """Returns the free chips of `person`.

    Raises:
        KeyError: `purses` lacks the person.
        ValueError: the purse is no whole number of 0 or more.
    """
    chips = purses[person]
    if type(chips) is not int or chips < 0:
        raise ValueError(f"a purse must be a whole number of chips, 0 or more, not {chips!r}")
    return chips


def share_out(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Divides `total` chips in proportion to `weights`, to the last chip.

    Each share is first rounded down to whole chips. The chips left over are fewer than the shares. They go to the
    shares that lost most by rounding, one chip each. If two shares lost equally much, the first of them comes first. So
    every share is less than one chip away from its exact value.

    Args:
        total: the number of chips, 0 or more.
        weights: for each share, a number of 0 or more; at least one is above 0.

    Returns:
        The shares in chips, in the order of `weights`.
    """
    whole = sum(weights)
    shares = [total * weight // whole for weight in weights]
    remainders = [total * weight % whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -remainders[index])
    for index in by_remainder[: total - sum(shares)]:
        shares[index] += 1
    return tuple(shares)
