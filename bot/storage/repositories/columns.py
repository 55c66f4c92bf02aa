"""Reads a JSON object that is stored in a column, and changes some of its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, bindparam, select, update

from bot.rows.commits import JSON
from bot.storage.backends.base import insert_new
from bot.storage.json_text import dump_json, load_json


def read_object(connection: Connection, column: Column[Any], key: int) -> dict[str, JSON]:
    """Returns the JSON object in a column of the row with this key. If there is no row, returns an empty object."""
    (id_column,) = column.table.primary_key
    text = connection.scalar(select(column).where(id_column == key))
    return {} if text is None else object_of(text)


def object_of(text: str) -> dict[str, JSON]:
    """Converts a JSON text to an object.

    If the text cannot be read, returns an empty object, so that the defaults apply.

    `python -m bot verify` reports such a text.
    """
    try:
        data = load_json(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def merge_object(connection: Connection, column: Column[Any], key: int, changes: Mapping[str, JSON]) -> dict[str, JSON]:
    """Changes some keys of the JSON object in a column, and returns the whole object. The value None removes a key."""
    return merge_objects(connection, column, {key: changes})[key]


def merge_objects(
    connection: Connection, column: Column[Any], changes: Mapping[int, Mapping[str, JSON]]
) -> dict[int, dict[str, JSON]]:
    """Changes the JSON objects in one or more rows, with three SQL statements; see `merge_object`.

    Args:
        changes: the changes of each object, by the key of its row.

    Returns:
        The whole objects, by the same keys.
    """
    table, keys = column.table, sorted(changes)
    (id_column,) = table.primary_key
    # The first two statements create the rows and lock them, so that no concurrent change is overwritten.
    connection.execute(insert_new(connection, table), [{id_column.name: key, column.name: "{}"} for key in keys])
    present = select(id_column, column).where(id_column.in_(keys)).order_by(id_column).with_for_update()
    merged: dict[int, dict[str, JSON]] = {
        key: {name: value for name, value in (object_of(text) | dict(changes[key])).items() if value is not None}
        for key, text in connection.execute(present)
    }
    change = update(table).where(id_column == bindparam("key_")).values({column: bindparam("object_")})
    connection.execute(change, [{"key_": key, "object_": dump_json(data)} for key, data in merged.items()])
    return merged
