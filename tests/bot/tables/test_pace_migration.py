"""A database of the release before tables had their pace in their rows: games are counted by it from the start."""

from __future__ import annotations

from pathlib import Path

from bot.clock import Pace
from bot.storage import Database
from bot.tables.actions import seating
from bot.tables.terms import Terms
from tests.bot.storage.older import as_of
from tests.bot.tables.salon import CHANNEL, GUILD, salon


async def test_games_of_an_older_schema_count_by_their_pace(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        alice, bruno = room.people[:2]
        for pace in (Pace.live(), Pace.correspondence(), Pace.correspondence()):
            terms = Terms(in_thread=False, pace=pace)
            view = await seating.challenge(room.tables, GUILD, CHANNEL, alice, bruno, terms)
            await seating.accept(room.tables, view.id, bruno)
    path = tmp_path / "salon.sqlite3"
    as_of("0016", path)
    async with await Database.open(str(path)) as database:
        await database.migrate()
        assert await database.tables.count_playing(alice.id, GUILD, "live") == 1
        assert await database.tables.count_playing(alice.id, GUILD, "correspondence") == 2
