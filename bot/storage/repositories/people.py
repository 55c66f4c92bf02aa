"""The names and preferences of people."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, select

from bot.notices import PersonChanged
from bot.rows.commits import JSON
from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.fence import announce
from bot.storage.repositories.columns import merge_object, merge_objects, object_of
from bot.storage.schema.tables import players


class PeopleRepository(Repository):
    """Stores the names and the preferences of people."""

    async def names(self, user_ids: Collection[int]) -> dict[int, str]:
        """Returns the names under which people were last seen. People without a stored name are left out."""
        wanted = select(players.c.user_id, players.c.name).where(
            players.c.user_id.in_(set(user_ids)), players.c.name.is_not(None)
        )
        return await self._connections.read(
            lambda connection: {row.user_id: row.name for row in connection.execute(wanted)}
        )

    @writes
    def put_names(self, connection: Connection, names: Mapping[int, str]) -> None:
        """Stores the names of people. A new name replaces the stored one."""
        upsert(connection, players, *({"user_id": user_id, "name": name} for user_id, name in names.items()))

    @reads
    def person(self, connection: Connection, user_id: int) -> tuple[str | None, dict[str, JSON]]:
        """Returns the stored name of a person, or None if no name is stored, and then the person's preferences."""
        chosen = select(players.c.name, players.c.preferences).where(players.c.user_id == user_id)
        row = connection.execute(chosen).first()
        return (None, {}) if row is None else (row.name, object_of(row.preferences))

    @writes
    def put_preferences(self, connection: Connection, user_id: int, changes: Mapping[str, JSON]) -> dict[str, JSON]:
        """Changes some preferences of a person. The value None removes a preference.

        Returns:
            All preferences.
        """
        merged = merge_object(connection, players.c.preferences, user_id, changes)
        announce(connection, self._connections.fence.writer(), PersonChanged(user_id))
        return merged

    @writes
    def put_all_preferences(self, connection: Connection, changes: Mapping[int, Mapping[str, JSON]]) -> None:
        """Changes the preferences of several people in one transaction, as `put_preferences` does for one."""
        if changes:
            merge_objects(connection, players.c.preferences, changes)
            writer = self._connections.fence.writer()
            for user_id in changes:
                announce(connection, writer, PersonChanged(user_id))
