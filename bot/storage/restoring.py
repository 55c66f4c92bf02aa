"""Restoring a backup: values carried into the copy before it takes the database's place, and the loss.

A file is restored from here. A dump is restored by PostgreSQL's own programs, and noticed at the next start.
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
from bot.storage.schema.privacy import blocked_people, blocked_servers
from bot.storage.schema.privacy import journal as journal_table
from bot.storage.schema.tables import games, heartbeat, restorations, table_messages, tables
from bot.storage.schema.tournaments import tournament_messages, tournaments

_T = TypeVar("_T")
_log = logging.getLogger(__name__)
_UNSEEN_IDS = 10_000
"""By how much ids go on, at least, where the replaced database does not say which it has given."""
_SEQUENCE = "{table}_id_seq"


@dataclass(frozen=True, slots=True)
class Lost:
    """The rows of the replaced database that the copy lacks.

    Attributes:
        events: of the logs of all tables.
        tables: the tables that these events belong to.
        opened: those of them that the copy does not know.
        games: finished games.
    """

    events: int
    tables: int
    opened: int
    games: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a database holds.

    Attributes:
        at: its last sign of life, in epoch milliseconds; None: no bot ever ran on it.
        versions: of its tables, by their ids.
        games: the finished ones: table and number.
    """

    at: int | None
    versions: Mapping[int, int]
    games: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Restored:
    """A restoration that is done.

    Attributes:
        at: the last sign of life in the copy, in epoch milliseconds; None: no bot ever ran on it.
        lost: None where the replaced database could not be read.
        path: the restored file.
        kept_as: the replaced file, if there was one.
        erasures: how many people were erased since the copy; the next start erases them again.
    """

    at: int | None
    lost: Lost | None
    path: Path
    kept_as: Path | None
    erasures: int


async def restore(address: str, copy: Path, now: int, *, new: bool = False, journal: str = "") -> Restored:
    """Puts a backup in the place of a database; no bot may run on it. The blocks of the replaced one go on to hold.

    Args:
        new: whether there may be no database in that place.
        journal: the file that notes erasures; empty: the one next to the database.

    Raises:
        StorageError: the copy or the place is not fit; nothing has changed.
    """
    backend = choose(address, create=False, access=ProcessAccess.ALONE)
    date = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
    file = erased_file(backend.beside, journal)
    finish = partial(_finish, now, file)
    (at, lost, erasures), place = await asyncio.to_thread(backend.replace, copy, date, finish, new=new)
    return Restored(at, lost, *place, erasures)


@asynccontextmanager
async def restored_beside(address: str, copy: Path, now: int) -> AsyncIterator[str]:
    """Restores a backup next to its database, gives the address of the new one, and removes that at the end.

    Raises:
        StorageError: it cannot be restored.
    """
    backend = choose(address, create=False, access=ProcessAccess.READING)
    try:
        async with backend.restore_beside(copy, partial(_finish, now, None)) as made:
            yield made
    finally:
        await backend.dispose()


def holdings(connection: Connection) -> Holdings:
    """What a database holds, to tell what a restoration would lose."""
    versions = {row.id: row.version for row in connection.execute(select(tables.c.id, tables.c.version))}
    keys = connection.execute(select(games.c.table_id, games.c.game_no))
    return Holdings(_last_sign_of_life(connection), versions, frozenset((row.table_id, row.game_no) for row in keys))


def lost_between(before: Holdings, copy: Holdings) -> Lost:
    """What one database holds and the other does not."""
    known = copy.versions
    gone = {
        table_id: version - known.get(table_id, 0)
        for table_id, version in before.versions.items()
        if version > known.get(table_id, 0)
    }
    return Lost(sum(gone.values()), len(gone), len(gone.keys() - known.keys()), len(before.games - copy.games))


def copy_names(address: str) -> CopyNames:
    """How backups of a database are called; nothing is opened.

    Raises:
        BadAddress: the address names no database that can serve here.
    """
    return choose(address, create=False, access=ProcessAccess.READING).copies


def _finish(
    now: int, file: ErasedFile | None, copy: Connection, replaced: Connection | None
) -> tuple[int | None, Lost | None, int]:
    schema_version.expect_known(copy)
    at = _last_sign_of_life(copy)
    lost = _ask_replaced(replaced, lambda before: lost_between(holdings(before), holdings(copy)))
    _give_new_ids(copy, _ask_replaced(replaced, _given_ids), _unseen_ids(at, now))
    known = _ask_replaced(replaced, _messages) if schema_version.is_current(copy) else None
    _note(copy, now, known or {})
    erasures = _note_erasures(file, copy, _ask_replaced(replaced, read_entries) or ())
    if schema_version.is_current(copy):
        _take_blocks_over(copy, replaced)
    return at, lost, erasures


def notice_dump(connection: Connection) -> bool:
    """Notices that a dump was restored, and does what a restoration of a file does; returns whether one was.

    PostgreSQL's programs make the tables anew, and so under other numbers. A comment on one of them, which a dump
    holds, says which numbers the bot has last found. Within a `Backend.write`, by the process that runs alone.
    """
    if connection.dialect.name == "sqlite":
        return False
    known, here = connection.scalar(_KNOWN_PLACE), _place(connection)
    if known == here:
        return False
    # A statement of this kind takes no parameters, and this text is made of numbers.
    connection.execute(text(f"COMMENT ON TABLE {restorations.name} IS '{here}'"))
    at, now = _last_sign_of_life(connection), int(connection.execute(_NOW).scalar_one())
    if at is None:
        return False
    for table in (tables, tournaments):
        sequence = _SEQUENCE.format(table=table.name)
        last = text(f"SELECT setval('{sequence}', last_value + :unseen) FROM {sequence}")
        connection.execute(last, {"unseen": _unseen_ids(at, now)})
    if known is None:
        # An earlier release has written no such comment. It may be a dump of one, so ids are not given again.
        return False
    _note(connection, now, {})
    _log.warning("a dump was restored here: messages are drawn again, and the games that are on are promised anew")
    return True


