"""Reads the rows that an audit compares, and finds inconsistencies in the ledgers of servers, in the rows that are
computed from results, and in those that are kept about erased people.

The audit only reads. It trusts no sum that is stored: it computes each balance again from the postings. The caller
(`bot.audit`) judges the logs of tables. This module knows no rule of the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, Select, and_, bindparam, func, or_, select

from bot.rows.chips import Fault, MovementKind
from bot.rows.commits import StoredEvent
from bot.rows.game_results import GameResult
from bot.rows.table_rows import CLOSED, TableRow
from bot.storage.backends.base import trigger_names
from bot.storage.backends.soundness import faults_of
from bot.storage.connections import Repository, reads
from bot.storage.event_rows import stored_logs
from bot.storage.galerie_sums import wrong_advice, wrong_bets, wrong_errors, wrong_stories
from bot.storage.privacy.kept import wrong_marks
from bot.storage.privacy.marks import find_key, name_of
from bot.storage.put_aside import PutAside, all_put_aside
from bot.storage.rating_entries import wrong_ratings
from bot.storage.repositories.accounts import stakes_kept
from bot.storage.repositories.results import games_of
from bot.storage.repositories.tables import TABLE_ROWS, table_row
from bot.storage.schema.guards import GUARDS
from bot.storage.schema.privacy_tables import departures, erasures, kept_people
from bot.storage.schema.tables import (
    accounts,
    events,
    games,
    guilds,
    outage_credits,
    packed_logs,
    players,
    postings,
    seats,
    tables,
    transactions,
)
from bot.storage.standing_sums import wrong_standings

_ROWS: Final = TABLE_ROWS.where(tables.c.id.in_(bindparam("tables", expanding=True)))
_SEATED: Final = select(seats.c.table_id, seats.c.user_id).where(
    seats.c.table_id.in_(bindparam("tables", expanding=True))
)
_MOST_FAULTS: Final = 20
_ENDS: Final = (MovementKind.SETTLEMENT.value, MovementKind.VOID.value)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All rows about a table, except those of its messages.

    Attributes:
        stakes: the chips of each person on each open game or pool, by the number of the game or pool, then by person.
        ended: the numbers of the games and pools that are paid or void.
    """

    row: TableRow
    events: tuple[StoredEvent, ...]
    games: tuple[GameResult, ...]
    seated: frozenset[int]
    stakes: Mapping[int, Mapping[int, int]]
    ended: frozenset[int]


@dataclass(frozen=True, slots=True)
class Pending:
    """How much work a running bot has not done yet. That is no fault: each backup contains some of it.

    Attributes:
        owed: how many tables have not got back the time of an outage yet.
        erasures: how many people are being erased.
        departures: how many servers the bot has left without having deleted their data yet.
        kept: about how many erased people rows are kept for a year, because these rows protect others.
        unknown: how many of these people the bot cannot recognise, because the key of their marks is missing.
    """

    owed: int = 0
    erasures: int = 0
    departures: int = 0
    kept: int = 0
    unknown: int = 0


