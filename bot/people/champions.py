"""The role for who was first in the last season of a server."""

from __future__ import annotations

from bot.people.service import People
from bot.storage import RoleGiven, RolesDue

__all__ = ["RoleGiven", "RolesDue", "due", "give_again", "note", "over", "roles", "settle"]


async def due(people: People) -> tuple[int, ...]:
    """The servers in which the role has to be given or taken."""
    return await people.champions.due()


async def over(people: People) -> tuple[int, ...]:
    """The servers in which a season has to be ended; none while the clock cannot be trusted."""
    return await people.champions.over(people.now()) if people.is_trusted() else ()


async def roles(people: People, guild_id: int) -> RolesDue:
    """What is to be done in a server."""
    return await people.champions.roles(guild_id)


async def note(people: People, guild_id: int, given: RoleGiven, *, has: bool) -> None:
    """Notes that a role was given or (not `has`) taken.

    Raises:
        NotOwner: another process owns the server's tables.
    """
    await people.champions.note(guild_id, given, has=has)


async def settle(people: People, guild_id: int, role_id: int | None) -> None:
    """Notes that nothing is left to do in a server that has chosen this role.

    Raises:
        NotOwner: another process owns the server's tables.
    """
    await people.champions.settle(guild_id, role_id)


async def give_again(people: People, guild_id: int) -> None:
    """Has the role given anew: the server has chosen another one."""
    await people.champions.look_again(guild_id)
