"""The house at its tables: told of every change, it plans when to act, looks at its own hand, and acts like a member.

Nothing is kept that a restart could lose: what it has to do follows from the table each time. A move names the decision
for which it was thought out, so that one that comes too late, or twice, changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.clock import Scheduler
from bot.house.policy import USUAL, Policy
from bot.house.tasks import Task, house_at, task_of
from bot.house.worker import decided
from bot.people.person import Level, Person
from bot.tables.problems import Refused
from bot.tables.views import HandSight, TableSight
from ecarte.fair import CUTS
from ecarte.game import AcceptStop, ClaimTime, DeclineStop, Move, PlayerView, Scope

__all__ = ["Access", "HousePlayer"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Access:
    """The use cases of tables that the house is given: what a member may see and do there, and no more.

    Each takes the id of the table first, then the house or its id.
    """

    sight: Callable[[int], Awaitable[TableSight]]
    hand: Callable[[int, int], Awaitable[HandSight]]
    accept: Callable[[int, Person], Awaitable[TableSight]]
    sit: Callable[[int, int], Awaitable[TableSight]]
    leave_queue: Callable[[int, int], Awaitable[TableSight]]
    cut: Callable[[int, int, int | None, int], Awaitable[TableSight]]
    move: Callable[[int, int, int | None, Callable[[PlayerView], Move]], Awaitable[TableSight]]
    rematch: Callable[[int, int], Awaitable[TableSight]]


class HousePlayer:
    """Plays for the house wherever it sits.

    Args:
        tables: what the house may see and do.
        now: the time, in epoch milliseconds.
        chance: for pauses, cuts, and what a player leaves to chance.
        conduct: who plays at each level, and how long it pauses.
    """

    def __init__(self, tables: Access, now: Callable[[], int], chance: random.Random, conduct: Policy = USUAL) -> None:
        self._tables = tables
        self._now = now
        self._chance = chance
        self._conduct = conduct
        self._clock = Scheduler(now, self._due)
        self._planned: dict[int, tuple[Task, int, int]] = {}
        # Thinking is work for a processor: two at once would only keep each other, and the house, waiting.
        self._thinking = asyncio.Semaphore(1)

    def changed(self, table: TableSight, _wake_at: int | None = None) -> None:
        """A table has changed, or is taken up after a restart: plans what the house has to do there, after a pause."""
        what = task_of(table)
        if what is None:
            self._planned.pop(table.id, None)
            self._clock.set(table.id, None)
            return
        plan = what, table.game_no, table.decision
        if self._planned.get(table.id) != plan:
            # Whatever else changes meanwhile does not make it begin its pause again.
            self._planned[table.id] = plan
            self._clock.set(table.id, self._now() + self._conduct.pause(what, table, self._chance))

    def decision(self, where: str, level: Level, view: PlayerView, number: float) -> Move | None:
        """What the house does in a position, thought out at once, in whatever thread it is asked; None: nothing.

        A player that fails holds nobody up: its first lawful move is made, and the kind of its fault logged.

        Args:
            where: the table or the deal, for the log.
            number: chance, from 0 to 1 (1 left out).
        """
        thought = decided(self._conduct.player_of(level), view, number)
        if thought.fault is not None:
            _log.error("%s: the house (%s) has failed: %s", where, level.value, thought.fault)
        return thought.move

    async def stop(self) -> None:
        """Does nothing more after what is under way."""
        await self._clock.stop()

    async def _due(self, table_id: int) -> None:
        self._planned.pop(table_id, None)
        table = await self._tables.sight(table_id)
        what, found = task_of(table), house_at(table)
        if what is None or found is None:
            return
        house, _ = found
        try:
            await self._act(what, table, house)
        except Refused as refused:
            # Somebody was faster, and of that it is told; or the other plays elsewhere by now.
            _log.info("table %d: the house could not %s: %s", table_id, what.value, refused.problem.value)

    async def _act(self, what: Task, table: TableSight, house: Person) -> None:
        match what:
            case Task.SIT_DOWN:
                await self._tables.accept(table.id, house)
            case Task.TAKE_CHAIR:
                try:
                    await self._tables.sit(table.id, house.id)
                except Refused:
                    # Whoever asked plays elsewhere by now: nobody is told that it comes, and it may be asked again.
                    await self._tables.leave_queue(table.id, house.id)
                    raise
            case Task.CUT:
                await self._tables.cut(table.id, house.id, table.decision, self._chance.choice(CUTS))
            case Task.STOP:
                # Whoever wants to go may go, unless others wait: else nobody would lose a tournament's game, and who is
                # about to be beaten would keep the chair that they wait for.
                answer = DeclineStop() if table.is_waited_for else AcceptStop()
                await self._tables.move(table.id, house.id, None, lambda _: answer)
            case Task.CLAIM:
                await self._tables.move(table.id, house.id, table.decision, lambda _: ClaimTime(Scope.GAME))
            case Task.AGAIN:
                await self._tables.rematch(table.id, house.id)
            case Task.MOVE | Task.ANNOUNCE:
                await self._move(table.id, house)

    async def _move(self, table_id: int, house: Person) -> None:
        """Looks at its hand, thinks beside the loop, so that nobody else waits for it, and makes its move."""
        assert house.level is not None
        hand = await self._tables.hand(table_id, house.id)
        number = self._chance.random()
        async with self._thinking:
            move = await asyncio.to_thread(self.decision, f"table {table_id}", house.level, hand.view, number)
        if move is None:
            return

        def still(view: PlayerView) -> Move:
            if move not in view.legal_moves:
                raise LookupError
            return move

        await self._tables.move(table_id, house.id, hand.table.decision, still)
