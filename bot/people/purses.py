"""Purses: balances, movements, and the daily allowance. Each server has purses of its own."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from enum import Enum

from bot.people.service import People
from bot.rows.chips import Movement, Purse
from bot.rows.paging import Page
from bot.rows.storage_errors import BankExhausted, NotBroke, PostedBefore


class Allowance(Enum):
    """The result of asking for the daily allowance."""

    GIVEN = "given"
    GIVEN_BEFORE = "given before"
    NOT_BROKE = "not broke"
    EXHAUSTED = "exhausted"
    """The bank may issue no more chips in this server."""


async def balances(people: People, guild_id: int, user_ids: Collection[int]) -> dict[int, int]:
    """Returns the balances of people in a server. Opens missing purses with the server's opening sum.

    Raises:
        BankExhausted: the bank may not issue that many chips.
    """
    opening = (await people.servers.of(guild_id)).opening
    return await people.ledger.open_purses(guild_id, user_ids, opening, people.now())


async def balance(people: People, guild_id: int, user_id: int) -> int:
    """Returns the balance of a person in a server; see `balances`."""
    return (await balances(people, guild_id, (user_id,)))[user_id]


async def purse(people: People, guild_id: int, user_id: int) -> Purse:
    """Returns the purse of a person in a server, with the chips on games; see `balances`."""
    await balance(people, guild_id, user_id)
    opened = await people.ledger.purse(guild_id, user_id)
    assert opened is not None, "it was opened just now"
    return opened


async def movements(people: People, guild_id: int, user_id: int, *, limit: int, page: int) -> Page[Movement]:
    """Returns a page (from 0) of a purse's movements, newest first. Past the end, the last page."""
    result = await people.ledger.movements(guild_id, user_id, limit=limit, offset=page * limit)
    if not result.rows and result.total:
        last = (result.total - 1) // limit
        result = await people.ledger.movements(guild_id, user_id, limit=limit, offset=last * limit)
    return result


async def take_allowance(people: People, guild_id: int, user_id: int) -> Allowance:
    """Brings a broke member up to the server's allowance, once a day (UTC).

    Raises:
        BankExhausted: the bank may not even open a purse.
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
