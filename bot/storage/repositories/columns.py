"""JSON objects in a column, read whole and changed key by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, select, update

from bot.storage.backends.base import insert_new
from bot.storage.json_text import dumped, loaded
from bot.storage.rows import JSON


def read_object(connection: Connection, column: Column[Any], key: int) -> dict[str, JSON]:
    """The object in a column, by the key of its table; empty: there is no row."""
    (id_column,) = column.table.primary_key
    found = connection.scalar(select(column).where(id_column == key))
    return {} if found is None else loaded(found)


def merge_object(connection: Connection, column: Column[Any], key: int, changes: Mapping[str, JSON]) -> dict[str, JSON]:
    """Changes the object in a column key by key; None takes a key out.  Returns: all of it."""
    table = column.table
    (id_column,) = table.primary_key
    # From here on there is a row, and it is locked: no concurrent change is written over.
    connection.execute(insert_new(connection, table), {id_column.name: key, column.name: "{}"})
    present = connection.execute(select(column).where(id_column == key).with_for_update()).scalar_one()
    merged: dict[str, JSON] = {
        name: value for name, value in (loaded(present) | dict(changes)).items() if value is not None
    }
    connection.execute(update(table).where(id_column == key).values({column: dumped(merged)}))
    return merged
