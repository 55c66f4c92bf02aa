"""People: names, preferences, and how a person is forgotten."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from sqlalchemy import Connection, case, delete, func, insert, or_, select, update

from bot.storage.backends.base import upsert
from bot.storage.connections import Connections
from bot.storage.errors import StillSeated
from bot.storage.json_text import dumped, loaded
from bot.storage.repositories.accounts import tables_with_stakes_of
from bot.storage.repositories.columns import merge_object, read_object
from bot.storage.repositories.tournaments import forget_in_tournaments
from bot.storage.rows import JSON, OPEN, is_house
from bot.storage.schema.tables import (
    accounts,
    advice,
    dailies,
    events,
    game_players,
    messages,
    players,
    quizzes,
    tables,
)

__all__ = ["PeopleRepository", "without"]

_AT_TABLE = (tables.c.north_id, tables.c.south_id, tables.c.challenger_id, tables.c.challenged_id)


class PeopleRepository:
    """Names and preferences, and forgetting a person."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def names(self, user_ids: Collection[int]) -> dict[int, str]:
        """The names under which people were last seen; who was never seen, or is forgotten, is not in it."""
        wanted = select(players.c.user_id, players.c.name).where(
            players.c.user_id.in_(set(user_ids)), players.c.name.is_not(None)
        )
        return await self._connections.read(
            lambda connection: {row.user_id: row.name for row in connection.execute(wanted)}
        )

    async def put_names(self, names: Mapping[int, str]) -> None:
        """Remembers names, in place of older ones; writes nothing where they are known already."""
        known = await self.names(names)
        changed = {user_id: name for user_id, name in names.items() if known.get(user_id) != name}

        def put(connection: Connection) -> None:
            for user_id, name in changed.items():
                connection.execute(upsert(connection, players, {"user_id": user_id, "name": name}))

        if changed:
            await self._connections.write(put)

    async def person(self, user_id: int) -> tuple[str | None, dict[str, JSON]]:
        """The name last seen, None where there is none, and the preferences of a person."""
        chosen = select(players.c.name, players.c.preferences).where(players.c.user_id == user_id)

        def ask(connection: Connection) -> tuple[str | None, dict[str, JSON]]:
            row = connection.execute(chosen).first()
            return (None, {}) if row is None else (row.name, loaded(row.preferences))

        return await self._connections.read(ask)

    async def preferences(self, user_id: int) -> dict[str, JSON]:
        """What a person prefers; empty if he has never said."""
        return await self._connections.read(lambda connection: read_object(connection, players.c.preferences, user_id))

    async def put_preferences(self, user_id: int, changes: Mapping[str, JSON]) -> dict[str, JSON]:
        """Changes what a person prefers, key by key; a key changed to None is taken out.

        Returns:
            All that he prefers now.
        """
        return await self._connections.write(
            lambda connection: merge_object(connection, players.c.preferences, user_id, changes)
        )

    async def forget(self, user_id: int) -> int:
        """Takes a person out of everything that is kept, for good; what was played stays, by nobody in particular.

        His name, his preferences, his quizzes and his deals of the day go. In the results, in the ledger, in the rows
        of tables and in their logs, an id below zero that was never used before takes the place of his
        (`is_forgotten`), and "" that of his name in a log. What is in his purses stays there, for nobody. Where his
        tables had their pictures is forgotten, too. Should he play again, he is a new person. Reads all logs meanwhile.

        Returns:
            The id that stands in his place.

        Raises:
            StillSeated: open tables name him, or his chips lie on a game; nothing was forgotten.
            ValueError: the house cannot be forgotten.
        """
        if is_house(user_id):
            raise ValueError("the house is no person")
        return await self._connections.write(lambda connection: _forget(connection, user_id))


def _forget(connection: Connection, user_id: int) -> int:
    named = or_(*(column == user_id for column in _AT_TABLE))
    still = select(tables.c.id).where(named, tables.c.status.in_(OPEN))
    if waiting := {*connection.scalars(still), *tables_with_stakes_of(connection, user_id)}:
        raise StillSeated(tuple(sorted(waiting)))
    stand_in = min(connection.scalar(select(func.min(players.c.user_id))) or 0, 0) - 1
    connection.execute(insert(players).values(user_id=stand_in))
    for his in (players, quizzes, dailies):
        connection.execute(delete(his).where(his.c.user_id == user_id))
    for column in (game_players.c.user_id, game_players.c.adversary_id, advice.c.user_id):
        connection.execute(update(column.table).where(column == user_id).values({column: stand_in}))
    his_purses = (accounts.c.kind == "person") & (accounts.c.holder == user_id)
    connection.execute(update(accounts).where(his_purses).values(holder=stand_in))
    forget_in_tournaments(connection, user_id, stand_in)
    _rewrite(connection, user_id, stand_in)
    connection.execute(delete(messages).where(messages.c.table_id.in_(select(tables.c.id).where(named))))
    others = {column: case((column == user_id, stand_in), else_=column) for column in _AT_TABLE}
    connection.execute(update(tables).where(named).values(others))
    return stand_in


def without(data: Mapping[str, JSON], user_id: int, stand_in: int) -> dict[str, JSON]:
    """The data of an event with another in the place of a person.

    His id is found as a number, as text and as a key, and his name where it stands beside it: in the pair [id, name],
    or in a mapping of both.
    """
    return {
        (str(stand_in) if key == str(user_id) else key): _without(value, user_id, stand_in)
        for key, value in data.items()
    }


def _without(value: JSON, user_id: int, stand_in: int) -> JSON:
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
            return [_without(item, user_id, stand_in) for item in value]
        case {"id": first, "name": str()} if first == user_id:
            return {"id": stand_in, "name": ""}
        case Mapping():
            return without(value, user_id, stand_in)
        case _:
            assert_never(value)


def _rewrite(connection: Connection, user_id: int, stand_in: int) -> None:
    """Puts another in the place of a person in every log that names him, also those of tables at which he never sat."""
    # The text is searched for the digits first: of a large log, few events name anybody.
    found = connection.execute(
        select(events.c.table_id, events.c.seq, events.c.data).where(events.c.data.contains(str(user_id)))
    )
    for table_id, seq, data in found.all():
        connection.execute(
            update(events)
            .where(events.c.table_id == table_id, events.c.seq == seq)
            .values(data=dumped(without(loaded(data), user_id, stand_in)))
        )
