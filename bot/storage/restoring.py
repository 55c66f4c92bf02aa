"""Restores a backup: completes the copy before it replaces the database, and counts the rows that are lost.

This module restores SQLite files. On PostgreSQL, its own programs restore a backup (a dump), and the next start of the
bot notices that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, delete, func, insert, inspect, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from bot.rows.table_rows import OPEN
from bot.storage.backends.address import choose
from bot.storage.backends.base import CopyNames, ProcessAccess, upsert
from bot.storage.privacy.journal import Action, Entry, ErasedFile, add_entries, erased_file, read_entries
from bot.storage.schema import version as schema_version
from bot.storage.schema.duplicate_tables import duplicates
from bot.storage.schema.privacy_tables import blocked_people, blocked_servers
from bot.storage.schema.privacy_tables import journal as journal_table
from bot.storage.schema.tables import games, heartbeat, restorations, table_messages, tables
from bot.storage.schema.tournament_tables import tournament_messages, tournaments

_T = TypeVar("_T")
_log = logging.getLogger(__name__)
_UNSEEN_IDS = 10_000
"""New ids skip at least this many numbers if the last ids of the replaced database are unknown."""
_SEQUENCE = "{table}_id_seq"
_ON_BUTTONS = tables, tournaments, duplicates
"""The tables of the schema whose ids are on buttons. Buttons of rows that a backup lacks are still at Discord."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The rows that are lost by a restoration: the replaced database had them, and the backup does not.

    Attributes:
        events: the number of lost events, in the logs of all tables.
        tables: the number of tables with lost events.
        opened: the number of those tables that were opened after the backup was written.
        games: the number of lost finished games.
    """

    events: int
    tables: int
    opened: int
    games: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """The contents of a database, in numbers.

    Attributes:
        at: when the bot last ran on the database, in epoch milliseconds; None if it never did.
        versions: the number of events at each table, by the tables' ids.
        games: the finished games, each by its table and number.
    """

    at: int | None
    versions: Mapping[int, int]
    games: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restoration.

    Attributes:
        at: when the bot last ran before the backup was written, in epoch milliseconds; None if it never did.
        lost: the rows that are lost; None if the replaced database could not be read.
        path: the restored file.
        kept_as: the file of the replaced database; None if there was none.
        erasures: the number of people who were erased after the backup was written. The next start of the bot erases
            them again.
    """

    at: int | None
    lost: Lost | None
    path: Path
    kept_as: Path | None
    erasures: int


async def restore(address: str, copy: Path, now: int, *, new: bool = False, journal: str = "") -> Restored:
    """Replaces a database by a backup. No bot may run on the database.

    The backup gets the owner's blocks of people and servers from the replaced database, if that one can be read and the
    backup has the present schema.

    Args:
        address: the database to replace.
        copy: the backup.
        now: the present moment, in epoch milliseconds.
        new: whether the database to replace may be missing.
        journal: the file that notes erasures; empty for the file next to the database.

    Raises:
        StorageError: the backup or the place cannot be used; nothing has changed.
    """
    backend = choose(address, create=False, access=ProcessAccess.ALONE)
    date = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
    file = erased_file(backend.sibling, journal)
    finish = partial(_finish, now, file)
    (at, lost, erasures), place = await asyncio.to_thread(backend.replace, copy, date, finish, new=new)
    return Restored(at, lost, *place, erasures)


@asynccontextmanager
async def restored_beside(address: str, copy: Path, now: int) -> AsyncIterator[str]:
    """Restores a backup to a new database, and yields the address of the new one.

    The database at `address` does not change. At the end, deletes the new database.

    Raises:
        StorageError: the backup cannot be restored.
    """
    backend = choose(address, create=False, access=ProcessAccess.READING)
    try:
        async with backend.restore_beside(copy, partial(_finish, now, None)) as new_address:
            yield new_address
    finally:
        await backend.dispose()


def holdings(connection: Connection) -> Holdings:
    """Counts the contents of a database, to find out later what a restoration would lose."""
    versions = {row.id: row.version for row in connection.execute(select(tables.c.id, tables.c.version))}
    keys = connection.execute(select(games.c.table_id, games.c.game_no))
    return Holdings(_last_sign_of_life(connection), versions, frozenset((row.table_id, row.game_no) for row in keys))


