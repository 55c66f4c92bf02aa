"""Games of one pair count for standings up to the server's daily limit, if their cards were dealt."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.audit import verify
from bot.clock import WarningSent
from bot.people.person import Person
from bot.people.server import ServerSettings
from bot.storage.schema.tables import games
from bot.tables.actions import play, rematch
from ecarte.ai import Level
from ecarte.game import ClaimTime, Ending, GameEnded, Resign, Scope, Seat
from tests.bot.tables.salon import GUILD, Salon, staked


async def _play(room: Salon, stake: int, count: int) -> int:
    """Plays `count` games at one table, all of which south loses. Returns the id of the table."""
    table = await room.seated(staked(stake))
    for number in range(count):
        if number:
            for person in room.people[:2]:
                await rematch.rematch(room.tables, table, person.id)
        await room.lose(table, Seat.SOUTH)
    return table


async def _wins(room: Salon) -> int:
    """Returns the wins of the first person, by the leaderboard."""
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


async def test_games_for_the_honour_have_the_same_limit(room: Salon) -> None:
    await _play(room, 0, 4)
    await _play(room, 5, 2)
    assert await _wins(room) == 5
    await room.expect_balanced()


async def test_forty_games_given_up_in_a_day_gain_no_more_than_five(room: Salon) -> None:
    table = await room.seated(staked(0))
    for number in range(40):
        if number:
            for person in room.people[:2]:
                await rematch.rematch(room.tables, table, person.id)
        await play.move(room.tables, table, 2, None, lambda _: Resign())
    assert (await room.view(table)).game_no == 40
    assert await _wins(room) == 5


async def test_games_against_the_house_have_no_limit(room: Salon) -> None:
    room.people[1] = Person.of_house(Level.NOVICE)
    await _play(room, 0, 6)
    (house,) = (await room.database.results.statistics(GUILD, room.people[0].id)).house
    assert house.won == 6
    assert await _wins(room) == 0


async def test_verify_finds_a_game_that_does_not_count_where_no_limit_holds(room: Salon) -> None:
    room.people[1] = Person.of_house(Level.NOVICE)
    table = await _play(room, 0, 1)
    await room.database.connections.write(lambda connection: connection.execute(update(games).values(counted=0)))
    faults = (await verify(room.database)).faults
    expected = f"table {table}: game 1 does not count, though no limit holds for it"
    assert expected in [str(fault) for fault in faults]


@pytest.mark.parametrize("late", [False, True], ids=["resigned", "on time"])
async def test_a_game_for_the_honour_counts_once_its_cards_are_dealt(room: Salon, late: bool) -> None:
    table = await room.seated(staked(0))
    game = await room.game(table)
    assert game.turn is not None
    assert not game.proposals, "no move was made"
    loser = game.turn
    if late:
        while (view := await room.view(table)).sent_warning is not WarningSent.UP:
            assert view.deadline is not None
            await room.later(view.deadline - room.now, table)
        winner, move = room.people[loser.other.index].id, ClaimTime(Scope.GAME)
        await play.move(room.tables, table, winner, None, lambda _: move)
    else:
        await play.move(room.tables, table, room.people[loser.index].id, None, lambda _: Resign())
    outcome = (await room.game(table)).outcome
    assert outcome == GameEnded(loser.other, Ending.TIME if late else Ending.RESIGNED)
    assert sum(row.won for row in (await room.database.results.leaderboard(GUILD)).rows) == 1
    await room.expect_balanced()


async def test_a_game_given_up_before_its_cards_is_void(room: Salon) -> None:
    table = await room.seated(staked(0, cut_ms=5_000))
    assert (await room.view(table)).to_cut is not None
    await play.move(room.tables, table, 1, None, lambda _: Resign())
    assert (await room.game(table)).outcome == GameEnded(None, Ending.VOID)
    assert await _wins(room) == 0
