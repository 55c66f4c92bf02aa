"""Erases a person from a database in which no use case is at work: the steps of the storage, one after the other."""

from __future__ import annotations

from bot.storage import Database, EventRecord

__all__ = ["erased"]


async def erased(database: Database, user_id: int, stand_in: int = -(1 << 52)) -> int:
    """Erases a person; returns the id that has taken the place of theirs."""
    erasure = await database.erasures.begin(user_id, stand_in, 1)
    event, after = EventRecord("person_erased", 1, {"v": 1, "stand_in": erasure.stand_in}), erasure.table_id
    while True:
        named, last = await database.erasures.named(user_id, after)
        if last is None:
            break
        for table in named:
            if table.is_open:
                await database.erasures.replace_open(erasure, table.guild_id, {table.table_id: ()}, event, 1)
        await database.erasures.replace(erasure, [table for table in named if not table.is_open], last)
        after = last
    for tournament_id in await database.erasures.tournaments(user_id):
        await database.erasures.replace_in_tournament(erasure, tournament_id)
    await database.erasures.finish(erasure)
    return erasure.stand_in