class AuditRepository(Repository):
    """Reads the rows that an audit compares."""

    @reads
    def ledger_faults(self, connection: Connection) -> tuple[Fault, ...]:
        """Returns the inconsistencies in the ledgers of all servers, in the rows that are computed from results (such
        as standings, ratings and stories), and in the rows that are kept about erased people.

        All rows are read at one moment.
        """
        return tuple(fault for ask in _QUESTIONS for fault in ask(connection))

    @reads
    def ledgers(self, connection: Connection) -> int:
        """Returns how many servers have a ledger."""
        return connection.scalar(select(func.count(accounts.c.guild_id.distinct()))) or 0

    @reads
    def pending(self, connection: Connection) -> Pending:
        """Returns the work that the bot has not done yet, read at one moment."""
        key = find_key(connection)
        key_name = "no key" if key is None else name_of(key)
        counts = (
            select(func.count(outage_credits.c.table_id.distinct())),
            select(func.count()).select_from(erasures),
            select(func.count()).select_from(departures),
            select(func.count()).select_from(kept_people),
            select(func.count()).select_from(kept_people).where(~kept_people.c.mark.startswith(key_name)),
        )
        return Pending(*(connection.scalar(count) or 0 for count in counts))

    @reads
    def put_aside(self, connection: Connection) -> tuple[PutAside, ...]:
        """Returns the tables that were closed for good because their logs could not be read."""
        return all_put_aside(connection)

    @reads
    def file_faults(self, connection: Connection) -> tuple[Fault, ...]:
        """Returns the first faults that SQLite finds in any page or index of the file. Returns none on PostgreSQL.

        A PostgreSQL server checks its files itself.
        """
        if connection.dialect.name != "sqlite":
            return ()
        faults = islice(faults_of(connection.exec_driver_sql), _MOST_FAULTS)
        return tuple(Fault("the file", what) for what in faults)

    @reads
    def texts(self, connection: Connection) -> tuple[tuple[str, int, str], ...]:
        """Returns the preferences of all people and the settings of all servers.

        Each is given as its kind, the id of the person or server, and the JSON text.
        """
        people = connection.execute(select(players.c.user_id, players.c.preferences)).all()
        servers = connection.execute(select(guilds.c.guild_id, guilds.c.settings)).all()
        return (*(("person", *row) for row in people), *(("server", *row) for row in servers))

    async def table_ids(self, since: int | None = None) -> tuple[int, ...]:
        """Returns the ids of tables, in order.

        Args:
            since: only tables whose rows changed at this moment or later, in epoch milliseconds. None for all tables.
                The result then also has the ids that only logs or games have, because their table is missing.
        """
        if since is not None:
            newer = select(tables.c.id).where(tables.c.updated_at >= since).order_by(tables.c.id)
            return await self._connections.read(lambda connection: tuple(connection.scalars(newer)))
        all_ids = select(tables.c.id).union(*(select(part.c.table_id) for part in (events, packed_logs, games)))
        return await self._connections.read(lambda connection: tuple(sorted(connection.scalars(all_ids))))

    @reads
    def stored_tables(self, connection: Connection, table_ids: Sequence[int]) -> list[StoredTable | None]:
        """Returns all rows about some tables, read at one moment: an entry for each id, in the same order. The entry of
        a missing table is None.

        The number of SQL statements does not depend on the number of tables. Separate statements for each table would
        take a third of the time of an audit.

        Raises:
            ValueError: a row or a log cannot be read.
        """
        rows = {row.id: table_row(row) for row in connection.execute(_ROWS, {"tables": table_ids})}
        logs = stored_logs(connection, [*rows])
        stakes = stakes_kept(connection, {row.id: row.guild_id for row in rows.values()})
        results, seated = defaultdict[int, list[GameResult]](list), defaultdict[int, set[int]](set)
        for game in games_of(connection, [*rows]):
            results[game.table_id].append(game)
        for table_id, user_id in connection.execute(_SEATED, {"tables": [*rows]}):
            seated[table_id].add(user_id)
        return [
            StoredTable(
                row,
                logs.get(row.id, ()),
                tuple(results[row.id]),
                frozenset(seated[row.id]),
                stakes[row.id].held,
                frozenset(stakes[row.id].ended),
            )
            if row
            else None
            for row in map(rows.get, table_ids)
        ]


def _guards(connection: Connection) -> Iterator[Fault]:
    names = trigger_names(connection)
    for name in GUARDS:
        if name not in names:
            yield Fault("the ledger", f"its guard {name} is missing")


