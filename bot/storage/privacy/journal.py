"""The journal notes who was erased or blocked, which servers the bot left, and when.

Erasures are also noted in a file next to the database, which stays when a backup of the database is restored. The file
names a person by a mark, which hides the id (`bot.storage.privacy.marks`). So after an older backup was restored, the
bot finds the people whom it has to erase again.
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
from bot.storage.schema.privacy_tables import journal
from bot.storage.schema.tables import metadata

_ENDING: Final = ".erased"
_KEY: Final = re.compile(r"key ([0-9a-f]{64})")
_LINE: Final = re.compile(r"(\S+) erase ((?:[0-9a-f]{8}|[0-9a-f]{32}):[0-9a-f]{32})")


class Action(StrEnum):
    """What a line of the journal is about. The value is stored."""

    ERASE = "erase"
    """A person was erased because they, or the owner of the bot, asked for it."""
    EXPIRE = "expire"
    """A person was erased because they were not seen for long.

    Only the database notes it, not the file of erasures. So the restoration of an older backup does not repeat the
    erasure.
    """
    BLOCK = "block"
    UNBLOCK = "unblock"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal.

    Attributes:
        mark: the mark of the person, which replaces their id; None if the line is about a server.
        server_id: the server; None if the line is about a person.
    """

    at: int
    action: Action
    mark: str | None = None
    server_id: int | None = None


def write_entry(
    connection: Connection, action: Action, at: int, *, user_id: int | None = None, server_id: int | None = None
) -> None:
    """Writes a line about a person or a server to the journal, in the caller's transaction."""
    mark = None if user_id is None else make_mark(connection, user_id)
    connection.execute(insert(journal), {"at": at, "action": action.value, "mark": mark, "server_id": server_id})


class JournalRepository(Repository):
    """The part of the journal that is in the database."""

    @reads
    def entries(self, connection: Connection, action: Action | None = None) -> tuple[Entry, ...]:
        """Returns the lines of the journal, oldest first: all of them, or those about one action."""
        return read_entries(connection, action)

    @reads
    def about(self, connection: Connection, user_id: int) -> tuple[Entry, ...]:
        """Returns the lines of the journal about a person, oldest first."""
        return entries_about(connection, user_id)

    @reads
    def key(self, connection: Connection) -> bytes | None:
        """Returns the secret key with which people's marks are made, or None if no mark was made yet."""
        return find_key(connection)

    @reads
    def stored_key(self, connection: Connection) -> bytes | None:
        """Returns the key of people's marks if it is stored in the database, or None.

        An older backup may lack a key that is stored in the database.
        """
        return find_stored_key(connection)

    @writes
    def put_key(self, connection: Connection, key: bytes) -> None:
        """Stores the key of people's marks in a restored backup that lacks it."""
        put_stored_key(connection, key)

    @writes
    def add(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Adds lines from the journal of another copy of this database."""
        add_entries(connection, entries)

    @writes
    def prune(self, connection: Connection, before: int) -> None:
        """Deletes the lines that are older than the moment `before`, in epoch milliseconds."""
        connection.execute(delete(journal).where(journal.c.at < before))

    @reads
    def known_people(self, connection: Connection) -> frozenset[int]:
        """Returns the ids of all people in the columns for people. A person whom only logs name is missing."""
        people: set[int] = set()
        for table in metadata.sorted_tables:
            for column in table.columns:
                if "person" in column.info:
                    people |= set(connection.scalars(select(column).where(column > 0).distinct()))
        return frozenset(people)


def read_entries(connection: Connection, action: Action | None = None) -> tuple[Entry, ...]:
    """Returns the lines of the journal, oldest first: all of them, or those about one action."""
    chosen = select(journal.c.at, journal.c.action, journal.c.mark, journal.c.server_id).order_by(journal.c.id)
    if action is not None:
        chosen = chosen.where(journal.c.action == action.value)
    return tuple(Entry(row.at, Action(row.action), row.mark, row.server_id) for row in connection.execute(chosen))


def entries_about(connection: Connection, user_id: int) -> tuple[Entry, ...]:
    """Returns the lines of the journal about a person, oldest first."""
    entries = read_entries(connection)
    marks = {entry.mark for entry in entries if entry.mark is not None}
    theirs = find_marked((user_id,), marks, find_key(connection))
    return tuple(entry for entry in entries if entry.mark in theirs)


def add_entries(connection: Connection, entries: Sequence[Entry]) -> None:
    """Writes lines to the journal (who was erased or blocked, which servers the bot left), in the caller's
    transaction.
    """
    rows: list[Mapping[str, object]] = [
        {"at": entry.at, "action": entry.action.value, "mark": entry.mark, "server_id": entry.server_id}
        for entry in entries
    ]
    if rows:
        connection.execute(insert(journal), rows)


def erased_file(sibling: Callable[[str], Path | None], name: str) -> ErasedFile | None:
    """Returns the file that notes whom the bot has erased; None if there is no place for it.

    Args:
        sibling: returns the path next to the database with some ending; None if the database is on a server.
        name: the path of the file; empty for the file next to the database.
    """
    path = Path(name) if name else sibling(_ENDING)
    return None if path is None else ErasedFile(path)


class ErasedFile:
    """The file that notes whom the bot has erased, with one line for each erasure. Only the process's user may read it.

    If the key of people's marks is stored in the database, the first line of the file has the key, too.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def name(self) -> str:
        """The name of the file."""
        return self._path.name

    def read(self) -> tuple[Entry, ...]:
        """Returns the erasures in the file, oldest first. The result is empty if there is no file.

        Skips lines that cannot be read.

        Raises:
            OSError: the file cannot be read.
        """
        return tuple(entry for line in self._lines() if (entry := _entry_of(line)) is not None)

    def read_key(self) -> bytes | None:
        """Returns the key of people's marks from the file, or None if the file has no key.

        Raises:
            OSError: the file cannot be read.
        """
        key = next((match for line in self._lines() if (match := _KEY.fullmatch(line.strip()))), None)
        return None if key is None else bytes.fromhex(key[1])

    def _lines(self) -> list[str]:
        try:
            return self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []

    def add(self, entries: Iterable[Entry], key: bytes | None = None) -> None:
        """Adds erasures to the file. Skips those that the file has already.

        Args:
            key: the key of people's marks, if it is stored in the database; None if the key has a file of its own.

        Raises:
            OSError: the file cannot be written.
        """
        stored = self.read()
        new = [entry for entry in entries if entry not in stored]
        if new or (key is not None and key != self.read_key()):
            self._write((*stored, *new), key)

    def prune(self, before: int) -> None:
        """Deletes the erasures from the file that are older than the moment `before`, in epoch milliseconds.

        Raises:
            OSError: the file cannot be written.
        """
        stored = self.read()
        recent = [entry for entry in stored if entry.at >= before]
        if len(recent) < len(stored):
            self._write(recent)

    def _write(self, entries: Iterable[Entry], key: bytes | None = None) -> None:
        """Writes the file anew, completely or not at all."""
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
                # If root restores a database, the bot's own user must still be able to write the file.
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
