"""What all use cases of a table share: the log, the time, chance, and who is told of a change."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from bot.clocks import ClockKind
from bot.storage import Database
from bot.tables.events import Person
from bot.tables.log import Done, TableLog
from bot.tables.problems import Problem, Refused
from bot.tables.sights import HandSight, TableSight, hand_sight, table_sight
from bot.tables.state import Status, TableState
from bot.tables.terms import Terms
from ecarte import Distribution, Seat

__all__ = ["Common", "Watcher", "seat_of"]


class Watcher(Protocol):
    """Whoever has to know that a table changed: the renderer, the clock."""

    def __call__(self, table: TableSight, wake_at: int | None, /) -> None: ...


class Common:
    """The part of `Tables` on which the others stand; see there for the arguments."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], int],
        chance: random.Random,
        distribution_of: Callable[[int], Awaitable[Distribution]],
        most: Mapping[ClockKind, int],
        challenge_ms: int,
    ) -> None:
        self._database = database
        self._log = TableLog(database, now)
        self._now = now
        self._chance = chance
        self._distribution_of = distribution_of
        self._most = most
        self._challenge_ms = challenge_ms
        self._watchers: list[Watcher] = []
        # How many tables somebody has is asked before a table is opened or taken: no two may ask at once.
        self._seating = asyncio.Lock()

    def watch(self, watcher: Watcher) -> None:
        """From now on `watcher` is told of every change, after it was committed."""
        self._watchers.append(watcher)

    async def sight(self, table_id: int) -> TableSight:
        """What anybody may know of a table.

        Raises:
            Refused: there is no such table.
        """
        return table_sight(await self._log.state(table_id))

    async def hand(self, table_id: int, user_id: int) -> HandSight:
        """What a player may know of his table.

        Raises:
            Refused: no such table, no player of it, or no game yet.
        """
        state = await self._log.state(table_id)
        hand = hand_sight(state, seat_of(state, user_id))
        if hand is None:
            raise Refused(Problem.NO_GAME)
        return hand

    async def _distributions(self, state: TableState) -> dict[Seat, Distribution]:
        people = state.seats or ()
        return {seat: await self._distribution_of(person.id) for seat, person in zip(Seat, people, strict=False)}

    async def _room_for(self, guild_id: int, person: Person, terms: Terms, problem: Problem) -> None:
        """Whether a person may play one more game of this kind in this server."""
        kind, playing = terms.pace.kind, 0
        for row in await self._database.open_tables_of(person.id, guild_id):
            if row.status == Status.PLAYING.value:
                state = await self._log.state(row.id)
                playing += state.opened.terms.pace.kind is kind
        if playing >= self._most[kind]:
            raise Refused(problem, name=person.name, limit=self._most[kind])

    def _told(self, done: Done) -> TableSight:
        sight = table_sight(done.state)
        if done.changed:
            for watcher in self._watchers:
                watcher(sight, done.state.wake_at)
        return sight


def seat_of(state: TableState, user_id: int) -> Seat:
    """The seat of a player.

    Raises:
        Refused: he has none at this table.
    """
    seat = state.seat_of(user_id)
    if seat is None:
        raise Refused(Problem.NOT_A_PLAYER)
    return seat