def _sums(connection: Connection) -> Iterator[Fault]:
    total = func.sum(postings.c.amount)
    rows = connection.execute(
        select(transactions.c.id, transactions.c.guild_id, total)
        .outerjoin_from(transactions, postings, postings.c.transaction_id == transactions.c.id)
        .group_by(transactions.c.id, transactions.c.guild_id)
        .having(or_(total.is_(None), total != 0))
        .order_by(transactions.c.id)
    )
    for transaction_id, guild_id, chips in rows:
        what = "moves nothing" if chips is None else f"adds up to {int(chips)} and not to zero"
        yield Fault(_ledger(guild_id), f"transaction {transaction_id} {what}")


def _stray_postings(connection: Connection) -> Iterator[Fault]:
    column = postings.c
    lines = select(column.transaction_id, column.account_id).order_by(column.transaction_id, column.account_id)
    without_transaction = lines.outerjoin_from(postings, transactions).where(transactions.c.id.is_(None))
    for transaction_id, account_id in connection.execute(without_transaction):
        yield Fault("the ledger", f"a posting on account {account_id} has no transaction {transaction_id}")
    without_account = lines.outerjoin_from(postings, accounts).where(accounts.c.id.is_(None))
    for transaction_id, account_id in connection.execute(without_account):
        yield Fault("the ledger", f"transaction {transaction_id} moves chips of account {account_id}, which is missing")


def _mixed_entries(connection: Connection) -> Iterator[Fault]:
    column = transactions.c
    moved = (
        select(column.id, column.guild_id)
        .join_from(transactions, postings)
        .join(accounts, accounts.c.id == postings.c.account_id)
        .where(or_(accounts.c.guild_id != column.guild_id, and_(accounts.c.id != column.against, _kind != "person")))
    )
    against = (
        select(column.id, column.guild_id)
        .outerjoin_from(transactions, accounts)
        .where(or_(accounts.c.id.is_(None), accounts.c.guild_id != column.guild_id, _kind == "person"))
    )
    for transaction_id, guild_id in sorted({*_pairs(connection, moved), *_pairs(connection, against)}):
        yield Fault(_ledger(guild_id), f"transaction {transaction_id} joins accounts that do not belong together")


def _kinds(connection: Connection) -> Iterator[Fault]:
    kinds = [kind.value for kind in MovementKind]
    column = transactions.c
    for transaction_id, guild_id in _pairs(connection, _of_transactions().where(column.kind.not_in(kinds))):
        yield Fault(_ledger(guild_id), f"transaction {transaction_id} is of an unknown kind")


def _balances(connection: Connection) -> Iterator[Fault]:
    sum_of_postings = func.coalesce(func.sum(postings.c.amount), 0)
    # Postings without a transaction move nothing.
    valid = postings.join(transactions)
    rows = connection.execute(
        select(*_ACCOUNT, accounts.c.balance, sum_of_postings)
        .outerjoin_from(accounts, valid, postings.c.account_id == accounts.c.id)
        .group_by(*_ACCOUNT, accounts.c.balance)
        .having(accounts.c.balance != sum_of_postings)
        .order_by(accounts.c.id)
    )
    for account_id, guild_id, kind, holder, number, balance, chips in rows:
        who = _whose(account_id, kind, holder, number)
        yield Fault(_ledger(guild_id), f"{who} holds {balance}, its postings add up to {int(chips)}")


def _below_zero(connection: Connection) -> Iterator[Fault]:
    below = or_(and_(_kind != "house", _balance < 0), and_(_kind == "house", _balance > 0))
    for *account, balance in connection.execute(select(*_ACCOUNT, _balance).where(below).order_by(accounts.c.id)):
        account_id, guild_id, kind, holder, number = account
        what = "has taken more than it gave" if kind == "house" else "is below zero"
        yield Fault(_ledger(guild_id), f"{_whose(account_id, kind, holder, number)} {what}: {balance}")


