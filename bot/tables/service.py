"""The use cases: challenge, answer, play, stop, begin again; and what time alone brings about.

Each decides on a state and gives events; `TableLog` commits them; then `changed` is told, so that somebody draws.
Chance comes in as a generator, time as a function.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from bot.clocks import ClockKind, Said
from bot.storage import Database
from bot.tables import house
from bot.tables.events import (
    ChallengeEnded,
    ClockCredited,
    Ending,
    Person,
    RematchAsked,
    TableClosed,
    TableEvent,
    TableOpened,
    TableSeated,
    ThreadMade,
    TimeGiven,
    TimeTold,
)
from bot.tables.log import Done, TableLog
from bot.tables.problems import Problem, Refused
from bot.tables.results import record
from bot.tables.sights import HandSight, TableSight, hand_sight, table_sight
from bot.tables.state import Status, TableState
from bot.tables.terms import Terms
from ecarte import Distribution, IllegalMove, Move, PlayerView, Seat, engine
from ecarte.moves import ClaimTime

__all__ = ["Choose", "Tables", "Watcher"]

_PAGE = 500
_CHALLENGES_AT_ONCE = 5
Choose = Callable[[PlayerView], Move]
"""Turns a click into a move, by what its player may see."""


class Watcher(Protocol):
    """Whoever has to know that a table changed: the renderer, the clock."""

    def __call__(self, table: TableSight, wake_at: int | None, /) -> None: ...


class Tables:
    """All tables of the house.

    Args:
        now: the time, in epoch milliseconds.
        chance: shuffles and cuts; a `random.SystemRandom` where it matters.
        distribution_of: how a person deals (Law 8).
        most: how many games of each kind one person may play at a time in a server.
        challenge_ms: how long a challenge stands.
    """

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
        hand = hand_sight(state, _seat(state, user_id))
        if hand is None:
            raise Refused(Problem.NO_GAME)
        return hand

    async def challenge(
        self,
        guild_id: int,
        channel_id: int,
        challenger: Person,
        challenged: Person | None,
        terms: Terms,
        cause: int | None = None,
    ) -> TableSight:
        """Somebody challenges a member, or (None) whoever likes.

        Raises:
            Refused: himself, somebody who sits already, or the same challenge again.
        """
        if challenged is not None and challenged.id == challenger.id:
            raise Refused(Problem.SELF)
        async with self._seating:
            same = await self._database.open_challenges_between(
                guild_id, challenger.id, challenged.id if challenged else None
            )
            if same and cause is not None and await self._database.carried_out(cause) == same[0].id:
                return await self.sight(same[0].id)
            if same:
                raise Refused(Problem.SAME_CHALLENGE)
            await self._room_for(guild_id, challenger, terms, Problem.SEATED)
            if challenged is not None:
                await self._room_for(guild_id, challenged, terms, Problem.OTHER_SEATED)
            waiting = await self._database.open_tables_of(challenger.id, guild_id)
            if sum(row.status == Status.CHALLENGE.value for row in waiting) >= _CHALLENGES_AT_ONCE:
                raise Refused(Problem.TOO_MANY_CHALLENGES, limit=_CHALLENGES_AT_ONCE)
            opened = TableOpened(guild_id, channel_id, challenger, challenged, terms, self._now() + self._challenge_ms)
            return self._told(await self._log.open(opened, cause))

    async def accept(self, table_id: int, person: Person, cause: int | None = None) -> TableSight:
        """The challenged one, or anybody where the challenge is open, sits down; the cards are cut and dealt."""
        async with self._seating:
            return await self._accept(table_id, person, cause)

    async def _accept(self, table_id: int, person: Person, cause: int | None) -> TableSight:
        state = await self._log.state(table_id)
        if state.status is Status.CHALLENGE and person.id != state.opened.challenger.id:
            guild_id, terms = state.opened.guild_id, state.opened.terms
            await self._room_for(guild_id, person, terms, Problem.SEATED)
            await self._room_for(guild_id, state.opened.challenger, terms, Problem.OTHER_SEATED)
        distributions = {
            Seat.NORTH: await self._distribution_of(state.opened.challenger.id),
            Seat.SOUTH: await self._distribution_of(person.id),
        }

        def decide(state: TableState) -> Sequence[TableEvent]:
            opened = state.opened
            if state.status is not Status.CHALLENGE:
                raise Refused(Problem.CHALLENGE_OVER)
            if opened.challenged is None and person.id == opened.challenger.id:
                raise Refused(Problem.SELF)
            if opened.challenged is not None and person.id != opened.challenged.id:
                raise Refused(Problem.NOT_CHALLENGED, name=opened.challenged.name)
            seated = TableSeated(opened.challenger, person)
            begun = engine.begin(opened.terms.rules)
            return [seated, *house.carried_on(state, begun, distributions, self._chance)]

        return self._told(await self._log.act(table_id, cause, decide))

    async def decline(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """The challenged one declines."""

        def decide(state: TableState) -> Sequence[TableEvent]:
            if state.status is not Status.CHALLENGE:
                raise Refused(Problem.CHALLENGE_OVER)
            challenged = state.opened.challenged
            if challenged is None:
                raise Refused(Problem.FOR_ANYBODY)
            if challenged.id != user_id:
                raise Refused(Problem.NOT_CHALLENGED, name=challenged.name)
            return [ChallengeEnded(Ending.DECLINED, user_id)]

        return self._told(await self._log.act(table_id, cause, decide))

    async def cancel(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """The challenger takes his challenge back."""

        def decide(state: TableState) -> Sequence[TableEvent]:
            if state.status is not Status.CHALLENGE:
                raise Refused(Problem.CHALLENGE_OVER)
            if state.opened.challenger.id != user_id:
                raise Refused(Problem.NOT_CHALLENGER, name=state.opened.challenger.name)
            return [ChallengeEnded(Ending.CANCELLED, user_id)]

        return self._told(await self._log.act(table_id, cause, decide))

    async def thread_made(self, table_id: int, thread_id: int | None) -> TableSight:
        """The table has its thread, or (None) can have none."""

        def decide(state: TableState) -> Sequence[TableEvent]:
            return [] if state.thread_tried and state.thread == thread_id else [ThreadMade(thread_id)]

        return self._told(await self._log.act(table_id, None, decide))

    async def move(
        self, table_id: int, user_id: int, decision: int | None, choose: Choose, cause: int | None = None
    ) -> TableSight:
        """A player does something in the game.

        Args:
            decision: the decision for which the button was drawn; None where it does not matter (a resignation).
            choose: turns the click into a move by the player's own view; `LookupError` means that the view has no
                such thing any more.

        Raises:
            Refused: no player, a stale button, an unlawful move; nothing has changed.
        """
        state = await self._log.state(table_id)
        distributions = await self._distributions(state)

        def decide(state: TableState) -> Sequence[TableEvent]:
            seat = _seat(state, user_id)
            if state.status is not Status.PLAYING or state.game is None:
                raise Refused(Problem.NO_GAME)
            if decision is not None and decision != state.decision:
                raise Refused(Problem.STALE)
            hand = hand_sight(state, seat)
            assert hand is not None
            try:
                move = choose(hand.view)
                if isinstance(move, ClaimTime) and not state.clock.up(self._now()):
                    raise Refused(Problem.TIME_NOT_UP)
                happened = engine.decide(state.game, seat, move)
            except LookupError:
                raise Refused(Problem.STALE) from None
            except IllegalMove as illegal:
                raise Refused(house.problem_of(illegal), rule=illegal.rule, law=illegal.law) from illegal
            return house.carried_on(state, happened, distributions, self._chance)

        return self._told(await self._log.act(table_id, cause, decide))

    async def give_time(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """A player gives his adversary more time."""

        def decide(state: TableState) -> Sequence[TableEvent]:
            seat = _seat(state, user_id)
            if state.status is not Status.PLAYING or state.game is None:
                raise Refused(Problem.NO_GAME)
            if state.game.turn is seat:
                raise Refused(Problem.TIME_IS_YOURS)
            return [TimeGiven(user_id)]

        return self._told(await self._log.act(table_id, cause, decide))

    async def rematch(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """A player would like another game; when both do, it begins."""
        state = await self._log.state(table_id)
        distributions = await self._distributions(state)

        def decide(state: TableState) -> Sequence[TableEvent]:
            _seat(state, user_id)
            if state.status is Status.CLOSED:
                raise Refused(Problem.CLOSED)
            if state.status is not Status.BETWEEN or state.game is None or state.seats is None:
                raise Refused(Problem.GAME_ON)
            if user_id in state.asked:
                return []
            asked: list[TableEvent] = [RematchAsked(user_id)]
            if state.asked | {user_id} != {person.id for person in state.seats}:
                return asked
            begun = engine.begin(state.opened.terms.rules, engine.next_dealer(state.game))
            return [*asked, *house.carried_on(state, begun, distributions, self._chance)]

        return self._told(await self._log.act(table_id, cause, decide))

    async def close(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """A player gets up after a game."""

        def decide(state: TableState) -> Sequence[TableEvent]:
            _seat(state, user_id)
            if state.status is Status.CLOSED:
                return []
            if state.status is not Status.BETWEEN:
                raise Refused(Problem.GAME_ON)
            return [TableClosed(user_id)]

        return self._told(await self._log.act(table_id, cause, decide))

    async def time_passed(self, table_id: int) -> int | None:
        """What time alone brings about: an expired challenge, a warning, the end of a game that nobody claims.

        Returns:
            The next moment at which it has something to do here.
        """

        def decide(state: TableState) -> Sequence[TableEvent]:
            now = self._now()
            if state.wake_at is None or now < state.wake_at:
                return []
            if state.status is Status.CHALLENGE:
                return [ChallengeEnded(Ending.EXPIRED, None)]
            if state.status is Status.BETWEEN:
                return [TableClosed(None)]
            if state.clock.up(now) and state.clock.said is Said.UP:
                return [TableClosed(None)]
            return [TimeTold(Said.UP if state.clock.up(now) else Said.WARNED)]

        done = await self._log.act(table_id, None, decide)
        self._told(done)
        return done.state.wake_at

    async def restore(self, outage_ms: int) -> list[TableSight]:
        """Takes up all open tables at start; clocks that ran during the outage are credited with it."""
        sights = []
        for row, events in await self._database.open_logs():
            state = self._log.remember(row.id, events)
            if outage_ms > 0:
                state = (await self._credit(row.id, outage_ms)).state
            sights.append(self._told(Done(state, True)))
        return sights

    async def credit(self, outage_ms: int) -> None:
        """Discord was gone for so long: nobody's clock pays for it."""
        offset, page = 0, await self._database.open_tables(limit=_PAGE)
        while page.rows:
            for row in page.rows:
                self._told(await self._credit(row.id, outage_ms))
            offset += _PAGE
            page = await self._database.open_tables(limit=_PAGE, offset=offset)

    async def record(self, table_id: int, game_no: int) -> str:
        """The record of a finished game.

        Raises:
            Refused: no such game, or it is still on: a record tells all hands.
        """
        state = await self._log.state(table_id)
        over = game_no < state.game_no or (game_no == state.game_no and state.status is not Status.PLAYING)
        if not over or game_no < 1:
            raise Refused(Problem.GAME_ON)
        return record(await self._log.events(table_id), game_no)

    async def _credit(self, table_id: int, outage_ms: int) -> Done:
        def decide(state: TableState) -> Sequence[TableEvent]:
            if state.status is not Status.PLAYING or state.clock.running is None:
                return []
            lost = min(outage_ms, self._now() - state.clock.since)
            return [ClockCredited(lost)] if lost > 0 else []

        return await self._log.act(table_id, None, decide)

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


def _seat(state: TableState, user_id: int) -> Seat:
    seat = state.seat_of(user_id)
    if seat is None:
        raise Refused(Problem.NOT_A_PLAYER)
    return seat
