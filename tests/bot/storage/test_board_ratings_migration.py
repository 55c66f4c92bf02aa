"""A database in which the board went by all rated games: brought up, what counts on it, and titles, follow."""

from __future__ import annotations

from pathlib import Path
from random import Random

from sqlalchemy import Connection, select

from bot.storage import Database
from bot.storage.ratings import rate_game
from bot.storage.schema.ratings import ratings
from tests.bot.storage.making import GUILD
from tests.bot.storage.older import as_of
from tests.bot.storage.test_ratings import MEMBERS, NOW, result, stored


async def test_the_board_of_schema_0022_counts_what_its_games_come_to(path: Path) -> None:
    chance = Random(3)

    def enter(connection: Connection) -> None:
        for number in range(200):
            winner, loser = chance.sample(MEMBERS, 2)
            rate_game(connection, result(number, winner, loser, NOW + number * 86_400_000))

    async with await Database.open(str(path)) as database:
        await database.migrate()
        await database.connections.write(enter)
        before = await stored(database)
    as_of("0022", path)
    async with await Database.open(str(path)) as database:
        await database.migrate()
        assert await stored(database) == before
        assert await database.audit.ledger_faults() == ()
        counted = await database.connections.read(
            lambda connection: connection.scalars(select(ratings.c.board_games)).all()
        )
        assert any(row.title for row in before[0]), "the titles that were reached are there"
        assert any(row.title for row in before[1])
        assert all(games == 30 for games in counted), f"three opponents, ten games each in {GUILD}"
