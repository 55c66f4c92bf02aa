"""Stores the log of a table: one row for each event while the table is open, one compressed ("packed") row later."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.rows.commits import StoredEvent
from bot.rows.ids import is_house
from bot.storage.backends.base import insert_new
from bot.storage.json_text import load_json, read_json
from bot.storage.schema.tables import events, packed_logs, packed_people, tables

_EVENT: Final = (events.c.seq, events.c.at, events.c.type, events.c.version, events.c.data)
_DATA: Final = 4
"""The index of the data in these columns."""
UNKNOWN: Final = 0
"""Stands for a person's id at a packed log that cannot be read, because such a log may name any person."""
_LEAST_ID: Final = 1 << 45
"""The lowest number that may be an id of a person: such ids count milliseconds since 2015, times 2²²."""
_ID: Final = re.compile(r"(?<![\d-])\d{14,19}(?!\d)")
_IN_ROW: Final = select(
    *(tables.c[name] for name in ("guild_id", "channel_id", "thread_id")),
    *(tables.c[name] for name in ("north_id", "south_id", "challenger_id", "challenged_id")),
).where(tables.c.id == bindparam("table"))
_LOG: Final = select(*_EVENT).where(events.c.table_id == bindparam("table")).order_by(events.c.seq)
_LATER: Final = _LOG.where(events.c.seq > bindparam("seen"))
_LOGS: Final = (
    select(events.c.table_id, *_EVENT)
    .where(events.c.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(events.c.table_id, events.c.seq)
)
_LOCK: Final = select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update()
_NAMING: Final = select(events.c.seq, events.c.data).where(
    events.c.table_id == bindparam("table"), events.c.data.contains(bindparam("digits"))
)
_PACKED: Final = select(packed_logs.c.data).where(packed_logs.c.table_id == bindparam("table"))
_ALL_PACKED: Final = select(packed_logs.c.table_id, packed_logs.c.data).where(
    packed_logs.c.table_id.in_(bindparam("tables", expanding=True))
)
# One statement serves all changes of a table, because building it costs more than running it.
_CHANGE: Final = (
    update(events)
    .where(events.c.table_id == bindparam("table"), events.c.seq == bindparam("number"))
    .values(data=bindparam("text"))
)


def stored_events(connection: Connection, table_id: int) -> tuple[StoredEvent, ...]:
    """Returns all events in the log of a table, in order.

    Raises:
        ValueError: the log cannot be read.
    """
    return _stored_events(connection.execute(_LOG, {"table": table_id}).all() or _load_packed(connection, table_id))


def events_after(connection: Connection, table_id: int, seq: int) -> tuple[StoredEvent, ...]:
    """Returns the events of a table after the event number `seq`, in order. The table's log must not be packed.

    Raises:
        ValueError: an event cannot be read.
    """
    return _stored_events(connection.execute(_LATER, {"table": table_id, "seen": seq}))


def stored_logs(connection: Connection, table_ids: Collection[int]) -> dict[int, tuple[StoredEvent, ...]]:
    """Returns the logs of some tables, by the tables' ids. A table without events is left out.

    Raises:
        ValueError: a log cannot be read.
    """
    rows: dict[int, list[Sequence[Any]]] = defaultdict(list)
    for table_id, *row in connection.execute(_LOGS, {"tables": table_ids}):
        rows[table_id].append(row)
    logs = {table_id: _stored_events(log) for table_id, log in rows.items()}
    if others := [table_id for table_id in table_ids if table_id not in logs]:
        packed = connection.execute(_ALL_PACKED, {"tables": others})
        logs.update({table_id: _stored_events(_unpack(data)) for table_id, data in packed})
    return logs


def _stored_events(rows: Iterable[Sequence[Any]]) -> tuple[StoredEvent, ...]:
    return tuple([StoredEvent(seq, at, kind, version, load_json(data)) for seq, at, kind, version, data in rows])


def pack(connection: Connection, table_id: int) -> None:
    """Compresses the log of a closed table into one row. A packed log takes about a fifth of the space."""
    lock_log(connection, table_id)
    rows = [list(row) for row in connection.execute(_LOG, {"table": table_id})]
    if rows:
        _write_packed(connection, table_id, rows)
        connection.execute(delete(events).where(events.c.table_id == table_id))
        note_people(connection, table_id, (row[_DATA] for row in rows))


def note_people(connection: Connection, table_id: int, texts: Iterable[str] = ()) -> None:
    """Stores which people a packed log names, so that an erasure or an export finds the log.

    Args:
        table_id: the table of the log.
        texts: the data of the log's events.
    """
    guild_id, channel_id, thread_id, *in_row = connection.execute(_IN_ROW, {"table": table_id}).one()
    people = {*ids_in(texts), *(user_id for user_id in in_row if user_id and user_id > 0 and not is_house(user_id))}
    if named := sorted(people - {guild_id, channel_id, thread_id}):
        rows = [{"user_id": user_id, "table_id": table_id} for user_id in named]
        connection.execute(insert_new(connection, packed_people), rows)


def ids_in(texts: Iterable[str]) -> frozenset[int]:
    """Returns all numbers in some texts that may be the ids of people."""
    numbers = {int(digits) for text in texts for digits in _ID.findall(text)}
    return frozenset(number for number in numbers if _LEAST_ID <= number < 1 << 63)


def lock_log(connection: Connection, table_id: int) -> None:
    """Locks the log of a table until the transaction ends, so that no other process packs it meanwhile."""
    connection.execute(_LOCK, {"table": table_id})


def count_naming(
    connection: Connection, table_ids: Collection[int], digits: str
) -> tuple[dict[int, int], tuple[int, ...]]:
    """Counts the events that contain a person's id.

    Args:
        digits: the id, in decimal digits.

    Returns:
        Two values. First, the number of these events by the id of the table; tables without such an event are left out.
        Second, the ids of the tables whose packed logs cannot be read.
    """
    chosen = select(events.c.table_id).where(events.c.table_id.in_(table_ids), events.c.data.contains(digits))
    counts, unreadable = dict(Counter(connection.scalars(chosen))), []
    packed = select(packed_logs.c.table_id, packed_logs.c.data).where(packed_logs.c.table_id.in_(table_ids))
    for table_id, data in connection.execute(packed.order_by(packed_logs.c.table_id)):
        try:
            rows = _unpack(data)
        except ValueError:
            unreadable.append(table_id)
            continue
        if number := sum(digits in row[_DATA] for row in rows):
            counts[table_id] = number
    return counts, tuple(unreadable)


def texts_naming(
    connection: Connection, table_ids: Collection[int], digits: str
) -> Iterator[tuple[int, int, str, str]]:
    """Yields the events that contain a person's id: each as table id, moment (epoch milliseconds), type and data.

    Skips packed logs that cannot be read.

    Args:
        digits: the id, in decimal digits.
    """
    log = events.c
    chosen = select(log.table_id, log.at, log.type, log.data).where(
        log.table_id.in_(table_ids), log.data.contains(digits)
    )
    for row in connection.execute(chosen.order_by(log.table_id, log.seq)):
        yield row.table_id, row.at, row.type, row.data
    packed = connection.execute(_ALL_PACKED, {"tables": table_ids}) if table_ids else ()
    for table_id, data in packed:
        try:
            rows = _unpack(data)
        except ValueError:
            continue
        yield from ((table_id, at, kind, text) for _, at, kind, _, text in rows if digits in text)


def packed_texts(data: bytes) -> Iterator[str]:
    """Yields the data of each event in a packed log, as text.

    Raises:
        ValueError: the log cannot be read.
    """
    for row in _unpack(data):
        yield row[_DATA]


def change_texts(connection: Connection, table_id: int, digits: str, change: Callable[[str], str]) -> None:
    """Changes the data of the events of a table that contain a person's id. Skips a packed log that cannot be read.

    Args:
        digits: the id, in decimal digits.
        change: returns the new data of an event.
    """
    # The texts are searched for the digits first, because few events name a person.
    named = connection.execute(_NAMING, {"table": table_id, "digits": digits})
    changed = [{"table": table_id, "number": seq, "text": change(data)} for seq, data in named]
    if changed:
        connection.execute(_CHANGE, changed)
    try:
        rows = _load_packed(connection, table_id)
    except ValueError:
        return
    naming = [row for row in rows if digits in row[_DATA]]
    for row in naming:
        row[_DATA] = change(row[_DATA])
    if naming:
        connection.execute(delete(packed_logs).where(packed_logs.c.table_id == table_id))
        _write_packed(connection, table_id, rows)


def _load_packed(connection: Connection, table_id: int) -> list[list[Any]]:
    data = connection.scalar(_PACKED, {"table": table_id})
    return [] if data is None else _unpack(data)


def _unpack(data: bytes) -> list[list[Any]]:
    try:
        rows = read_json(zlib.decompress(data))
    except (zlib.error, ValueError) as error:
        raise ValueError(f"a packed log cannot be unpacked: {error}") from None
    if not isinstance(rows, list) or not all(map(_is_event, rows)):
        raise ValueError("a packed log holds no events")
    return rows


def _is_event(row: object) -> bool:
    return isinstance(row, list) and len(row) == len(_EVENT) and isinstance(row[_DATA], str)


def _write_packed(connection: Connection, table_id: int, rows: list[list[Any]]) -> None:
    # The data is packed as text, so that even a damaged event is not changed.
    data = zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), level=9)
    connection.execute(insert(packed_logs).values(table_id=table_id, data=data))
