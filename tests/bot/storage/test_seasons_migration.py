"""A database from before seasons and titles, on each kind of database: brought up, it has what its games come to."""

from __future__ import annotations

from pathlib import Path
from random import Random

from sqlalchemy import Connection, text

from bot.storage import Database
from bot.storage.ratings import rate_game
from bot.storage.schema import version as schema_version
from tests.bot.storage.test_ratings import DAY_MS, MEMBERS, NOW, result, stored

_NEW = {"season_at", "season_gain", "begun_rating", "begun_deviation", "title"}


async def test_the_ratings_of_schema_0024_keep_their_numbers_and_get_their_titles(address: str, tmp_path: Path) -> None:
    chance = Random(5)

    def enter(connection: Connection) -> None:
        for number in range(200):
            # Some are stronger than others.
            winner, loser = sorted(chance.sample(MEMBERS, 2), reverse=chance.random() < 0.2)
            rate_game(connection, result(number, winner, loser, NOW + number * DAY_MS // 2))

    async with await Database.open(str(tmp_path / "now.sqlite3")) as database:
        await database.migrate()
        await database.connections.write(enter)
        now = await stored(database)
    assert any(row.title for row in now[0])

    def fill(connection: Connection) -> None:
        schema_version.upgrade(connection, "0024")
        for table, rows in zip(("ratings", "rated_games"), now, strict=True):
            for row in rows:
                values = {name: value for name, value in row._asdict().items() if name not in _NEW}
                if "opponent_id" in values:
                    values["adversary_id"] = values.pop("opponent_id")
                names = ", ".join(values)
                places = ", ".join(f":{name}" for name in values)
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)

    async with await Database.open(address) as database:
        await database.connections.write(fill)
        await database.migrate()
        assert await stored(database) == now
        assert await database.audit.ledger_faults() == ()
