"""Purses (a member's chips): balances, movements, and the daily allowance.

A person has a separate purse in each server.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from enum import Enum

from bot.people.service import People
from bot.rows.chips import Movement, Purse
from bot.rows.paging import Page
from bot.rows.storage_errors import BankExhausted, NotBroke, PostedBefore


class Allowance(Enum):
    """What happened when a member asked for the daily allowance."""

    GIVEN = "given"
    GIVEN_BEFORE = "given before"
    NOT_BROKE = "not broke"
    EXHAUSTED = "exhausted"
    """The bank has issued as many chips in this server as it may."""


async def balances(people: People, guild_id: int, user_ids: Collection[int]) -> dict[int, int]:
    """Returns the free chips of people in a server, by their ids.

    A person without a purse gets one, with the server's opening sum.

    Raises:
        BankExhausted: the bank may not issue the chips for the new purses.
    """
    opening = (await people.servers.of(guild_id)).opening
    return await people.ledger.open_purses(guild_id, user_ids, opening, people.now())


async def balance(people: People, guild_id: int, user_id: int) -> int:
    """Returns the free chips of a person in a server. A person without a purse gets one, as in `balances`."""
    return (await balances(people, guild_id, (user_id,)))[user_id]


async def purse(people: People, guild_id: int, user_id: int) -> Purse:
    """Returns the purse of a person in a server: their free chips, and those in games.

    A person without a purse gets one, as in `balances`.
    """
    await balance(people, guild_id, user_id)
    opened = await people.ledger.purse(guild_id, user_id)
    assert opened is not None, "it was opened just now"
    return opened


async def movements(people: People, guild_id: int, user_id: int, *, limit: int, page: int) -> Page[Movement]:
    """Returns a page of the movements of chips in a purse, newest first. Pages are numbered from 0.

    Past the end, returns the last page.
    """
    result = await people.ledger.movements(guild_id, user_id, limit=limit, offset=page * limit)
    if not result.rows and result.total:
        last = (result.total - 1) // limit
        result = await people.ledger.movements(guild_id, user_id, limit=limit, offset=last * limit)
    return result


async def take_allowance(people: People, guild_id: int, user_id: int) -> Allowance:
    """Gives a member who has too few chips enough to reach the server's allowance, once a day (UTC).

    Raises:
        BankExhausted: the member has no purse, and the bank may not issue the chips for a new one.
    """
    now = people.now()
    await balance(people, guild_id, user_id)
    allowance = (await people.servers.of(guild_id)).allowance
    day = datetime.fromtimestamp(now / 1000, UTC).date()
    try:
        await people.ledger.give_allowance(guild_id, user_id, allowance, day, now)
    except PostedBefore:
        return Allowance.GIVEN_BEFORE
    except NotBroke:
        return Allowance.NOT_BROKE
    except BankExhausted:
        return Allowance.EXHAUSTED
    return Allowance.GIVEN