def lost_between(before: Holdings, copy: Holdings) -> Lost:
    """Compares a database with a backup, and counts the rows that the backup lacks."""
    versions = copy.versions
    lost = {
        table_id: version - versions.get(table_id, 0)
        for table_id, version in before.versions.items()
        if version > versions.get(table_id, 0)
    }
    return Lost(sum(lost.values()), len(lost), len(lost.keys() - versions.keys()), len(before.games - copy.games))


def copy_names(address: str) -> CopyNames:
    """Returns how the files with backups of a database are named. Opens nothing.

    Raises:
        BadAddress: the bot cannot use a database at this address.
    """
    return choose(address, create=False, access=ProcessAccess.READING).copies


def _finish(
    now: int, file: ErasedFile | None, copy: Connection, replaced: Connection | None
) -> tuple[int | None, Lost | None, int]:
    schema_version.expect_known(copy)
    at = _last_sign_of_life(copy)
    lost = _ask_replaced(replaced, lambda before: lost_between(holdings(before), holdings(copy)))
    _skip_ids(copy, _ask_replaced(replaced, _last_ids), _unseen_ids(at, now))
    messages = _ask_replaced(replaced, _messages) if schema_version.is_current(copy) else None
    _note(copy, now, messages or {})
    erasures = _note_erasures(file, copy, _ask_replaced(replaced, read_entries) or ())
    if schema_version.is_current(copy):
        _take_blocks_over(copy, replaced)
    return at, lost, erasures


def notice_dump(connection: Connection) -> bool:
    """Completes a PostgreSQL database that was restored from a backup.

    Returns whether it was restored since the last start.

    A restoration creates the tables again, and PostgreSQL gives them other internal numbers. The bot stores these
    numbers at each start in a comment on one table, which a backup contains. If the numbers differ, the database was
    restored. Call this inside a `Backend.write`.
    """
    if connection.dialect.name == "sqlite":
        return False
    # Several processes may start at once: the first one notices it, the others wait for its transaction.
    connection.execute(_LOCK)
    last_place, place = connection.scalar(_LAST_PLACE), _place(connection)
    if last_place == place:
        return False
    # COMMENT takes no parameters. The text consists of numbers.
    connection.execute(text(f"COMMENT ON TABLE {restorations.name} IS '{place}'"))
    at, now = _last_sign_of_life(connection), int(connection.execute(_NOW).scalar_one())
    if at is None:
        return False
    for table in _ON_BUTTONS:
        sequence = _SEQUENCE.format(table=table.name)
        last = text(f"SELECT setval('{sequence}', last_value + :unseen) FROM {sequence}")
        connection.execute(last, {"unseen": _unseen_ids(at, now)})
    if last_place is None:
        # Earlier releases wrote no such comment. This may be a dump of one, so ids were skipped.
        return False
    _note(connection, now, {})
    _log.warning("a dump was restored here: messages are drawn again, and current games get new promises")
    return True


_LOCK = text(f"LOCK TABLE {restorations.name} IN SHARE UPDATE EXCLUSIVE MODE")
_LAST_PLACE = text(f"SELECT obj_description('{restorations.name}'::regclass, 'pg_class')")
_NOW = text("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)")
_MAY_ASK_SYSTEM = text("SELECT has_function_privilege('pg_control_system()', 'EXECUTE')")
_SYSTEM = text("SELECT system_identifier FROM pg_control_system()")
_NUMBERS = text(
    f"SELECT oid::text || ':' || '{restorations.name}'::regclass::oid FROM pg_database"
    " WHERE datname = current_database()"
)


def _place(connection: Connection) -> str:
    """Returns the numbers of the server, the database and a table, which differ for each restored dump."""
    system = connection.scalar(_SYSTEM) if connection.scalar(_MAY_ASK_SYSTEM) else 0
    return f"{system}:{connection.execute(_NUMBERS).scalar_one()}"


