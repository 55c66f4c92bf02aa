"""A long evening at one table, with restarts and crashes in between. Takes minutes; `make soak` runs it."""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.audit import verify
from bot.tables.state.table_state import Status
from tests.support.cardroom import CardWorld

GAMES = 25


@pytest.mark.soak
@pytest.mark.parametrize("cards", [{"fair": True}], indirect=True)
async def test_an_evening_of_many_games_with_restarts_adds_up(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    for game in range(1, GAMES + 1):
        left = cards.chance.randint(1, 30)

        async def enough() -> bool:
            nonlocal left
            left -= 1
            return left == 0

        await cards.play(table, until=enough)
        await world.restart(crash=cards.chance.random() < 0.5)
        await cards.play(table)
        view = await cards.view(table)
        assert (view.status, view.game_no) == (Status.BETWEEN, game)
        await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
        await cards.press(world.bruno, await cards.table(table), Verb.REMATCH)
    assert (await cards.room.database.results.history(world.guild.id, limit=1)).total == GAMES
    assert (await verify(cards.room.database)).faults == ()
