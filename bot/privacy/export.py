"""Gives people all their stored data as one file, built page by page without holding up the event loop.

About other people the file holds only what the record of a finished game shows to everyone. It holds no card of a game
that is not over.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from bot.privacy.service import Privacy
from bot.ranking.rating_model import ALL_SERVERS
from bot.rows.commits import StoredEvent
from bot.tables.archive import record_of
from bot.tables.events.table_events import decode

EVERY_MS: Final = 3_600_000
"""How long a person has to wait between two exports, in milliseconds."""
_MOST_BYTES: Final = 8 * 2**20
"""Discord takes files of 10 MiB. Of a larger file the records of the oldest games are left out."""
_IDS: Final = frozenset({"server", "channel", "message"})
_TIMES: Final = frozenset({"at", "seen_at", "started_at", "ended_at", "opened_at", "shared_at", "last_at", "until"})


def free_at(privacy: Privacy, user_id: int) -> int | None:
    """Returns the moment from which a person may ask for their data again, in epoch milliseconds.

    None if they may ask now.
    """
    last = privacy.exported.get(user_id)
    return None if last is None or privacy.now() >= last + EVERY_MS else last + EVERY_MS


def allow_again(privacy: Privacy, user_id: int) -> None:
    """Lets a person ask for their data again at once, because they got no file."""
    privacy.exported.pop(user_id, None)


async def build(privacy: Privacy, user_id: int) -> bytes:
    """Returns the archive of a person's data as the bytes of a zip file.

    The file has `data.json`, and in `records/` a record of each finished game. If the file gets too large for Discord,
    the records of the oldest tables are left out, and a list names them.
    """
    now = privacy.now()
    for person, at in list(privacy.exported.items()):
        if now >= at + EVERY_MS:
            del privacy.exported[person]
    privacy.exported[user_id] = now
    async with privacy.one_export:
        archive, played = _Archive(user_id, now), []
        async for section, rows in privacy.personal.pages(user_id):
            await asyncio.to_thread(archive.add, section, rows)
            if section == "games":
                played += [(row["table"], row["game"]) for row in rows]
        await asyncio.to_thread(archive.close_data)
        by_table: dict[int, list[int]] = {}
        for table_id, game_no in played:
            by_table.setdefault(table_id, []).append(game_no)
        for table_id in sorted(by_table, reverse=True):
            log = await _log_of(privacy, table_id) if archive.has_room else ()
            await asyncio.to_thread(archive.add_records, table_id, by_table[table_id], log)
        return await asyncio.to_thread(archive.finish)


async def _log_of(privacy: Privacy, table_id: int) -> Sequence[StoredEvent]:
    """Returns the log of a table. Empty if it cannot be read."""
    try:
        loaded = await privacy.tables.repository.load(table_id)
    except ValueError:
        return ()
    return () if loaded is None else loaded[1]


class _Archive:
    """A zip file in memory, written section by section."""

    def __init__(self, user_id: int, now: int) -> None:
        self._bytes = BytesIO()
        self._zip = ZipFile(self._bytes, "w", ZIP_DEFLATED)
        self._data = self._zip.open("data.json", "w")
        self._section = ""
        self._left_out: list[str] = []
        self._write(f'{{"discord_id": "{user_id}", "made_at": "{_moment(now)}"')

    @property
    def has_room(self) -> bool:
        """Whether another record fits."""
        return self._bytes.tell() < _MOST_BYTES

    def add(self, section: str, rows: Sequence[Any]) -> None:
        """Adds rows to a section. The rows of one section must follow each other."""
        begins = section != self._section
        if begins:
            self._write(f'{"]" if self._section else ""},\n"{section}": [')
        self._section = section
        lines = [json.dumps(_readable(row), ensure_ascii=False) for row in rows]
        if lines:
            self._write(("\n" if begins else ",\n") + ",\n".join(lines))

    def close_data(self) -> None:
        """Ends `data.json`."""
        self._write("]}\n" if self._section else "}\n")
        self._data.close()

    def add_records(self, table_id: int, numbers: Sequence[int], log: Sequence[StoredEvent]) -> None:
        """Adds the records of games of a table, or notes that they are left out."""
        for number in numbers:
            name = f"{table_id}.{number}"
            try:
                events = [(event.at, decode(event.type, event.version, event.data)) for event in log]
                record = record_of(table_id, events, number) if self.has_room and log else ""
            except Exception:  # a damaged log may raise anything
                record = ""
            if record:
                self._zip.writestr(f"records/{name}.txt", record)
            else:
                self._left_out.append(name)

    def finish(self) -> bytes:
        """Ends the archive. Returns its bytes."""
        if self._left_out:
            self._zip.writestr("records/left-out.txt", "\n".join(self._left_out) + "\n")
        self._zip.close()
        return self._bytes.getvalue()

    def _write(self, text: str) -> None:
        # A seed may hold half of a surrogate pair, which JSON can write and UTF-8 cannot.
        self._data.write(text.encode("utf-8", "backslashreplace"))


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    """Returns a row with its moments in words, and ids as text: programs read large numbers wrong."""
    changed = {name: _moment(row[name]) for name in _TIMES if row.get(name) is not None}
    changed |= {name: "all" if row[name] == ALL_SERVERS else str(row[name]) for name in _IDS if name in row}
    return row | changed


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
