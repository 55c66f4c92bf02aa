"""Erases a person from a database in which no use case is at work: the steps of the storage, one after the other."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.rows.commits import EventRecord
from bot.storage import Database
from bot.storage.schema.tables import metadata


async def erase_person(database: Database, user_id: int, stand_in: int = -(1 << 52), at: int = 1) -> int:
    """Erases a person; returns the id that has taken the place of theirs."""
    erasure = await database.erasures.begin(user_id, stand_in, at)
    event, after = EventRecord("person_erased", 1, {"v": 1, "stand_in": erasure.stand_in}), erasure.table_id
    while True:
        found = await database.erasures.search(user_id, after)
        if found.last is None:
            break
        for table in found.named:
            if table.is_open:
                await database.erasures.replace_open(erasure, table.guild_id, {table.table_id: ()}, event, 1)
        await database.erasures.replace(erasure, [table for table in found.named if not table.is_open], found.last)
        after = found.last
    for tournament_id in await database.erasures.tournaments(user_id):
        await database.erasures.replace_in_tournament(erasure, tournament_id)
    await database.erasures.finish(erasure)
    return erasure.stand_in


async def database_text(database: Database) -> str:
    """All that the database holds, as one text."""

    def ask(connection: Connection) -> str:
        return repr([connection.execute(select(table)).all() for table in metadata.sorted_tables])

    return await database.connections.read(ask)
