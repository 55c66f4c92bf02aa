"""Two processes on one database: each decides on what the other has written, whatever it has kept in memory."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bot.storage import Database
from bot.tables.actions import play
from bot.tables.events.table import Person
from bot.tables.problems import Problem, Refused
from bot.tables.state.table import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.game import Move, PlayerView
from tests.bot.storage.conftest import address, migrated
from tests.bot.tables.salon import Salon

__all__ = ["address", "migrated"]
_GAME_IS_LONG = 3000


@pytest.fixture
async def processes(migrated: str) -> AsyncIterator[list[Salon]]:
    """Three rooms of tables with connections of their own: two that play, and one that looks."""
    people = [Person(number, f"P{number}") for number in range(1, 9)]
    async with AsyncExitStack() as stack:
        databases = [await stack.enter_async_context(await Database.open(migrated)) for _ in range(3)]
        yield [Salon(database, random.Random(seed), people) for seed, database in enumerate(databases)]


async def look(processes: list[Salon], table: int) -> TableView:
    """The table as the database has it."""
    processes[2].restart()
    return await processes[2].view(table)


def first(view: PlayerView) -> Move:
    """The first move that is legal."""
    return view.legal_moves[0]


async def test_a_game_is_played_by_two_processes_in_turn_and_no_press_is_refused(processes: list[Salon]) -> None:
    table = await processes[0].seated(Terms(in_thread=False))
    for number in range(_GAME_IS_LONG):
        view = await look(processes, table)
        if view.status is not Status.PLAYING:
            break
        process = processes[number % 2]
        if view.to_cut is not None:
            await process.cut(table, 16)
            continue
        assert view.game is not None
        assert view.game.turn is not None
        player = view.person(view.game.turn).id
        await play.move(process.tables, table, player, view.decision, first, cause=number + 1)
    ended = await look(processes, table)
    assert ended.status is Status.BETWEEN
    assert number > 20
    await processes[2].expect_balanced()


async def test_a_press_that_is_delivered_to_two_processes_is_carried_out_once(processes: list[Salon]) -> None:
    table = await processes[0].seated(Terms(in_thread=False))
    await processes[1].view(table)
    view = await look(processes, table)
    assert view.game is not None
    assert view.game.turn is not None
    player = view.person(view.game.turn).id
    both = [play.move(process.tables, table, player, view.decision, first, cause=77) for process in processes[:2]]
    answers = await asyncio.gather(*both)
    present = await look(processes, table)
    assert {answer.version for answer in answers} == {present.version}
    assert present.version > view.version


async def test_a_press_on_what_another_process_has_changed_is_refused_as_stale_at_once(processes: list[Salon]) -> None:
    table = await processes[0].seated(Terms(in_thread=False))
    view = await processes[1].view(table)
    assert view.game is not None
    assert view.game.turn is not None
    player = view.person(view.game.turn).id
    moved = await play.move(processes[0].tables, table, player, view.decision, first)
    with pytest.raises(Refused) as refused:
        await play.move(processes[1].tables, table, player, view.decision, first)
    assert refused.value.problem is Problem.STALE
    assert (await processes[1].view(table)).version == moved.version
