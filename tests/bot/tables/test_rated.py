"""Which games move ratings: those of members, finished, without hints or pool, and not given up in the first deal."""

from __future__ import annotations

import pytest

from bot.people.person import Person
from bot.tables.actions import play, rematch
from bot.tables.terms import Terms
from ecarte.ai import Level
from ecarte.game import Resign, Seat
from tests.bot.tables.salon import GUILD, Salon, staked


async def _games(room: Salon) -> int:
    found = await room.database.ratings.of(GUILD, room.people[0].id)
    return 0 if found is None else found[1]


@pytest.mark.parametrize("terms", [staked(0), staked(50), staked(0, rubber=3)], ids=["honour", "staked", "rubber"])
async def test_a_game_that_is_played_to_its_end_is_rated_and_adds_up(room: Salon, terms: Terms) -> None:
    table = await room.seated(terms)
    await room.lose(table, Seat.SOUTH)
    assert await _games(room) == 1
    moved = await room.database.ratings.game(table, 1, room.now)
    assert moved is not None
    assert moved.winner_id == room.people[0].id
    await room.expect_balanced()


async def test_a_game_given_up_in_its_first_deal_is_not_rated_and_a_later_one_is(room: Salon) -> None:
    table = await room.seated(staked(0))
    await room.cards(table)
    await play.move(room.tables, table, 2, None, lambda _: Resign())
    assert await _games(room) == 0
    for person in room.people[:2]:
        await rematch.rematch(room.tables, table, person.id)
    while (await room.game(table)).number < 2:
        await room.step(table)
    await play.move(room.tables, table, 2, None, lambda _: Resign())
    assert await _games(room) == 1


async def test_a_game_with_hints_is_not_rated(room: Salon) -> None:
    await room.lose(await room.seated(staked(0, hints=True)), Seat.SOUTH)
    assert await _games(room) == 0


async def test_a_game_against_the_house_is_not_rated(room: Salon) -> None:
    room.people[1] = Person.of_house(Level.NOVICE)
    await room.lose(await room.seated(staked(0)), Seat.SOUTH)
    assert await _games(room) == 0
