"""Replaces a person's id in the rows of one table where games are played, in the caller's transaction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, assert_never

from sqlalchemy import BindParameter, Column, Connection, Table, bindparam, case, delete, or_, select, update

from bot.rows.commits import JSON
from bot.rows.slots import Slot, ending_for
from bot.rows.table_rows import OPEN
from bot.storage.event_rows import change_texts, lock_log
from bot.storage.json_text import dump_json, load_json
from bot.storage.schema.tables import PERSON_REPLACED, metadata, table_messages, tables

_FREE: Final = frozenset({"seed", "seeds"})
"""The keys of people's own words. Packs of fair deals are computed from seeds, so seeds are not changed."""


def marked_columns(table: Table, mark: Mapping[str, str]) -> tuple[Column[int], ...]:
    """Returns those columns of a table of the database that a mark such as `PERSON_REPLACED` marks."""
    return tuple(column for column in table.columns if column.info.get("person") == mark["person"])


def _of_one_table(table: Table) -> bool:
    return table is not tables and "table_id" in table.columns and bool(marked_columns(table, PERSON_REPLACED))


_AT_TABLE: Final = marked_columns(tables, PERSON_REPLACED)
# The statements are built once, because building them for each table took longer than running them.
_TABLE: Final[BindParameter[int]] = bindparam("table")
_PERSON: Final[BindParameter[int]] = bindparam("person")
_STAND_IN: Final[BindParameter[int]] = bindparam("stand_in")
_ROW: Final = (
    update(tables)
    .where(tables.c.id == _TABLE, or_(*(column == _PERSON for column in _AT_TABLE)))
    .values({column: case((column == _PERSON, _STAND_IN), else_=column) for column in _AT_TABLE})
)
_OTHER_ROWS: Final = tuple(
    update(table).where(table.c.table_id == _TABLE, column == _PERSON).values({column: _STAND_IN})
    for table in filter(_of_one_table, metadata.sorted_tables)
    for column in marked_columns(table, PERSON_REPLACED)
)
_IS_OPEN: Final = select(tables.c.status.in_(OPEN)).where(tables.c.id == _TABLE)
_MESSAGES: Final = delete(table_messages).where(table_messages.c.table_id == _TABLE)


def replace_at_table(
    connection: Connection, table_id: int, user_id: int, stand_in: int, slots: Sequence[Slot] = ()
) -> None:
    """Replaces a person's id in the log, the row and the results of a table, and removes the person's name.

    If the table is closed, deletes the places of all its messages. If it is open, deletes the places of the person's
    own messages.

    Args:
        stand_in: the id below zero that replaces the person's id.
        slots: names of more messages at an open table that are for this person alone, and do not contain the id.
    """
    lock_log(connection, table_id)
    change_texts(connection, table_id, str(user_id), partial(_text_without, user_id=user_id, stand_in=stand_in))
    for statement in (_ROW, *_OTHER_ROWS):
        connection.execute(statement, {"table": table_id, "person": user_id, "stand_in": stand_in})
    deletion = _MESSAGES
    if connection.scalar(_IS_OPEN, {"table": table_id}):
        deletion = deletion.where(
            or_(table_messages.c.slot.endswith(ending_for(user_id)), table_messages.c.slot.in_(map(str, slots)))
        )
    connection.execute(deletion, {"table": table_id})


def _text_without(text: str, user_id: int, stand_in: int) -> str:
    try:
        return dump_json(replace_person(load_json(text), user_id, stand_in))
    except (ValueError, AttributeError):
        # A damaged event is kept for the owner, but must not name an erased person.
        return re.sub(rf"(?<!\d){user_id}(?!\d)", str(stand_in), text)


def replace_person(data: Mapping[str, JSON], user_id: int, stand_in: int) -> dict[str, JSON]:
    """Returns the data of an event with the stand-in (an id below zero) in place of a person's id.

    Replaces the id as a number, as text and as a key. Removes the name next to it, in the pair [id, name] or in a
    mapping with both. Does not change the words that players contributed to the shuffle (`seeds`), since packs are
    computed from them.
    """
    return {
        (str(stand_in) if key == str(user_id) else key): value
        if key in _FREE
        else _replace_in_value(value, user_id, stand_in)
        for key, value in data.items()
    }


def _replace_in_value(value: JSON, user_id: int, stand_in: int) -> JSON:
    match value:
        case bool() | float() | None:
            return value
        case int():
            return stand_in if value == user_id else value
        case str():
            return str(stand_in) if value == str(user_id) else value
        case [first, str()] if first == user_id:
            return [stand_in, ""]
        case Sequence():
            return [_replace_in_value(item, user_id, stand_in) for item in value]
        case {"id": first, "name": str()} if first == user_id:
            return {"id": stand_in, "name": ""}
        case Mapping():
            return replace_person(value, user_id, stand_in)
        case _:
            assert_never(value)
