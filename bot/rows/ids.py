"""Ids that belong to no member: those of the house and of erased people.

An id below zero stands for an erased person (`is_erased`). It names no one and must not be shown as a mention. A few
ids that Discord can never assign stand for the levels of the house (`is_house`).
"""

from __future__ import annotations

from typing import Final

HOUSE_IDS: Final = range(4_000_000, 4_000_100)
"""The ids under which the house plays. All ids of Discord are larger, since they are milliseconds times 2**22."""


def is_erased(user_id: int) -> bool:
    """Whether an id stands for an erased person."""
    return user_id < 0


def is_house(user_id: int) -> bool:
    """Whether an id stands for the house, which has no purse, no messages and no place on a leaderboard."""
    return user_id in HOUSE_IDS