def _unpaid_chips(connection: Connection) -> Iterator[Fault]:
    ended = select(transactions.c.id).where(transactions.c.against == accounts.c.id, transactions.c.kind.in_(_ENDS))
    result = select(games.c.game_no).where(games.c.table_id == accounts.c.holder, games.c.game_no == accounts.c.number)
    rows = connection.execute(
        select(*_ACCOUNT, _balance, tables.c.guild_id, tables.c.status, ended.exists(), result.exists())
        .outerjoin_from(accounts, tables, tables.c.id == accounts.c.holder)
        .where(_kind == "escrow")
        .order_by(accounts.c.id)
    )
    for account_id, guild_id, kind, holder, number, balance, home, status, is_ended, has_result in rows:
        who = _whose(account_id, kind, holder, number)
        if home is None:
            yield Fault(_ledger(guild_id), f"{who} belongs to a table that is missing")
        elif home != guild_id:
            yield Fault(_ledger(guild_id), f"{who} belongs to a table of server {home}")
        if balance and (is_ended or has_result or status == CLOSED):
            yield Fault(_ledger(guild_id), f"{who} still holds {balance}, and no game will pay it out")


def _wrong_ends(connection: Connection) -> Iterator[Fault]:
    column = transactions.c
    ends = (
        select(column.against, func.count().label("times"), func.min(column.id).label("first"))
        .where(column.kind.in_(_ENDS))
        .group_by(column.against)
        .subquery()
    )
    last = select(func.max(column.id)).where(column.against == ends.c.against).scalar_subquery()
    rows = connection.execute(
        select(*_ACCOUNT, ends.c.times)
        .join_from(ends, accounts, accounts.c.id == ends.c.against)
        .where(or_(ends.c.times > 1, last != ends.c.first))
        .order_by(accounts.c.id)
    )
    for account_id, guild_id, kind, holder, number, times in rows:
        what = f"was settled {times} times" if times > 1 else "went on after it was settled"
        yield Fault(_ledger(guild_id), f"{_whose(account_id, kind, holder, number)} {what}")


def _issued_chips(connection: Connection) -> Iterator[Fault]:
    rows = connection.execute(
        select(accounts.c.guild_id, _kind, func.sum(_balance)).group_by(accounts.c.guild_id, _kind)
    )
    issued: dict[int, int] = {}
    held: dict[int, int] = {}
    for guild_id, kind, chips in rows:
        # The bank is stored as "house".
        side, sign = (issued, -1) if kind == "house" else (held, 1)
        side[guild_id] = side.get(guild_id, 0) + sign * int(chips)
    for guild_id in sorted(issued.keys() | held.keys()):
        out, total = issued.get(guild_id, 0), held.get(guild_id, 0)
        if out != total:
            yield Fault(_ledger(guild_id), f"the bank has issued {out} chips, but {total} are there")


_QUESTIONS: Final[Iterable[Callable[[Connection], Iterator[Fault]]]] = (
    *(_guards, _sums, _stray_postings, _mixed_entries, _kinds, _balances),
    *(_below_zero, _unpaid_chips, _wrong_ends, _issued_chips, wrong_standings, wrong_ratings),
    *(wrong_bets, wrong_advice, wrong_errors, wrong_stories, wrong_marks),
)
_ACCOUNT: Final = (accounts.c.id, accounts.c.guild_id, accounts.c.kind, accounts.c.holder, accounts.c.number)
_kind: Final = accounts.c.kind
_balance: Final = accounts.c.balance


def _of_transactions() -> Select[tuple[int, int]]:
    return select(transactions.c.id, transactions.c.guild_id).order_by(transactions.c.id)


def _pairs(connection: Connection, chosen: Select[Any]) -> list[tuple[int, int]]:
    return [(first, second) for first, second in connection.execute(chosen)]


def _ledger(guild_id: int) -> str:
    return f"ledger of server {guild_id}"


def _whose(account_id: int, kind: str, holder: int, number: int) -> str:
    names = {"person": f"person {holder}", "escrow": f"game {number} of table {holder}", "house": "the bank"}
    return f"account {account_id} ({names.get(kind, 'of an unknown kind')})"
