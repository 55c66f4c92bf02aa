"""Ids that belong to no member of Discord: those of the house and those of erased people.

When a person is erased, an id below zero replaces theirs (`is_erased`). It names no one, and must not be shown as a
mention. A few ids that Discord can never assign stand for the levels of the house, the computer player (`is_house`).
"""

from __future__ import annotations

from typing import Final

HOUSE_IDS: Final = range(4_000_000, 4_000_100)
"""The ids of the house, the computer player. Discord gives no member an id as low as these."""


def is_erased(user_id: int) -> bool:
    """Whether an id stands for an erased person."""
    return user_id < 0


def is_house(user_id: int) -> bool:
    """Whether an id stands for the house, which has no purse, no messages and no place on a leaderboard."""
    return user_id in HOUSE_IDS
