"""Blocks between members: each blocks for themselves, and the other person is never told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.people.service import People
from bot.storage import Blocking, MemberBlock, is_house

__all__ = [
    "MOST_BLOCKED",
    "MemberBlock",
    "block",
    "blocked_by",
    "blockers_among",
    "can_be_blocked",
    "count_erased",
    "unblock",
]

MOST_BLOCKED: Final = 100
"""How many people a member may block."""


def can_be_blocked(user_id: int) -> bool:
    """Whether an id is that of a person who may be blocked: not the house, and not a former player."""
    return user_id > 0 and not is_house(user_id)


async def block(people: People, user_id: int, blocked_id: int) -> bool:
    """Blocks a person for a member. Returns whether they are blocked: no more than `MOST_BLOCKED` can be."""
    done = await people.member_blocks.block(user_id, blocked_id, people.now(), MOST_BLOCKED)
    return done is Blocking.DONE


async def unblock(people: People, user_id: int, blocked_id: int) -> None:
    """Lifts a member's block of a person."""
    await people.member_blocks.unblock(user_id, blocked_id)


async def blocked_by(people: People, user_id: int) -> tuple[MemberBlock, ...]:
    """Returns whom a member has blocked, the newest first."""
    return await people.member_blocks.of(user_id)


async def count_erased(people: People, user_id: int) -> int:
    """Returns how many people whom a member has blocked have deleted their data: those blocks hold on."""
    return await people.member_blocks.count_erased(user_id)


async def blockers_among(people: People, user_id: int, others: Collection[int]) -> frozenset[int]:
    """Returns those of some people who have blocked a person."""
    return await people.member_blocks.blockers_among(user_id, others)
