"""Puts a table aside whose log cannot be read: closes it for good, and gives the chips on it back to their owners."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from bot.rows.chips import Escrow
from bot.rows.ids import is_erased
from bot.rows.storage_errors import StorageError
from bot.rows.table_rows import CLOSED
from bot.storage.repositories.accounts import is_ended
from bot.storage.repositories.postings import void_stakes
from bot.storage.schema.tables import accounts, outage_credits, postings, put_aside, seats, tables, transactions


@dataclass(frozen=True, slots=True)
class PutAside:
    """A table that was put aside: closed for good, because its log cannot be read.

    Attributes:
        version: the version of the table's row.
        place: the thread of the table, or the channel in which it was opened.
        people: the players and all who got chips back. If there are no players, the person who opened the table.
        at: when the table was put aside, in epoch milliseconds.
        reason: the fault of the log. It names no card.
        frozen: whether some chips on the table could not be given back.
    """

    table_id: int
    guild_id: int
    version: int
    place: int
    people: tuple[int, ...]
    at: int
    reason: str
    frozen: bool


def put_table_aside(connection: Connection, table_id: int, reason: str, at: int) -> tuple[PutAside, bool] | None:
    """Closes an open table whose log cannot be read, and gives the chips on it back. A second call does nothing.

    Each open game or pool at the table becomes void: all people get back the chips that, by the ledger, they put on it.
    The ledger's entry has the key of a game's end, so it is written only once. If the ledger does not add up, the chips
    stay where they are (`frozen`).

    Returns:
        The table, and whether this call put it aside. None if the table was closed in good order or does not exist.
    """
    # Another process that puts the same table aside waits here.
    row = connection.execute(select(tables).where(tables.c.id == table_id).with_for_update()).first()
    if row is None:
        return None
    new = connection.scalar(select(put_aside.c.table_id).where(put_aside.c.table_id == table_id)) is None
    if new:
        if row.status == CLOSED:
            return None
        frozen = [escrow for escrow in _open_escrows(connection, table_id) if not _give_back(connection, escrow, at)]
        connection.execute(delete(seats).where(seats.c.table_id == table_id))
        connection.execute(delete(outage_credits).where(outage_credits.c.table_id == table_id))
        closed = update(tables).where(tables.c.id == table_id)
        # `drawn=0` makes the next start draw the table, so that its players learn of it.
        connection.execute(closed.values(status=CLOSED, deadline=None, house=0, drawn=0, updated_at=at))
        connection.execute(
            insert(put_aside), {"table_id": table_id, "at": at, "reason": reason, "frozen": int(bool(frozen))}
        )
    (table,) = _read_put_aside(connection, table_id)
    return table, new


def all_put_aside(connection: Connection) -> tuple[PutAside, ...]:
    """Returns all tables that were put aside, in the order of their ids."""
    return _read_put_aside(connection, None)


def _open_escrows(connection: Connection, table_id: int) -> list[Escrow]:
    column = accounts.c
    chosen = select(column.id, column.number).where(column.kind == "escrow", column.holder == table_id)
    return [
        Escrow(table_id, row.number)
        for row in connection.execute(chosen.order_by(column.number)).all()
        if not is_ended(connection, row.id)
    ]


def _give_back(connection: Connection, escrow: Escrow, at: int) -> bool:
    try:
        with connection.begin_nested():
            void_stakes(connection, escrow, at)
    except (StorageError, SQLAlchemyError, ValueError):
        return False
    return True


def _read_put_aside(connection: Connection, table_id: int | None) -> tuple[PutAside, ...]:
    chosen = select(put_aside, tables).join_from(put_aside, tables, tables.c.id == put_aside.c.table_id)
    if table_id is not None:
        chosen = chosen.where(put_aside.c.table_id == table_id)
    return tuple(
        PutAside(
            table_id=row.table_id,
            guild_id=row.guild_id,
            version=row.version,
            place=row.thread_id or row.channel_id,
            people=_people(connection, row.table_id, {row.north_id, row.south_id} - {None} or {row.challenger_id}),
            at=row.at,
            reason=row.reason,
            frozen=bool(row.frozen),
        )
        for row in connection.execute(chosen.order_by(put_aside.c.table_id)).all()
    )


def _people(connection: Connection, table_id: int, players: set[int]) -> tuple[int, ...]:
    game, person = accounts.alias(), accounts.alias()
    paid = (
        select(person.c.holder)
        .join_from(game, transactions, transactions.c.against == game.c.id)
        .join(postings, postings.c.transaction_id == transactions.c.id)
        .join(person, person.c.id == postings.c.account_id)
        .where(game.c.kind == "escrow", game.c.holder == table_id, transactions.c.kind == "void")
        .where(transactions.c.at == select(put_aside.c.at).where(put_aside.c.table_id == table_id).scalar_subquery())
        .where(person.c.kind == "person")
    )
    people = players | set(connection.scalars(paid))
    return tuple(sorted(person for person in people if not is_erased(person)))
