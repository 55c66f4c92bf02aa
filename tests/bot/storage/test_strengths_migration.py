"""Databases from before the most likely strengths: brought up to date, each board follows from its games."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.ranking.periods import SeasonKind
from bot.storage import Database
from bot.storage.rating_entries import rate_game
from bot.storage.schema import version as schema_version
from bot.storage.schema.rating_tables import seasons
from tests.bot.storage.making import ALICE, GUILD
from tests.bot.storage.test_ratings import DAY_MS, MEMBERS, NOW, result, stored
from tests.bot.storage.test_seasons import MAY

_SINCE_0025 = ("season_at", "season_gain", "title")
_AT = MAY + 90 * DAY_MS


def _enter(connection: Connection) -> None:
    chance = Random(5)
    for number in range(200):
        # Some are stronger than others.
        winner, loser = sorted(chance.sample(MEMBERS, 2), reverse=chance.random() < 0.2)
        rate_game(connection, result(number, winner, loser, MAY + number * DAY_MS // 2))


def _put_back(connection: Connection, revision: str, now: tuple[Any, ...], stand_in: int | None) -> None:
    """Rewrites rows of today in the form of an older schema."""
    lines, rated, numbers, _ = now
    has_seasons = revision >= "0025"
    ids = {ALICE: ALICE if stand_in is None else stand_in}
    for row in rated:
        values = row._asdict()
        values["adversary_id"] = row.opponent_id
        values.pop("opponent_id", None)
        if row.number > 100:
            # The others are not replaced yet.
            values |= {name: ids.get(values[name], values[name]) for name in ("user_id", "adversary_id")}
        values["season_gain"] = 0
        for name in () if has_seasons else _SINCE_0025:
            del values[name]
        _insert(connection, "rated_games", values)
    number_of = {row.user_id: row for row in numbers}
    for line in lines:
        if line.season_at and not has_seasons:
            continue
        values = {name: getattr(line, name) for name in ("guild_id", "user_id", "games", "opponents", "last_at")}
        values |= {"rating": number_of[line.user_id].rating, "deviation": number_of[line.user_id].deviation}
        if has_seasons:
            values |= {"season_at": line.season_at, "title": number_of[line.user_id].title}
        _insert(connection, "ratings", values)
    if stand_in is not None:
        _insert(connection, "erasures", {"user_id": ALICE, "stand_in": stand_in, "asked_at": NOW, "table_id": 0})
    _insert(connection, "rating_orders", {"guild_id": GUILD, "games": len(rated) // 2})


def _insert(connection: Connection, table: str, values: dict[str, Any]) -> None:
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)


@pytest.mark.parametrize(("revision", "stand_in"), [("0022", None), ("0024", None), ("0029", None), ("0029", -7)])
async def test_a_database_of_before_has_the_boards_that_its_games_come_to(
    address: str, tmp_path: Path, revision: str, stand_in: int | None
) -> None:
    kind = SeasonKind.MONTH if revision >= "0025" else None
    async with await Database.open(str(tmp_path / "now.sqlite3")) as database:
        await database.migrate()
        await database.servers.put_settings(GUILD, {"season": None if kind is None else kind.value})
        await database.connections.write(_enter)
        begun = await database.connections.read(lambda connection: connection.execute(seasons.select()).all())
        now = await stored(database)
        board = await database.ratings.board(GUILD, _AT)
    assert len(begun) == (0 if kind is None else 4)

    def fill(connection: Connection) -> None:
        schema_version.upgrade(connection, revision)
        _put_back(connection, revision, now, stand_in)
        for row in begun:
            _insert(connection, "seasons", row._asdict())

    async with await Database.open(address) as database:
        await database.connections.write(fill)
        await database.migrate()
        assert await database.audit.ledger_faults() == ()
        if stand_in is None:
            lines, rated, numbers, pairs = await stored(database)
            assert (lines, pairs) == (now[0], now[3])
            assert [row[:3] for row in numbers] == [row[:3] for row in now[2]]
            assert len(rated) == len(now[1])
        found = await database.ratings.board(GUILD, _AT)
        assert [(line.user_id, line.strength, line.counted) for line in found.rows] == [
            (line.user_id, line.strength, line.counted) for line in board.rows
        ]
        assert await database.audit.ledger_faults() == ()
        for begin, over in combinations(sorted(row.season_at for row in begun), 2):
            await database.ratings.seasons(GUILD, over)
            assert (await database.ratings.board(GUILD, _AT, season=begin)).total == len(MEMBERS)
        assert await database.audit.ledger_faults() == ()
