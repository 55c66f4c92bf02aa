"""The house acting by itself in an empty chair: its answer to an offer to stop, and where it cannot sit down."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import house_access
from bot.house import HousePlayer, Policy
from bot.house.tasks import Task, pause_ms, task_of
from bot.people.person import Person
from bot.tables.actions import chairs, play
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.ai import Level, player_of
from ecarte.game import OfferStop, Seat
from tests.bot.tables.salon import Salon, salon
from tests.support.patience import PATIENCE_S

HOUSE = Person.of_house(Level.NOVICE)
ALLOWED = Terms(in_thread=False, house=Level.NOVICE)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Salon]:
    async with salon(tmp_path) as room:
        yield room


async def acts(room: Salon, table: TableView) -> TableView:
    """Does the house's next task at once. Returns the table after it."""
    done = asyncio.Event()
    room.tables.watchers.append(lambda _table, _wake_at: done.set())
    house = HousePlayer(house_access(room.tables), lambda: room.now, random.Random(1), Policy(player_of, lambda *_: 0))
    house.table_changed(table)
    await asyncio.wait_for(done.wait(), PATIENCE_S)
    await house.stop()
    return await room.view(table.id)


async def asked_in(room: Salon) -> TableView:
    """Returns a table where the first player has beaten the second, and has asked the house into the empty chair."""
    table = await room.seated(ALLOWED)
    await room.lose(table, Seat.SOUTH)
    return await chairs.ask_house(room.tables, table, 1)


@pytest.mark.parametrize("others", [0, 1], ids=["none waits", "one waits"])
async def test_it_lets_a_game_be_stopped_but_where_a_player_waits_for_the_chair(room: Salon, others: int) -> None:
    table = (await acts(room, await asked_in(room))).id
    for person in room.people[2 : 2 + others]:
        await chairs.enter(room.tables, table, person)
    while task_of(await room.view(table)) is not None:
        await room.step(table)
    view = await acts(room, await play.move(room.tables, table, 1, None, lambda _: OfferStop()))
    assert view.game is not None
    assert view.status is (Status.PLAYING if others else Status.BETWEEN)
    assert view.game.offer is None


async def test_where_the_player_who_asked_plays_elsewhere_by_now_it_comes_no_more_and_may_be_asked_again(
    room: Salon,
) -> None:
    view = await asked_in(room)
    elsewhere = [await room.seated(ALLOWED) for _ in range(5)]
    view = await acts(room, view)
    assert view.status is Status.BETWEEN
    assert view.galerie.awaited is None, "its coming is not announced"
    await room.lose(elsewhere[0], Seat.NORTH)
    view = await chairs.ask_house(room.tables, view.id, 1)
    assert task_of(view) is Task.TAKE_CHAIR
    assert pause_ms(Task.TAKE_CHAIR, view, room.chance) > 0
    assert (await acts(room, view)).seat_of(HOUSE.id) is not None
