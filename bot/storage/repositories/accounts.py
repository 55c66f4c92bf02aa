"""Finds, opens and reads the accounts of the ledger.

`bot.storage.repositories.postings` moves chips between accounts with these functions. All functions take the connection
of the caller's transaction. This module knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, Text, bindparam, cast, func, literal, select

from bot.rows.chips import Escrow
from bot.rows.storage_errors import PostedBefore, UnknownTable
from bot.storage.backends.base import insert_new
from bot.storage.schema.tables import accounts, postings, tables, transactions

# The statements are built once, because building one costs more than the database needs to answer it.
_ID: Final = select(accounts.c.id).where(
    accounts.c.guild_id == bindparam("guild_id"),
    accounts.c.kind == bindparam("kind"),
    accounts.c.holder == bindparam("holder"),
    accounts.c.number == bindparam("number"),
)
_ID_TO_CHANGE: Final = _ID.with_for_update()
_GUILD: Final = select(tables.c.guild_id).where(tables.c.id == bindparam("table_id"))
_PERSONS: Final = select(accounts.c.holder, accounts.c.id, accounts.c.balance).where(
    accounts.c.guild_id == bindparam("guild_id"),
    accounts.c.kind == "person",
    accounts.c.holder.in_(bindparam("user_ids", expanding=True)),
)
_END: Final = "end:"
_has_end: Final = (
    select(transactions.c.id).where(transactions.c.cause == literal(_END) + cast(accounts.c.id, Text)).exists()
)
# The query names the server because the index of the accounts begins with it. Otherwise it would read all accounts.
_ESCROWS: Final = (
    select(accounts.c.guild_id, accounts.c.holder, accounts.c.number, accounts.c.id, _has_end)
    .where(
        accounts.c.guild_id.in_(bindparam("guild_ids", expanding=True)),
        accounts.c.kind == "escrow",
        accounts.c.holder.in_(bindparam("table_ids", expanding=True)),
    )
    .order_by(accounts.c.holder, accounts.c.number)
)
_HELD: Final = (
    select(accounts.c.holder, -func.sum(postings.c.amount))
    .join_from(transactions, postings)
    .join(accounts, accounts.c.id == postings.c.account_id)
    .where(transactions.c.against == bindparam("account_id"), accounts.c.kind == "person")
    .group_by(accounts.c.holder)
    .having(func.sum(postings.c.amount) != 0)
    .order_by(accounts.c.holder)
)
_BY_CAUSE: Final = select(transactions.c.id).where(transactions.c.cause == bindparam("cause"))


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a person in a server's ledger, with its balance in chips."""

    id: int
    balance: int


@dataclass(frozen=True, slots=True)
class Against:
    """The account on the other side of a person's chips in a transaction: that of the bank, or that of a game."""

    id: int
    guild_id: int
    escrow: Escrow | None


def bank_account(connection: Connection, guild_id: int) -> Against:
    """Returns the account of a server's bank. Other writers of that ledger have to wait until the transaction ends."""
    key = _key(guild_id, "house", 0)
    account_id: int | None = connection.scalar(_ID_TO_CHANGE, key)
    if account_id is None:
        connection.execute(insert_new(connection, accounts), key)
        account_id = connection.execute(_ID_TO_CHANGE, key).scalar_one()
    return Against(account_id, guild_id, None)


def game_account(connection: Connection, escrow: Escrow) -> Against:
    """Returns the account of a game, and opens it if needed.

    Locks the ledger of the server: other writers in it wait until the transaction ends.
    """
    guild_id = guild_of(connection, escrow)
    bank_account(connection, guild_id)
    return Against(find_or_create(connection, guild_id, "escrow", escrow.table_id, escrow.number), guild_id, escrow)


def game_account_if_any(connection: Connection, escrow: Escrow) -> Against | None:
    """Returns the account of a game, or None if no chips were ever put on it.

    Locks the ledger of the server: other writers in it wait until the transaction ends.
    """
    guild_id = guild_of(connection, escrow)
    bank_account(connection, guild_id)
    account_id = connection.scalar(_ID, _key(guild_id, "escrow", escrow.table_id, escrow.number))
    return None if account_id is None else Against(account_id, guild_id, escrow)


