"""Searches the files of a database and of its backups for the id and the names of a person who was erased."""

from __future__ import annotations

import asyncio
import json
import mmap
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.rows.storage_errors import BadAddress, Missing
from bot.storage.backends.address import choose
from bot.storage.backends.base import ProcessAccess
from bot.storage.backends.emptying import empty_pages
from bot.storage.backends.process_lock import ProcessLock
from bot.storage.backends.sqlite_file import SIDES, connect, side
from bot.storage.event_rows import packed_texts

_LOGS: Final = ("", "-wal", "-journal")
"""The endings of the files in which a database stores rows."""


@dataclass(frozen=True, slots=True)
class Remains:
    """How often a person's id and names occur in one file.

    Attributes:
        ids: how often the id occurs, as digits or in the form in which SQLite writes numbers.
        names: how often the names occur. If a name is a common word, it also occurs for other reasons.
        unreadable: the number of packed logs that could not be read, and so were not searched; None if the file cannot
            be opened as a database.
    """

    path: Path
    ids: int
    names: int
    unreadable: int | None = 0


async def find_remains(
    address: str, user_id: int, names: Sequence[str], *, backups: str = ""
) -> tuple[tuple[Remains, ...], tuple[Remains, ...]]:
    """Searches a database file and its copies for a person, after removing deleted rows from the file.

    Args:
        names: the names under which the person was shown.
        backups: the folder of the backups; empty if there are no backups.

    Returns:
        The counts for the files of the database; and the counts for its copies, which are backups and replaced
        databases.

    Raises:
        BadAddress: the database is on a server.
        Missing: there is no such file.
        InUse: a process runs on the database, or has it open.
    """
    path = choose(address, create=False, access=ProcessAccess.READING).sibling("")
    if path is None:
        raise BadAddress("a PostgreSQL database has no files to be searched from here")
    return await asyncio.to_thread(_find, path, _patterns(user_id, names), backups)


def _find(
    path: Path, patterns: tuple[list[re.Pattern[bytes]], list[str], re.Pattern[str]], backups: str
) -> tuple[tuple[Remains, ...], tuple[Remains, ...]]:
    if not path.exists():
        raise Missing(f"there is no database file {path.name!r}")
    lock = ProcessLock(path)
    lock.take()
    try:
        empty_pages(path)
        own = tuple(_remains(file, patterns) for file in (side(path, name) for name in _LOGS) if file.exists())
        return own, tuple(_remains(file, patterns) for file in _copies(path, backups))
    finally:
        lock.release()


def _copies(path: Path, backups: str) -> list[Path]:
    """Returns the copies of a database, with SQLite's files next to them."""
    files = {file for mark in ("replaced", "restoring") for file in path.parent.glob(f"{_plain(path.name)}.{mark}-*")}
    if backups:
        folder = Path(backups)
        files |= {file for file in folder.glob(f"{_plain(path.stem)}-*.sqlite3*") if file.resolve() != path}
    return sorted(file for file in files if file.is_file() and not file.name.endswith("-shm"))


def _plain(name: str) -> str:
    """Escapes the wildcards in a name."""
    return re.sub(r"([*?\[])", r"[\1]", name)


def _patterns(user_id: int, names: Sequence[str]) -> tuple[list[re.Pattern[bytes]], list[str], re.Pattern[str]]:
    digits = rf"(?<!\d){user_id}(?!\d)"
    # Discord's ids are long. The bytes of a short number would match anywhere.
    numbers = {_integer(user_id), _varint(user_id)} if user_id >> 40 else set()
    forms = {form for name in names if name for form in (name, json.dumps(name)[1:-1])}
    by_bytes = [re.compile(b"|".join([digits.encode(), *(re.escape(number) for number in sorted(numbers))]))]
    return by_bytes, sorted(forms, key=len, reverse=True), re.compile(digits)


def _integer(number: int) -> bytes:
    """Returns the bytes of a number in a column: see "Record Format" on SQLite's page on its file format."""
    return number.to_bytes(6 if number < 1 << 47 else 8, "big")


def _varint(number: int) -> bytes:
    """Returns the bytes of a number as the key of a row: see "varint" on SQLite's page on its file format."""
    if number >= 1 << 56:
        return bytes([*(0x80 | number >> shift & 0x7F for shift in range(57, 7, -7)), number & 0xFF])
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.append(0x80 | number & 0x7F)
    return bytes(reversed(groups))


def _remains(path: Path, patterns: tuple[list[re.Pattern[bytes]], list[str], re.Pattern[str]]) -> Remains:
    ids, names, digits = patterns
    in_names = re.compile("|".join(map(re.escape, names)) or "(?!)")
    raw_names = re.compile(in_names.pattern.encode())
    id_count = name_count = 0
    with path.open("rb") as file, suppress(ValueError), mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        id_count = sum(1 for pattern in ids for _ in pattern.finditer(content))
        name_count = sum(1 for _ in raw_names.finditer(content))
    if path.name.endswith(SIDES):
        return Remains(path, id_count, name_count)
    unreadable: int | None = 0
    try:
        for text in _packed_texts(path):
            if text is None:
                unreadable = (unreadable or 0) + 1
                continue
            id_count += len(digits.findall(text))
            name_count += len(in_names.findall(text))
    except sqlite3.Error:
        unreadable = None
    return Remains(path, id_count, name_count, unreadable)


def _packed_texts(path: Path) -> Iterator[str | None]:
    """Yields the texts of packed logs, which a search of bytes cannot read; None for a log that cannot be read."""
    # SQLite must create no files next to a copy.
    with closing(connect(path, "ro" if side(path, "-wal").exists() else "ro&immutable=1")) as connection:
        (table_count,) = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'packed_logs'").fetchone()
        if not table_count:
            return
        for (data,) in connection.execute("SELECT data FROM packed_logs"):
            try:
                yield from packed_texts(data)
            except ValueError:
                yield None
