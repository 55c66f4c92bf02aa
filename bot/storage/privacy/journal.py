"""The journal: who was erased, blocked and left, and when. A file notes erasures as well, which a restore leaves alone.

A person stands in it by a mark, a salted hash of the id: who an id belongs to can be asked, and not read. So after a
restore of an older copy the bot finds the people who have to be erased once more.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import pbkdf2_hmac
from pathlib import Path
from secrets import token_bytes
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from bot.storage.backends.sqlite_file import give_away, sync_folder
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.privacy import journal
from bot.storage.schema.tables import metadata

_ENDING: Final = ".erased"
_ROUNDS: Final = 1_000
"""A third of a millisecond for each id that is tried: little for all people of a room, much for all of Discord."""
_BYTES: Final = 16
_LINE: Final = re.compile(r"(\S+) erase ([0-9a-f]{32}:[0-9a-f]{32})")


class Action(StrEnum):
    """The kind of an entry. Values are stored."""

    ERASE = "erase"
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


def mark_of(user_id: int, salt: bytes) -> str:
    """Returns the mark of a person."""
    return f"{salt.hex()}:{pbkdf2_hmac('sha256', str(user_id).encode(), salt, _ROUNDS, _BYTES).hex()}"


def is_of(mark: str, user_id: int) -> bool:
    """Whether a mark is that of a person."""
    return mark == mark_of(user_id, _salt_of(mark))


def find_marked(user_ids: Iterable[int], marks: Collection[str]) -> dict[str, int]:
    """Returns the people whose marks these are, by their marks. Takes long for many people: not on the event loop."""
    salts = {_salt_of(mark) for mark in marks}
    of_people = ((mark_of(user_id, salt), user_id) for user_id in user_ids for salt in salts)
    return {mark: user_id for mark, user_id in of_people if mark in marks}


def write_entry(
    connection: Connection, action: Action, at: int, *, user_id: int | None = None, server_id: int | None = None
) -> None:
    """Writes a line about a person or a server, in a transaction of the caller."""
    mark = None
    if user_id is not None:
        # One salt for all: otherwise each line had to be tried with each person.
        last = connection.scalar(
            select(journal.c.mark).where(journal.c.mark.is_not(None)).order_by(journal.c.id.desc()).limit(1)
        )
        mark = mark_of(user_id, token_bytes(_BYTES) if last is None else _salt_of(last))
    connection.execute(insert(journal), {"at": at, "action": action.value, "mark": mark, "server_id": server_id})


class JournalRepository(Repository):
    """The journal in the database."""

    @reads
    def entries(self, connection: Connection, action: Action | None = None) -> tuple[Entry, ...]:
        """Returns the lines, or those about one action, oldest first."""
        return read_entries(connection, action)

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
        beside: the name of a file beside the database, by its ending; None: the database is no file.
        name: of the file; empty: the one beside the database.
    """
    path = Path(name) if name else beside(_ENDING)
    return None if path is None else ErasedFile(path)


class ErasedFile:
    """The file of erasures: a line for each, for the user of the process alone."""

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
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return ()
        return tuple(entry for line in text.splitlines() if (entry := _entry_of(line)) is not None)

    def add(self, entries: Iterable[Entry]) -> None:
        """Adds the erasures that are not in the file.

        Raises:
            OSError: the file cannot be written.
        """
        known = self.read()
        if new := [entry for entry in entries if entry not in known]:
            self._write((*known, *new))

    def prune(self, before: int) -> None:
        """Deletes the erasures from before a moment.

        Raises:
            OSError: the file cannot be written.
        """
        known = self.read()
        if left := [entry for entry in known if entry.at < before]:
            self._write([entry for entry in known if entry not in left])

    def _write(self, entries: Iterable[Entry]) -> None:
        """Writes the file anew, whole or not at all."""
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f"{self._path.name}.")
        draft = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
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


def _salt_of(mark: str) -> bytes:
    return bytes.fromhex(mark.partition(":")[0])


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
