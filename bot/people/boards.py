"""Reads the boards (leaderboards) of a server without the people who have left it.

If the setting `left_on_boards` is on, these people stay on the boards.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Final, TypeAlias, TypeVar

from bot.people.service import People

_Page = TypeVar("_Page")
Read: TypeAlias = Callable[[Collection[int]], Awaitable[_Page]]
"""Reads a page of a board (leaderboard). Takes the ids of the people to leave out."""

_LOOKS: Final = 4
"""How often a page is read again: each time its new rows may have left, too."""


async def of_members(
    people: People, guild_id: int, read: Read[_Page], rows: Callable[[_Page], Collection[int]]
) -> _Page:
    """Returns a page of a board without the people who have left the server.

    If the setting `left_on_boards` is on, these people stay on the page.

    Args:
        read: reads the page. Takes the ids of the people to leave out.
        rows: returns the ids of the people on a page.
    """
    if (await people.servers.of(guild_id)).left_on_boards:
        return await read(())
    page = await read(people.members.known_left(guild_id))
    for _ in range(_LOOKS):
        shown = rows(page)
        await people.members.look_for(guild_id, shown)
        left = people.members.known_left(guild_id)
        if left.isdisjoint(shown):
            break
        page = await read(left)
    return page
