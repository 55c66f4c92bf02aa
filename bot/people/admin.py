"""What the managers of a server can do about a member: ban them from playing for chips, or reset their purse.

Also the lists that managers see: members whose games look arranged, and members who often leave games.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.people.arranged import Pair, find_arranged_pairs
from bot.people.leaving import Leaving, find_leavers
from bot.people.service import People
from bot.rows.sanctions import AdminAction, AdminEntry, Ban

_DAY_MS: Final = 86_400_000
_PERIOD_MS: Final = 30 * _DAY_MS


async def ban(
    people: People, guild_id: int, by: int, person: int, why: str, *, days: int | None, cause: int | None = None
) -> AdminEntry:
    """Bans a person from playing for chips in a server, for some days, or for good if `days` is None.

    They may still play games without chips. Returns the line of the admin log.
    """
    entry = _entry(people, guild_id, by, person, why, AdminAction.BAN, cause)
    entry = replace(entry, until=None if days is None else entry.at + days * _DAY_MS)
    await people.admin.ban(entry)
    return entry


async def lift(people: People, guild_id: int, by: int, person: int, why: str, cause: int | None = None) -> AdminEntry:
    """Ends a person's ban, so that they may play for chips again. Returns the line of the admin log."""
    entry = _entry(people, guild_id, by, person, why, AdminAction.LIFT, cause)
    await people.admin.lift(entry)
    return entry


async def reset(people: People, guild_id: int, by: int, person: int, why: str, cause: int | None = None) -> AdminEntry:
    """Sets the free chips of a person (those not in a game) back to the server's opening sum.

    Returns:
        The line of the admin log. Its `amount` is the number of chips that were given, or negative if chips were taken.

    Raises:
        BankExhausted: the bank may not issue that many chips.
    """
    entry = _entry(people, guild_id, by, person, why, AdminAction.RESET, cause)
    moved = await people.admin.reset(entry, (await people.servers.of(guild_id)).opening)
    return replace(entry, amount=moved)


async def active_ban(people: People, guild_id: int, person: int) -> Ban | None:
    """Returns a person's ban in a server. None if the person has no ban there that is in force now."""
    current = await people.admin.ban_of(guild_id, person)
    return current if current is not None and current.is_active(people.now()) else None


async def banned_anywhere(people: People, person: int) -> bool:
    """Returns whether a ban of a person is in force in any server."""
    return any(ban.is_active(people.now()) for ban in await people.admin.bans_of(person))


async def conspicuous(people: People, guild_id: int) -> tuple[tuple[Pair, ...], tuple[tuple[int, Leaving], ...]]:
    """Returns the pairs of members whose games look arranged, and the members who often leave games.

    Looks at the games of a server in the last thirty days.
    """
    now = people.now()
    games = await people.admin.pair_games(guild_id, now - _PERIOD_MS)
    pairs = find_arranged_pairs(games, (await people.servers.of(guild_id)).opening, now)
    return pairs, find_leavers(games)


def _entry(
    people: People, guild_id: int, by: int, person: int, why: str, action: AdminAction, cause: int | None
) -> AdminEntry:
    return AdminEntry(guild_id, people.now(), by, action, why, person=person, cause=cause)
