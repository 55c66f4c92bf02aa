"""JSON objects in a column, read whole and changed key by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, bindparam, select, update

from bot.rows.commits import JSON
from bot.storage.backends.base import insert_new
from bot.storage.json_text import dump_json, load_json


def read_object(connection: Connection, column: Column[Any], key: int) -> dict[str, JSON]:
    """The object in a column, by the key of its table; empty: there is no row."""
    (id_column,) = column.table.primary_key
    found = connection.scalar(select(column).where(id_column == key))
    return {} if found is None else object_of(found)


def object_of(text: str) -> dict[str, JSON]:
    """Returns the object of a text; empty where it cannot be read, so that the defaults serve: `verify` names it."""
    try:
        data = load_json(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def merge_object(connection: Connection, column: Column[Any], key: int, changes: Mapping[str, JSON]) -> dict[str, JSON]:
    """Changes the object in a column key by key; None takes a key out.  Returns: all of it."""
    return merge_objects(connection, column, {key: changes})[key]


def merge_objects(
    connection: Connection, column: Column[Any], changes: Mapping[int, Mapping[str, JSON]]
) -> dict[int, dict[str, JSON]]:
    """Changes the objects of several rows, one at least, in three statements; see `merge_object`."""
    table, keys = column.table, sorted(changes)
    (id_column,) = table.primary_key
    # From here on there are rows, and they are locked: no concurrent change is written over.
    connection.execute(insert_new(connection, table), [{id_column.name: key, column.name: "{}"} for key in keys])
    present = select(id_column, column).where(id_column.in_(keys)).order_by(id_column).with_for_update()
    merged: dict[int, dict[str, JSON]] = {
        key: {name: value for name, value in (object_of(text) | dict(changes[key])).items() if value is not None}
        for key, text in connection.execute(present)
    }
    change = update(table).where(id_column == bindparam("key_")).values({column: bindparam("object_")})
    connection.execute(change, [{"key_": key, "object_": dump_json(data)} for key, data in merged.items()])
    return merged
