"""Plays for the house (the computer player) at its tables.

After each change of a table, plans what the house does next there, and does it after a pause. A restart loses nothing,
since the task follows from the state of the table. Each move names the decision that it answers, so a late or repeated
move changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from bot.clock import Scheduler
from bot.house.policy import USUAL, Policy
from bot.house.tasks import Task, house_at, task_of
from bot.house.worker import Thought, decide
from bot.people.person import Person
from bot.tables.problems import Refused
from bot.tables.views import HandView, TableView
from ecarte.ai import Level, name_of
from ecarte.game import AcceptStop, ClaimTime, DeclineStop, Move, PlayerView, Scope

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class TableAccess:
    """The functions by which the house acts at tables: use cases of `bot.tables`.

    Each takes the id of the table first. All except `table` take the house or its id next. `play` makes a decision in
    the game. `move` answers the opponent's offer to stop the game, or claims the game because the opponent's time is
    up.
    """

    table: Callable[[int], Awaitable[TableView]]
    hand: Callable[[int, int], Awaitable[tuple[HandView, float | None]]]
    accept: Callable[[int, Person], Awaitable[TableView]]
    sit: Callable[[int, int], Awaitable[TableView]]
    leave_queue: Callable[[int, int], Awaitable[TableView]]
    move: Callable[[int, int, int | None, Callable[[PlayerView], Move]], Awaitable[TableView]]
    play: Callable[[int, int, int, Callable[[PlayerView], Move], str | None], Awaitable[TableView]]
    rematch: Callable[[int, int], Awaitable[TableView]]


class HousePlayer:
    """Plays for the house (the computer player) at every table.

    Args:
        tables: the functions by which the house acts.
        now: returns the time, in epoch milliseconds.
        chance: random numbers for pauses and, in a deal that was not promised, for the choice between several moves.
        policy: the player for each level, and the pauses.
    """

    def __init__(
        self, tables: TableAccess, now: Callable[[], int], chance: random.Random, policy: Policy = USUAL
    ) -> None:
        self._tables = tables
        self._now = now
        self._chance = chance
        self._policy = policy
        self._clock = Scheduler(now, self._due)
        self._planned: dict[int, tuple[Task, int, int]] = {}
        # One thought at a time: two would compete for the processor.
        self._thinking = asyncio.Semaphore(1)

    def table_changed(self, table: TableView, _wake_at: int | None = None) -> None:
        """Plans what the house does next at a table that has changed or is taken up after a restart."""
        task = task_of(table)
        if task is None:
            self._planned.pop(table.id, None)
            self._clock.set(table.id, None, table.guild_id)
            return
        plan = task, table.game_no, table.decision
        if self._planned.get(table.id) != plan:
            # Other changes in the meantime do not restart the pause.
            self._planned[table.id] = plan
            pause_ms = self._policy.pause(task, table, self._chance)
            self._clock.set(table.id, self._now() + pause_ms, table.guild_id)

    def decision(self, where: str, level: Level, view: PlayerView, number: float) -> Move | None:
        """Returns the house's move in a position. None if the house has nothing to decide.

        Computes the move in the calling thread. If the computer player fails, logs the kind of the error. Then
        returns the first lawful move if it is the house's turn, so that no table hangs.

        Args:
            where: names the table or the deal in the log.
            number: a random number, at least 0 and less than 1. If the computer player would choose between several
                moves at random, this number decides.
        """
        return self._think(where, level, view, number).move

    def maitre(self, where: str) -> Callable[[PlayerView, float], Move | None]:
        """Returns a function that computes the moves of the house's level maître.

        It is for deals that are played at no table of `bot.tables`. The returned function takes a view and a random
        number, as `decision` does. Two functions with the same `where` are equal, so that they can be keys of a cache.

        Args:
            where: names the deal in the log.
        """
        return _Maitre(self, where)

    async def think(self, work: Callable[[], _T]) -> _T:
        """Calls `work` in a worker thread, and returns its result.

        Only one such call or move of the house runs at a time, so that presses do not take all threads.
        """
        async with self._thinking:
            return await asyncio.to_thread(work)

    def hold(self, is_held: Callable[[int], bool]) -> None:
        """Has the house do nothing in a server while `is_held(guild_id)` is true, since the opponents there cannot
        answer.
        """
        self._clock.hold(is_held)

    def go_on(self) -> None:
        """Asks again which servers are held. The house goes on in the others."""
        self._clock.go_on()

    async def stop(self) -> None:
        """Begins no new task, and waits for the current ones."""
        await self._clock.stop()

    def _think(self, where: str, level: Level, view: PlayerView, number: float) -> Thought:
        thought = decide(self._policy.player_of(level), view, number)
        if thought.fault is not None:
            _log.error("%s: the house (%s) has failed: %s", where, level.value, thought.fault)
        return thought

    async def _due(self, table_id: int, _guild_id: int) -> None:
        self._planned.pop(table_id, None)
        table = await self._tables.table(table_id)
        task, presence = task_of(table), house_at(table)
        if task is None or presence is None:
            return
        house, _ = presence
        try:
            await self._act(task, table, house)
        except Refused as refused:
            # Another player was faster, or the opponent now plays elsewhere.
            _log.info("table %d: the house could not %s: %s", table_id, task.value, refused.problem.value)

    async def _act(self, task: Task, table: TableView, house: Person) -> None:
        match task:
            case Task.SIT_DOWN:
                await self._tables.accept(table.id, house)
            case Task.TAKE_CHAIR:
                try:
                    await self._tables.sit(table.id, house.id)
                except Refused:
                    # The player who asked now plays elsewhere. Leave, so that the house can be asked again.
                    await self._tables.leave_queue(table.id, house.id)
                    raise
            case Task.STOP:
                # Stopping is granted unless others wait for the game. Otherwise a tournament's game would never be
                # lost, and a player about to lose would keep the chair that others wait for.
                answer = DeclineStop() if table.is_waited_for else AcceptStop()
                await self._tables.move(table.id, house.id, None, lambda _: answer)
            case Task.CLAIM:
                await self._tables.move(table.id, house.id, table.decision, lambda _: ClaimTime(Scope.GAME))
            case Task.AGAIN:
                await self._tables.rematch(table.id, house.id)
            case Task.MOVE | Task.ANNOUNCE:
                await self._move(table.id, house)

    async def _move(self, table_id: int, house: Person) -> None:
        """Thinks in a worker thread, so that the event loop stays free, and makes the move."""
        assert house.level is not None
        hand, promised = await self._tables.hand(table_id, house.id)
        number = self._chance.random() if promised is None else promised
        thought = await self.think(partial(self._think, f"table {table_id}", house.level, hand.view, number))
        move = thought.move
        if move is None:
            return

        def still(view: PlayerView) -> Move:
            if move not in view.legal_moves:
                raise LookupError
            return move

        player = None if thought.fault is not None else name_of(house.level)
        await self._tables.play(table_id, house.id, hand.table.decision, still, player)


@dataclass(frozen=True, slots=True)
class _Maitre:
    house: HousePlayer
    where: str

    def __call__(self, view: PlayerView, number: float) -> Move | None:
        return self.house.decision(self.where, Level.MAITRE, view, number)
