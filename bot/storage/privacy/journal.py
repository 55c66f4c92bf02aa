"""The journal: the people erased and blocked, the servers left, and when.

A file, which no restore replaces, notes erasures as well. A person stands in it by a mark
(`bot.storage.privacy.marks`). So after a restore of an older copy the bot finds the people who have to be erased once
more.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from bot.storage.backends.sqlite_file import give_away, sync_folder
from bot.storage.connections import Repository, reads, writes
from bot.storage.privacy.marks import find_key, find_marked, find_stored_key, make_mark, put_stored_key
from bot.storage.schema.privacy import journal
from bot.storage.schema.tables import metadata

_ENDING: Final = ".erased"
_KEY: Final = re.compile(r"key ([0-9a-f]{64})")
_LINE: Final = re.compile(r"(\S+) erase ((?:[0-9a-f]{8}|[0-9a-f]{32}):[0-9a-f]{32})")


class Action(StrEnum):
    """The kind of an entry. Values are stored."""

    ERASE = "erase"
    """A person was erased by a wish: their own, or the owner's."""
    EXPIRE = "expire"
    """A person was erased for their time. No file notes it, so a restore of an older copy does not repeat it."""
    BLOCK = "block"
    UNBLOCK = "unblock"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal.

    Attributes:
        mark: of the person; None: it is about a server.
        server_id: the server; None: it is about a person.
    """

    at: int
    action: Action
    mark: str | None = None
    server_id: int | None = None


def write_entry(
    connection: Connection, action: Action, at: int, *, user_id: int | None = None, server_id: int | None = None
) -> None:
    """Writes a line about a person or a server, in a transaction of the caller."""
    mark = None if user_id is None else make_mark(connection, user_id)
    connection.execute(insert(journal), {"at": at, "action": action.value, "mark": mark, "server_id": server_id})


class JournalRepository(Repository):
    """The journal in the database."""

    @reads
    def entries(self, connection: Connection, action: Action | None = None) -> tuple[Entry, ...]:
        """Returns the lines, or those about one action, oldest first."""
        return read_entries(connection, action)

    @reads
    def about(self, connection: Connection, user_id: int) -> tuple[Entry, ...]:
        """Returns the lines about a person, oldest first."""
        return entries_about(connection, user_id)

    @reads
    def key(self, connection: Connection) -> bytes | None:
        """Returns the key of the marks, if there is one."""
        return find_key(connection)

    @reads
    def stored_key(self, connection: Connection) -> bytes | None:
        """Returns the key of the marks if the database holds it, so that another copy may have none, or None."""
        return find_stored_key(connection)

    @writes
    def put_key(self, connection: Connection, key: bytes) -> None:
        """Stores a key that was noted by a later copy of this database, which has none."""
        put_stored_key(connection, key)

    @writes
    def add(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Writes lines that were made in another copy of this database."""
        add_entries(connection, entries)

    @writes
    def prune(self, connection: Connection, before: int) -> None:
        """Deletes the lines from before a moment."""
        connection.execute(delete(journal).where(journal.c.at < before))

    @reads
    def known_people(self, connection: Connection) -> frozenset[int]:
        """Returns the ids of all people who are stored anywhere but in logs alone."""
        people: set[int] = set()
        for table in metadata.sorted_tables:
            for column in table.columns:
                if "person" in column.info:
                    people |= set(connection.scalars(select(column).where(column > 0).distinct()))
        return frozenset(people)


def read_entries(connection: Connection, action: Action | None = None) -> tuple[Entry, ...]:
    """Returns the lines, or those about one action, oldest first."""
    chosen = select(journal.c.at, journal.c.action, journal.c.mark, journal.c.server_id).order_by(journal.c.id)
    if action is not None:
        chosen = chosen.where(journal.c.action == action.value)
    return tuple(Entry(row.at, Action(row.action), row.mark, row.server_id) for row in connection.execute(chosen))


def entries_about(connection: Connection, user_id: int) -> tuple[Entry, ...]:
    """Returns the lines about a person, oldest first."""
    entries = read_entries(connection)
    marks = {entry.mark for entry in entries if entry.mark is not None}
    theirs = find_marked((user_id,), marks, find_key(connection))
    return tuple(entry for entry in entries if entry.mark in theirs)


def add_entries(connection: Connection, entries: Sequence[Entry]) -> None:
    """Writes lines, in a transaction of the caller."""
    rows: list[Mapping[str, object]] = [
        {"at": entry.at, "action": entry.action.value, "mark": entry.mark, "server_id": entry.server_id}
        for entry in entries
    ]
    if rows:
        connection.execute(insert(journal), rows)


def erased_file(beside: Callable[[str], Path | None], name: str) -> ErasedFile | None:
    """Returns the file that notes erasures.

    Args:
        beside: gives the name of a file next to the database by its ending; None: the database is no file.
        name: of the file; empty: the one next to the database.
    """
    path = Path(name) if name else beside(_ENDING)
    return None if path is None else ErasedFile(path)


class ErasedFile:
    """The file of erasures: a line for each, for the user of the process alone.

    It begins with the key of the marks where the database holds that.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def name(self) -> str:
        """The name of the file."""
        return self._path.name

    def read(self) -> tuple[Entry, ...]:
        """Returns the erasures, oldest first; none where there is no file. Lines that cannot be read are passed over.

        Raises:
            OSError: the file cannot be read.
        """
        return tuple(entry for line in self._lines() if (entry := _entry_of(line)) is not None)

    def read_key(self) -> bytes | None:
        """Returns the key of the marks; None where none is noted.

        Raises:
            OSError: the file cannot be read.
        """
        found = next((match for line in self._lines() if (match := _KEY.fullmatch(line.strip()))), None)
        return None if found is None else bytes.fromhex(found[1])

    def _lines(self) -> list[str]:
        try:
            return self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []

    def add(self, entries: Iterable[Entry], key: bytes | None = None) -> None:
        """Adds the erasures that are not in the file.

        Args:
            key: of the marks, if the database holds it.

        Raises:
            OSError: the file cannot be written.
        """
        known = self.read()
        new = [entry for entry in entries if entry not in known]
        if new or (key is not None and key != self.read_key()):
            self._write((*known, *new), key)

    def prune(self, before: int) -> None:
        """Deletes the erasures from before a moment.

        Raises:
            OSError: the file cannot be written.
        """
        known = self.read()
        if left := [entry for entry in known if entry.at < before]:
            self._write([entry for entry in known if entry not in left])

    def _write(self, entries: Iterable[Entry], key: bytes | None = None) -> None:
        """Writes the file anew, whole or not at all."""
        key = key or self.read_key()
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f"{self._path.name}.")
        draft = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                if key is not None:
                    file.write(f"key {key.hex()}\n")
                file.writelines(f"{_moment(entry.at)} erase {entry.mark}\n" for entry in entries)
                file.flush()
                os.fsync(file.fileno())
                # Root restores for the bot's own user.
                give_away(file.fileno(), self._path if self._path.exists() else self._path.parent)
            draft.replace(self._path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        sync_folder(self._path.parent)


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def _entry_of(line: str) -> Entry | None:
    match = _LINE.fullmatch(line.strip())
    if match is None:
        return None
    try:
        at = round(datetime.fromisoformat(match[1]).timestamp() * 1000)
    except ValueError:
        return None
    return Entry(at, Action.ERASE, match[2])
