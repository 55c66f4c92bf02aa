"""Reads people's purses and their movements, opens purses, and gives broke people their daily allowance."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from sqlalchemy import Connection, Select, func, select

from bot.ranking.board_lines import places
from bot.rows.chips import Escrow, Fortune, LedgerEntry, Movement, MovementKind, Purse
from bot.rows.paging import Page, RankingPage, page_start
from bot.storage.connections import Repository, reads, writes
from bot.storage.repositories.accounts import at_stake, purses_of
from bot.storage.repositories.postings import give_allowance, open_purse
from bot.storage.schema.tables import accounts, postings, transactions


class LedgerRepository(Repository):
    """The purses of people. Each person has one purse in each server."""

    @reads
    def purse(self, connection: Connection, guild_id: int, user_id: int) -> Purse | None:
        """Returns the purse of a person in a server, or None if they have none there."""
        account = connection.execute(_account(guild_id, user_id)).first()
        return None if account is None else Purse(account.balance, at_stake(connection, account.id))

    async def balances(self, guild_id: int, user_ids: Collection[int]) -> dict[int, int]:
        """Returns the balances of some people in a server, by person. People without a purse there are left out."""
        return await self._connections.read(lambda connection: purses_of(connection, guild_id, user_ids))

    async def open_purses(self, guild_id: int, user_ids: Collection[int], opening: int, at: int) -> dict[int, int]:
        """Returns the balances of some people in a server.

        If a purse is missing, opens it with `opening` chips from the bank.

        Raises:
            BankExhausted: the bank may not issue that many chips.
        """
        people = set(user_ids)
        balances = await self.balances(guild_id, people)
        if new := sorted(people - balances.keys()):

            def put(connection: Connection) -> dict[int, int]:
                return {user_id: open_purse(connection, guild_id, user_id, opening, at) for user_id in new}

            balances |= await self._connections.write(put)
        return balances

    @writes
    def give_allowance(
        self, connection: Connection, guild_id: int, user_id: int, allowance: int, day: date, at: int
    ) -> LedgerEntry:
        """Gives a broke member the chips that they lack to `allowance`, once a day; see `postings.give_allowance`."""
        return give_allowance(connection, guild_id, user_id, allowance, day, at)

    @reads
    def movements(
        self, connection: Connection, guild_id: int, user_id: int, limit: int = 10, offset: int = 0
    ) -> Page[Movement]:
        """Returns a page of the movements of a purse, newest first, each with the balance after it."""
        account = connection.execute(_account(guild_id, user_id)).first()
        if account is None:
            return Page((), 0, offset)
        own = postings.c.account_id == account.id
        total = connection.scalar(select(func.count()).select_from(postings).where(own))
        # Balances are summed from the first posting on, so that those of a page in the middle are right as well.
        balance = func.sum(postings.c.amount).over(order_by=postings.c.transaction_id)
        lines = select(postings.c.transaction_id, postings.c.amount, balance.label("balance")).where(own).subquery()
        column = transactions.c
        rows = connection.execute(
            select(
                *(column.id, column.at, column.kind, accounts.c.kind, accounts.c.holder, accounts.c.number),
                *(lines.c.amount, lines.c.balance),
            )
            .join_from(lines, transactions, column.id == lines.c.transaction_id)
            .join(accounts, accounts.c.id == column.against)
            .order_by(column.id.desc())
            .limit(limit)
            .offset(offset)
        )
        return Page(tuple(_movement(*row) for row in rows), total or 0, offset)

    @reads
    def richest_purses(
        self,
        connection: Connection,
        guild_id: int,
        limit: int = 10,
        offset: int = 0,
        reader: int = 0,
        without: Collection[int] = (),
    ) -> RankingPage[Fortune]:
        """Returns a page of the leaderboard of a server's purses, fullest first. Erased people are left out.

        If the offset is past the end, returns the last page. Members with equal balances share a place (1, 2, 2, 4).
        Among them, the lower id comes first.

        Args:
            reader: the person whose own line is added to the page.
            without: people whose purses are left out.
        """
        column = accounts.c
        here = (column.guild_id == guild_id) & (column.kind == "person") & (column.holder > 0)
        here &= column.holder.not_in(without)
        line = select(column.holder, column.balance).where(here)

        def place(balance: float) -> int:
            return 1 + (connection.scalar(select(func.count()).where(here, column.balance > balance)) or 0)

        total = connection.scalar(select(func.count()).select_from(accounts).where(here)) or 0
        start = page_start(total, limit, offset)
        page = line.order_by(column.balance.desc(), column.holder).limit(limit).offset(start)
        rows = connection.execute(page).all()
        ranks = places([balance for _, balance in rows], start, place)
        lines = tuple(Fortune(rank, *row) for rank, row in zip(ranks, rows, strict=True))
        own = connection.execute(line.where(column.holder == reader)).first() if reader else None
        return RankingPage(lines, total, start, None if own is None else Fortune(place(own.balance), *own))


def _account(guild_id: int, user_id: int) -> Select[tuple[int, int]]:
    column = accounts.c
    return select(column.id, column.balance).where(
        column.guild_id == guild_id, column.kind == "person", column.holder == user_id, column.number == 0
    )


def _movement(
    transaction_id: int, at: int, kind: str, against: str, table_id: int, number: int, amount: int, balance: int
) -> Movement:
    escrow = Escrow(table_id, number) if against == "escrow" else None
    return Movement(transaction_id, at, MovementKind(kind), escrow, amount, int(balance))
