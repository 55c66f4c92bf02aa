"""What all use cases of a table share: the log, the time, chance, and who is told of a change."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.clock import ClockKind
from bot.people import purses
from bot.people.service import People
from bot.storage import Database
from bot.tables.automatic import carried_on
from bot.tables.context import Laid, Means, nothing_laid
from bot.tables.events.table import Person, TableEvent
from bot.tables.log import Done, TableLog
from bot.tables.problems import Problem, Refused, refusal
from bot.tables.state.table import Status, TableState
from bot.tables.terms import Terms
from bot.tables.views import BackedSight, HandSight, TableSight, backed_sight, hand_sight, table_sight
from ecarte.game import Seat
from ecarte.table.stakes import GalerieError

__all__ = ["Common", "Decide", "Limits", "Watcher", "seat_of"]

Decide: TypeAlias = Callable[[TableState, Means], Sequence[TableEvent]]
"""What somebody does, as events: pure, and called again if another writer was faster. No events: nothing happens."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the one who runs the house has set.

    Attributes:
        live, correspondence: how many games of each kind one person may play at a time in a server.
        challenge_ms: how long a challenge stands.
    """

    live: int
    correspondence: int
    challenge_ms: int

    def most(self, kind: ClockKind) -> int:
        """How many games of a kind."""
        return self.live if kind is ClockKind.LIVE else self.correspondence


class Watcher(Protocol):
    """Whoever has to know that a table changed: the renderer, the clock."""

    def __call__(self, table: TableSight, wake_at: int | None, /) -> None: ...


class Common:
    """The part of `Tables` on which the others stand; see there for the arguments."""

    def __init__(
        self,
        database: Database,
        people: People,
        *,
        now: Callable[[], int],
        chance: random.Random,
        limits: Limits,
        laid: Laid = nothing_laid,
    ) -> None:
        self.database = database
        self._people = people
        self._log = TableLog(database.tables, now)
        self._now = now
        self._chance = chance
        self._limits = limits
        self._laid = laid
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

    async def backed(self, table_id: int, user_id: int) -> BackedSight:
        """What a backer may know of the table: the hand of the player whom he backs, while a deal is on.

        Raises:
            Refused: no such table, or he may see no hand there (Laws 54 and 55).
        """
        state = await self._log.state(table_id)
        sight = backed_sight(state, user_id)
        if sight is None:
            raise Refused(Problem.NOT_A_PLAYER if state.galerie.book is None else Problem.NOT_A_BACKER)
        return sight

    async def _act(self, table_id: int, cause: int | None, decide: Decide, *concerned: int) -> TableSight:
        """Carries out what somebody does, and what the house does after it; tells whoever watches.

        Args:
            concerned: people into whose purses the decision looks, besides those who are in it already.

        Raises:
            Refused: it cannot be done; nothing has changed.
        """
        return self._told(await self._done(table_id, cause, decide, *concerned))

    async def _done(self, table_id: int, cause: int | None, decide: Decide, *concerned: int) -> Done:
        means: list[Means] = []

        async def ahead(state: TableState) -> None:
            means[:] = [await self._means(state, concerned)]

        def decided(state: TableState) -> Sequence[TableEvent]:
            try:
                happened = decide(state, means[0])
                return carried_on(state, happened, means[0]) if happened else ()
            except GalerieError as forbidden:
                raise refusal(forbidden) from forbidden

        return await self._log.act(table_id, cause, decided, ahead)

    async def _means(self, state: TableState, concerned: Sequence[int]) -> Means:
        """All that a decision at this table may ask for."""
        around = state.galerie
        queue = around.queue
        sitting = {person.id for person in state.seats or ()} | {person.id for person in around.joined}
        if queue is not None:
            sitting |= {person for person in (*queue.seats, *queue.stand_ins) if person is not None}
        sitting |= {state.opened.challenger.id, *concerned}
        balances: dict[int, int] = {}
        if state.opened.terms.stake:
            staked = set(around.book.account()) if around.book is not None else set()
            balances = await purses.balances(self._people, state.opened.guild_id, sitting | staked)
        chosen = {person: (await self._people.profiles.profile(person)).preferences for person in sitting}
        distributions = {person: preferences.distribution for person, preferences in chosen.items()}
        seeds = {person: preferences.seed for person, preferences in chosen.items()}
        return Means(self._now(), self._chance, balances, distributions, seeds, self._laid)

    async def _check_means(self, guild_id: int, stake: int, payer: Person, *others: Person) -> None:
        """Whether everybody can put up his stake.

        Raises:
            Refused: somebody cannot. Only `payer`, who acts, is told how much he has.
        """
        if not stake:
            return
        balances = await purses.balances(self._people, guild_id, [person.id for person in (payer, *others)])
        if balances[payer.id] < stake:
            raise Refused(Problem.CANNOT_PAY, stake=stake, purse=balances[payer.id])
        for person in others:
            if balances[person.id] < stake:
                raise Refused(Problem.OTHER_CANNOT_PAY, stake=stake, name=person.name)

    async def _room_for(self, guild_id: int, person: Person, terms: Terms, problem: Problem) -> None:
        """Whether a person may play one more game of this kind in this server; the house may play any number."""
        if person.level is not None:
            return
        kind, playing = terms.pace.kind, 0
        for row in await self.database.tables.open_of(person.id, guild_id):
            if row.status == Status.PLAYING.value:
                state = await self._log.state(row.id)
                playing += state.opened.terms.pace.kind is kind
        if playing >= self._limits.most(kind):
            raise Refused(problem, name=person.name, limit=self._limits.most(kind))

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