def _unseen_ids(at: int | None, now: int) -> int:
    """Returns how many ids may have been assigned since a copy: one each second, and some more."""
    return _UNSEEN_IDS + (max(0, now - at) // 1000 if at is not None else 0)


def _note(copy: Connection, now: int, newer: Mapping[str, list[dict[str, Any]]]) -> None:
    """Marks all messages to be drawn again, and notes the restoration, after which games get new promises.

    Duplicate matches end: their members may have seen cards of deals that the copy has as not played.

    Args:
        newer: the places of messages in the replaced database, by the name of the database's table.
    """
    for table in (table_messages, tournament_messages):
        if inspect(copy).has_table(table.name):
            _draw_again(copy, table, newer.get(table.name, []))
    if "drawn" in {column["name"] for column in inspect(copy).get_columns(tables.name)}:
        copy.execute(update(tables).where(tables.c.status.in_(OPEN)).values(drawn=0))
    if inspect(copy).has_table(duplicates.name):
        copy.execute(update(duplicates).where(duplicates.c.until > now).values(until=now))
    # A copy with an older schema lacks this table. The migration accepts a table that exists.
    restorations.create(copy, checkfirst=True)
    copy.execute(insert(restorations).values(at=now))


def _note_erasures(file: ErasedFile | None, copy: Connection, replaced: Sequence[Entry]) -> int:
    """Adds the erasures of the replaced database to the file. Returns the number of erasures that the copy lacks."""
    erased = [entry for entry in replaced if entry.action is Action.ERASE]
    if file is not None:
        file.add(erased)
        erased += file.read()
    own = read_entries(copy) if inspect(copy).has_table(journal_table.name) else ()
    return len(set(erased) - set(own))


def _take_blocks_over(copy: Connection, replaced: Connection | None) -> None:
    """Replaces the blocks of the copy by those of the replaced database, with its journal's lines about them."""
    lines = _ask_replaced(replaced, read_entries)
    blocks = _ask_replaced(replaced, _blocks)
    if lines is None or blocks is None:
        return
    own = set(read_entries(copy))
    # The next start adds the erasures by a wish. Those for their time are not repeated.
    erasures = (Action.ERASE, Action.EXPIRE)
    add_entries(copy, [entry for entry in lines if entry.action not in erasures and entry not in own])
    for table, rows in blocks.items():
        copy.execute(delete(table))
        upsert(copy, table, *rows)
    # Blocked people may sit at tables of the copy again.
    copy.execute(update(blocked_people).values(done=0))


def _blocks(before: Connection) -> dict[Table, list[dict[str, Any]]]:
    return {
        table: [dict(row._mapping) for row in before.execute(select(table))]
        for table in (blocked_people, blocked_servers)
    }


def _ask_replaced(replaced: Connection | None, ask: Callable[[Connection], _T]) -> _T | None:
    """Queries the replaced database. Returns None if it is damaged or has another schema."""
    if replaced is None:
        return None
    try:
        return ask(replaced)
    except (SQLAlchemyError, LookupError, TypeError, ValueError):
        return None


def _last_sign_of_life(copy: Connection) -> int | None:
    moments = (copy.scalar(select(heartbeat.c.at)), copy.scalar(select(func.max(tables.c.updated_at))))
    return max((moment for moment in moments if moment is not None), default=None)


def _last_ids(before: Connection) -> dict[str, int]:
    return {row.name: row.seq for row in before.execute(text("SELECT name, seq FROM sqlite_sequence"))}


def _skip_ids(copy: Connection, replaced: dict[str, int] | None, unseen: int) -> None:
    """Skips all ids that were ever assigned, so that an old button of a lost table or match reaches no other.

    Args:
        replaced: the last ids of the replaced database; None if it cannot be read.
        unseen: the number of ids to skip if it cannot be read.
    """
    own = _last_ids(copy)
    for table in _ON_BUTTONS:
        last = own.get(table.name, 0)
        last = last + unseen if replaced is None else max(last, replaced.get(table.name, 0))
        copy.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        copy.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), {"name": table.name, "last": last})


def _messages(before: Connection) -> dict[str, list[dict[str, Any]]]:
    return {
        table.name: [dict(row._mapping) for row in before.execute(select(table))]
        for table in (table_messages, tournament_messages)
    }


def _draw_again(copy: Connection, table: Table, newer: list[dict[str, Any]]) -> None:
    """Takes over the newer places of messages, and forgets the digests, so that the bot draws each message again."""
    owner, owners = next(iter(table.columns)), tables if table is table_messages else tournaments
    ids = set(copy.scalars(select(owners.c.id)))
    for row in newer:
        if row[owner.name] in ids:
            upsert(copy, table, row)
    copy.execute(update(table).where(table.c.message_id != 0).values(state_hash=""))
