"""Staked games of the same two count for standings up to the server's limit a day."""

from __future__ import annotations

from sqlalchemy import update

from bot.audit import verify
from bot.people.server import ServerSettings
from bot.storage.schema.tables import games
from bot.tables.actions import rematch
from ecarte.game import Seat
from tests.bot.tables.salon import GUILD, Salon, staked


async def _play(room: Salon, stake: int, count: int) -> int:
    """So many games at one table, which south loses; the id of the table."""
    table = await room.seated(staked(stake))
    for number in range(count):
        if number:
            for person in room.people[:2]:
                await rematch.rematch(room.tables, table, person.id)
        await room.lose(table, Seat.SOUTH)
    return table


async def _wins(room: Salon) -> int:
    """Of the first person, by the leaderboard."""
    rows = (await room.database.results.leaderboard(GUILD)).rows
    return sum(row.won for row in rows if row.user_id == room.people[0].id)


async def test_five_staked_games_of_a_pair_count_on_a_day_and_the_next_day_five_more(room: Salon) -> None:
    await _play(room, 5, 6)
    assert await _wins(room) == 5
    await room.expect_balanced()
    room.now += 86_400_000
    await _play(room, 5, 2)
    assert await _wins(room) == 7


async def test_the_limit_is_a_setting_of_the_server(room: Salon) -> None:
    await room.crowd.servers.change(GUILD, ServerSettings(), ServerSettings(counted_games=1))
    await _play(room, 5, 2)
    assert await _wins(room) == 1
    room.restart()
    await room.crowd.servers.change(GUILD, ServerSettings(counted_games=1), ServerSettings(counted_games=0))
    await _play(room, 5, 2)
    assert await _wins(room) == 3


async def test_games_for_the_honour_count_all(room: Salon) -> None:
    await _play(room, 0, 6)
    assert await _wins(room) == 6


async def test_verify_finds_a_game_for_the_honour_that_does_not_count(room: Salon) -> None:
    table = await _play(room, 0, 1)
    await room.database.connections.write(lambda it: it.execute(update(games).values(counted=0)))
    faults = (await verify(room.database)).faults
    expected = f"table {table}: game 1 does not count, though no chips were played for"
    assert expected in [str(fault) for fault in faults]
