"""While the house thinks, the event loop goes on. A move for a table that has changed in the
meantime is never played.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from bot.app import house_access
from bot.house import HousePlayer, Policy
from bot.house.tasks import Task, task_of
from bot.tables.actions import play
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from ecarte.ai.players.player import Weights, one_of
from ecarte.game import PlayerView, Resign
from tests.bot.house.test_tasks import seated
from tests.bot.tables.salon import Salon, salon
from tests.support.patience import PATIENCE_S


class Slow:
    """A player who thinks until released."""

    def __init__(self) -> None:
        self.thinks, self.may_go = threading.Event(), threading.Event()

    def __call__(self, view: PlayerView) -> Weights:
        """The first lawful move, once released."""
        self.thinks.set()
        assert self.may_go.wait(PATIENCE_S)
        return one_of(view.legal_moves[:1])


async def its_turn(room: Salon) -> TableView:
    """A table at which the house has to move."""
    table = await seated(room)
    for _ in range(100):
        table_view = await room.view(table)
        if task_of(table_view) is Task.MOVE:
            return table_view
        await room.step(table)
    raise AssertionError("its turn never comes")


async def test_what_a_reader_has_the_house_play_waits_for_its_move_at_a_table(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        slow = Slow()
        house = HousePlayer(
            house_access(room.tables), lambda: room.now, room.chance, Policy(lambda _: slow, lambda *_: 0)
        )
        before = await its_turn(room)
        house.table_changed(before)
        assert await asyncio.to_thread(slow.thinks.wait, PATIENCE_S)
        began_after = asyncio.create_task(house.think(slow.may_go.is_set))
        await room.view(before.id)
        slow.may_go.set()
        assert await began_after
        await house.stop()


async def test_the_loop_goes_on_while_the_house_thinks(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        slow, moved = Slow(), asyncio.Event()
        house = HousePlayer(
            house_access(room.tables), lambda: room.now, room.chance, Policy(lambda _: slow, lambda *_: 0)
        )
        before = await its_turn(room)
        house.table_changed(before)
        assert await asyncio.to_thread(slow.thinks.wait, PATIENCE_S)
        # The house thinks, and others are answered in the meantime.
        assert (await room.view(before.id)).version == before.version
        room.tables.watchers.append(lambda _table, _wake_at: moved.set())
        slow.may_go.set()
        await asyncio.wait_for(moved.wait(), PATIENCE_S)
        assert (await room.view(before.id)).decision > before.decision
        await house.stop()


async def test_a_move_that_comes_too_late_is_not_made(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        slow = Slow()
        house = HousePlayer(
            house_access(room.tables), lambda: room.now, room.chance, Policy(lambda _: slow, lambda *_: 0)
        )
        before = await its_turn(room)
        house.table_changed(before)
        assert await asyncio.to_thread(slow.thinks.wait, PATIENCE_S)
        over = await play.move(room.tables, before.id, room.people[0].id, None, lambda _: Resign())
        assert over.status is Status.BETWEEN
        slow.may_go.set()
        await house.stop()
        assert (await room.view(before.id)).version == over.version
