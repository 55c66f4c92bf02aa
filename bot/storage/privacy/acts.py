"""Two parts of a person's export: what the person did at tables, and where messages to the person are.

The marks of columns (`bot.storage.schema.tables`) select the other parts. They cannot select these two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Connection, Table, or_, select

from bot.rows.commits import JSON
from bot.rows.slots import Slot, ending_for
from bot.rows.table_rows import CLOSED
from bot.storage.event_rows import texts_naming
from bot.storage.json_text import load_json
from bot.storage.schema.tables import game_players, games, table_messages, tables
from bot.storage.schema.tournament_tables import tournament_messages

_Row: TypeAlias = dict[str, Any]
_LEAST_ID: Final = 1 << 50
"""The lowest absolute value of an id: no chips, times or versions are as large."""
_WORDS: Final = frozenset({"seed", "seeds"})
"""The keys of both players' words for the shuffle. The export has a person's own word with their preferences."""
_YOU: Final = "you"


def acts_at(connection: Connection, table_ids: Collection[int], user_id: int) -> list[_Row]:
    """Returns what a person did at some tables: the events that name the person, without data about others.

    Open tables are left out, because advice in the current deal names cards.
    """
    closed = select(tables.c.id).where(tables.c.id.in_(table_ids), tables.c.status == CLOSED)
    acts: list[_Row] = []
    for table_id, at, kind, text in texts_naming(connection, connection.scalars(closed).all(), str(user_id)):
        try:
            data = load_json(text)
        except ValueError:
            # `python -m bot verify` reports a damaged event.
            continue
        if _is_in(data, user_id):
            acts.append({"table": table_id, "at": at, "what": kind, "data": _own_mapping(data, user_id)})
    return acts


def _is_in(value: JSON, user_id: int) -> bool:
    match value:
        case bool() | float() | None:
            return False
        case int() | str():
            return str(value) == str(user_id)
        case Mapping():
            return any(_is_in(part, user_id) for pair in value.items() for part in pair)
        case _:
            return any(_is_in(part, user_id) for part in value)


def _own_mapping(data: Mapping[str, JSON], user_id: int) -> dict[str, JSON]:
    return {
        (_YOU if key == str(user_id) else key): _own_value(value, user_id)
        for key, value in data.items()
        if key not in _WORDS and not _is_of_another(key, user_id) and not _is_of_another(value, user_id)
    }


def _own_value(value: JSON, user_id: int) -> JSON:
    match value:
        case bool() | float() | None:
            return value
        case int() | str():
            return _YOU if str(value) == str(user_id) else value
        case Mapping():
            return _own_mapping(value, user_id)
        case _:
            return [_own_value(part, user_id) for part in value if not _is_of_another(part, user_id)]


def _is_of_another(value: JSON, user_id: int) -> bool:
    """Whether a value is the id of another person, or a list with one: [id, name], [id, chips], [card, id]."""
    match value:
        case bool() | float() | None:
            return False
        case int():
            return abs(value) >= _LEAST_ID and value != user_id
        case str():
            digits = value.removeprefix("-")
            return digits.isdecimal() and int(digits) >= _LEAST_ID and digits != str(user_id)
        case Mapping():
            return _is_of_another(value.get("id"), user_id)
        case _:
            return any(not isinstance(part, Mapping | Sequence) or isinstance(part, str) for part in value) and any(
                _is_of_another(part, user_id) for part in value if not isinstance(part, Mapping)
            )


def message_places(connection: Connection, user_id: int) -> list[_Row]:
    """Returns where the bot's messages to a person are, in direct messages and in channels."""
    ending = ending_for(user_id)
    places = list(_places(connection, table_messages, "table", table_messages.c.slot.endswith(ending)))
    places += _places(connection, tournament_messages, "tournament", tournament_messages.c.slot.endswith(ending))
    earlier_seats, present_seats = _seats_of(connection, user_id)
    is_of_table = table_messages.c.table_id.in_
    for table_ids in _portions(sorted({table_id for table_id, _ in earlier_seats} | present_seats.keys())):
        ended = select(games.c.table_id, games.c.game_no).where(games.c.table_id.in_(table_ids))
        ended_games = {(row.table_id, row.game_no) for row in connection.execute(ended)}
        for place in _places(connection, table_messages, "table", is_of_table(table_ids)):
            slot = Slot.parse(place["shows"])
            game = (place["table"], slot.game or 0)
            seat = earlier_seats.get(game) if game in ended_games else present_seats.get(place["table"])
            if slot.is_of_seat and slot.reader is None and slot.part == seat:
                places.append(place)
    return [place | {"shows": place["shows"].removesuffix(ending)} for place in places]


def _seats_of(connection: Connection, user_id: int) -> tuple[dict[tuple[int, int], str], dict[int, str]]:
    """Returns the seats of a person in ended games, by table and game, and their present seats, by table."""
    columns = game_players.c
    played = select(columns.table_id, columns.game_no, columns.seat).where(columns.user_id == user_id)
    earlier = {(row.table_id, row.game_no): row.seat for row in connection.execute(played)}
    is_player = or_(tables.c.north_id == user_id, tables.c.south_id == user_id)
    seated = select(tables.c.id, tables.c.north_id).where(is_player)
    return earlier, {row.id: "north" if row.north_id == user_id else "south" for row in connection.execute(seated)}


def _places(connection: Connection, table: Table, owner: str, which: ColumnElement[bool]) -> Iterator[_Row]:
    first, *_ = table.columns
    for row in connection.execute(select(table).where(which, table.c.message_id != 0).order_by(*table.primary_key)):
        place = {"shows": row.slot, "channel": row.channel_id, "message": row.message_id, "at": row.updated_at}
        yield {owner: row._mapping[first]} | place


def _portions(table_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(table_ids), 500):
        yield table_ids[first : first + 500]
