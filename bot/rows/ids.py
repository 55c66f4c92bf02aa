"""Ids that are no member's: those of the house, and of people who were erased.

An id below zero stands for a person who was erased (`is_erased`): it names no one and must not be shown as a mention. A
few ids that Discord can never give stand for the house, where it plays itself (`is_house`).
"""

from __future__ import annotations

from typing import Final

HOUSE_IDS: Final = range(4_000_000, 4_000_100)
"""The ids under which the house plays. Of Discord's ids all are larger: the lowest 22 bits follow the milliseconds."""


def is_erased(user_id: int) -> bool:
    """Whether an id stands for a person who was erased."""
    return user_id < 0


def is_house(user_id: int) -> bool:
    """Whether an id stands for the house, which has no purse, no messages and no place on a leaderboard."""
    return user_id in HOUSE_IDS
