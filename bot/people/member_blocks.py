"""Blocks between members: a member blocks a person whom they do not want to meet at a table.

The bot does not tell the blocked person.
"""

from __future__ import annotations

from typing import Final

from bot.people.service import People
from bot.rows.ids import is_house
from bot.rows.member_rows import Blocking

MOST_BLOCKED: Final = 100
"""How many people a member may block."""


def can_be_blocked(user_id: int) -> bool:
    """Returns whether a member can block the person with this id.

    The house (the computer player) and erased people cannot be blocked.
    """
    return user_id > 0 and not is_house(user_id)


async def block(people: People, user_id: int, blocked_id: int) -> bool:
    """Stores that a member blocks a person. Returns whether the person is blocked now.

    False if the member has blocked `MOST_BLOCKED` people already.
    """
    done = await people.member_blocks.block(user_id, blocked_id, people.now(), MOST_BLOCKED)
    return done is Blocking.DONE