_KNOWN_PLACE = text(f"SELECT obj_description('{restorations.name}'::regclass, 'pg_class')")
_NOW = text("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)")
_MAY_ASK_SYSTEM = text("SELECT has_function_privilege('pg_control_system()', 'EXECUTE')")
_SYSTEM = text("SELECT system_identifier FROM pg_control_system()")
_NUMBERS = text(
    f"SELECT oid::text || ':' || '{restorations.name}'::regclass::oid FROM pg_database"
    " WHERE datname = current_database()"
)


def _place(connection: Connection) -> str:
    """The numbers of server, database and table: another for each restored dump."""
    system = connection.scalar(_SYSTEM) if connection.scalar(_MAY_ASK_SYSTEM) else 0
    return f"{system}:{connection.execute(_NUMBERS).scalar_one()}"


def _unseen_ids(at: int | None, now: int) -> int:
    """How many ids may have been given since a copy: a table or a tournament a second, and some more."""
    return _UNSEEN_IDS + (max(0, now - at) // 1000 if at is not None else 0)


def _note(copy: Connection, now: int, newer: Mapping[str, list[dict[str, Any]]]) -> None:
    """Has all messages drawn again, and notes the restoration: games are promised anew.

    Args:
        newer: the places of messages in the replaced database, by the names of their tables.
    """
    for table in (table_messages, tournament_messages):
        if inspect(copy).has_table(table.name):
            _draw_again(copy, table, newer.get(table.name, []))
    if "drawn" in {column["name"] for column in inspect(copy).get_columns(tables.name)}:
        copy.execute(update(tables).where(tables.c.status.in_(OPEN)).values(drawn=0))
    # A copy of an older schema has no such table yet; the migration leaves it alone.
    restorations.create(copy, checkfirst=True)
    copy.execute(insert(restorations).values(at=now))


def _note_erasures(file: ErasedFile | None, copy: Connection, replaced: Sequence[Entry]) -> int:
    """Brings the file of erasures up to the replaced database; returns how many of them the copy does not know."""
    erased = [entry for entry in replaced if entry.action is Action.ERASE]
    if file is not None:
        file.add(erased)
        erased += file.read()
    known = read_entries(copy) if inspect(copy).has_table(journal_table.name) else ()
    return len(set(erased) - set(known))


def _take_blocks_over(copy: Connection, replaced: Connection | None) -> None:
    """Puts the blocks of the replaced database, and what its journal says of them, in the place of the copy's."""
    lines = _ask_replaced(replaced, read_entries)
    blocks = _ask_replaced(replaced, _blocks)
    if lines is None or blocks is None:
        return
    known = set(read_entries(copy))
    # The next start puts the erasures by a wish there; those for their time are not repeated.
    erasures = (Action.ERASE, Action.EXPIRE)
    add_entries(copy, [entry for entry in lines if entry.action not in erasures and entry not in known])
    for table, rows in blocks.items():
        copy.execute(delete(table))
        upsert(copy, table, *rows)
    # At tables of the copy they may sit again.
    copy.execute(update(blocked_people).values(done=0))


def _blocks(before: Connection) -> dict[Table, list[dict[str, Any]]]:
    return {
        table: [dict(row._mapping) for row in before.execute(select(table))]
        for table in (blocked_people, blocked_servers)
    }


def _ask_replaced(replaced: Connection | None, ask: Callable[[Connection], _T]) -> _T | None:
    """Queries the replaced database; None where it is damaged, or not of this version."""
    if replaced is None:
        return None
    try:
        return ask(replaced)
    except (SQLAlchemyError, LookupError, TypeError, ValueError):
        return None


def _last_sign_of_life(copy: Connection) -> int | None:
    moments = (copy.scalar(select(heartbeat.c.at)), copy.scalar(select(func.max(tables.c.updated_at))))
    return max((moment for moment in moments if moment is not None), default=None)


def _given_ids(before: Connection) -> dict[str, int]:
    return {row.name: row.seq for row in before.execute(text("SELECT name, seq FROM sqlite_sequence"))}


def _give_new_ids(copy: Connection, given: dict[str, int] | None, unseen: int) -> None:
    """Lets ids go on after all that were ever given: an old button of a lost table must not reach another one.

    Args:
        given: the last ids of the replaced database; None: it cannot be read.
        unseen: by how much they go on then.
    """
    own = _given_ids(copy)
    for table in (tables, tournaments):
        last = own.get(table.name, 0)
        last = last + unseen if given is None else max(last, given.get(table.name, 0))
        copy.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        copy.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), {"name": table.name, "last": last})


def _messages(before: Connection) -> dict[str, list[dict[str, Any]]]:
    return {
        table.name: [dict(row._mapping) for row in before.execute(select(table))]
        for table in (table_messages, tournament_messages)
    }


def _draw_again(copy: Connection, table: Table, newer: list[dict[str, Any]]) -> None:
    """Takes over where the messages are by now, and forgets what they show: the bot brings each up to date."""
    owner, owners = next(iter(table.columns)), tables if table is table_messages else tournaments
    known = set(copy.scalars(select(owners.c.id)))
    for row in newer:
        if row[owner.name] in known:
            upsert(copy, table, row)
    copy.execute(update(table).where(table.c.message_id != 0).values(state_hash=""))