def guild_of(connection: Connection, escrow: Escrow) -> int:
    """Returns the server to which the table of a game belongs.

    Raises:
        UnknownTable: there is no such table.
    """
    guild_id: int | None = connection.scalar(_GUILD, {"table_id": escrow.table_id})
    if guild_id is None:
        raise UnknownTable(escrow.table_id)
    return guild_id


def find_or_create(connection: Connection, guild_id: int, kind: str, holder: int, number: int = 0) -> int:
    """Returns the id of an account. If there is no such account, opens it."""
    key = _key(guild_id, kind, holder, number)
    account_id: int | None = connection.scalar(_ID, key)
    if account_id is None:
        connection.execute(insert_new(connection, accounts), key)
        account_id = connection.execute(_ID, key).scalar_one()
    return account_id


def _key(guild_id: int, kind: str, holder: int, number: int = 0) -> dict[str, int | str]:
    return {"guild_id": guild_id, "kind": kind, "holder": holder, "number": number}


def persons_of(connection: Connection, guild_id: int, user_ids: Collection[int]) -> dict[int, Account]:
    """Returns the accounts of some people in a server, by person. People without an account there are left out."""
    rows = connection.execute(_PERSONS, {"guild_id": guild_id, "user_ids": sorted(set(user_ids))})
    return {holder: Account(account_id, balance) for holder, account_id, balance in rows}


def held_on(connection: Connection, account_id: int) -> dict[int, int]:
    """Returns how many chips each person has on a game that is not paid yet, by person."""
    return {holder: int(chips) for holder, chips in connection.execute(_HELD, {"account_id": account_id})}


def at_stake(connection: Connection, account_id: int) -> int:
    """Returns how many chips of an account lie on games."""
    return -(
        connection.scalar(
            select(func.sum(postings.c.amount))
            .join_from(postings, transactions)
            .join(accounts, accounts.c.id == transactions.c.against)
            .where(postings.c.account_id == account_id, accounts.c.kind == "escrow", accounts.c.balance > 0)
        )
        or 0
    )


@dataclass(frozen=True, slots=True)
class StakesKept:
    """The chips that lie on the games and pools of a table.

    Attributes:
        held: the chips of each person on each open game or pool, by the number of the game or pool, then by person.
        ended: the numbers of the games and pools that are paid or void.
    """

    held: dict[int, dict[int, int]] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)


def stakes_kept(connection: Connection, tables_in: Mapping[int, int]) -> dict[int, StakesKept]:
    """Returns the chips that lie on the games and pools of some tables, by table.

    Args:
        tables_in: the tables, each with its server.
    """
    stakes = {table_id: StakesKept() for table_id in tables_in}
    places = {"guild_ids": sorted(set(tables_in.values())), "table_ids": list(tables_in)}
    for guild_id, table_id, number, account_id, ended in connection.execute(_ESCROWS, places).all():
        if tables_in[table_id] != guild_id:
            continue
        if ended:
            stakes[table_id].ended.add(number)
        elif held := held_on(connection, account_id):
            stakes[table_id].held[number] = held
    return stakes


def purses_of(connection: Connection, guild_id: int, user_ids: Collection[int]) -> dict[int, int]:
    """Returns the balances of some people in a server, by person. People without a purse there are left out."""
    return {user_id: account.balance for user_id, account in persons_of(connection, guild_id, user_ids).items()}


def end_of(account_id: int) -> str:
    """Returns the key of the transaction that pays or voids a game. The triggers of the ledger know this key."""
    return f"{_END}{account_id}"


def is_ended(connection: Connection, account_id: int) -> bool:
    """Whether the game of an account is paid or void."""
    return connection.scalar(_BY_CAUSE, {"cause": end_of(account_id)}) is not None


def expect_new(connection: Connection, cause: str) -> None:
    """Makes sure that no transaction with this cause is in the ledger.

    Raises:
        PostedBefore: there is such a transaction.
    """
    transaction_id: int | None = connection.scalar(_BY_CAUSE, {"cause": cause})
    if transaction_id is not None:
        raise PostedBefore(transaction_id)
