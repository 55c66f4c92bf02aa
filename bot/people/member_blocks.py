"""Blocks between members: each member blocks for themselves, and the bot never notifies the other person."""

from __future__ import annotations

from typing import Final

from bot.people.service import People
from bot.rows.ids import is_house
from bot.rows.member_rows import Blocking

MOST_BLOCKED: Final = 100
"""How many people a member may block."""


def can_be_blocked(user_id: int) -> bool:
    """Whether an id belongs to a person who may be blocked. The house and former players may not."""
    return user_id > 0 and not is_house(user_id)


async def block(people: People, user_id: int, blocked_id: int) -> bool:
    """Blocks a person for a member. Returns whether they are blocked now: a member may block at most `MOST_BLOCKED`."""
    done = await people.member_blocks.block(user_id, blocked_id, people.now(), MOST_BLOCKED)
    return done is Blocking.DONE
