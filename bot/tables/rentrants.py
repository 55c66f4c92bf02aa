"""Chairs: who waits to go in, who is called, who sits down. The rules are those of `ecarte.chairs`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.common import Common
from bot.tables.events import Person, TableEvent
from bot.tables.galerie_events import ChairDeclined, ChairTaken, RentrantEntered, RentrantLeft
from bot.tables.means import Means
from bot.tables.problems import Problem, Refused
from bot.tables.sights import TableSight
from bot.tables.state import Status, TableState
from ecarte.chairs import Queue
from ecarte.stakes import GalerieError, GalerieRule

__all__ = ["Rentrants"]


class Rentrants(Common):
    """The part of `Tables` where bystanders become players. Each raises `Refused` where it cannot be done."""

    async def enter(self, table_id: int, person: Person, cause: int | None = None) -> TableSight:
        """A bystander waits for a chair; where one is empty and nobody is before him, he is called at once."""

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            _queue(state)
            if state.seat_of(person.id) is not None and state.status is Status.PLAYING:
                raise GalerieError(GalerieRule.SEATED_ALREADY)
            return [RentrantEntered(person)]

        return await self._act(table_id, cause, decide, person.id)

    async def leave_queue(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """A rentrant waits no longer."""

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            if user_id not in _queue(state).waiting:
                raise GalerieError(GalerieRule.NOT_WAITING)
            return [RentrantLeft(user_id)]

        return await self._act(table_id, cause, decide, user_id)

    async def sit(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """Who is called takes the empty chair; the game begins when the other says that he goes on, too.

        Raises:
            Refused: he is not called, he plays elsewhere, or he cannot pay the stake.
        """
        async with self._seating:
            state = await self._log.state(table_id)
            if state.galerie.called == user_id:
                opened, person = state.opened, state.galerie.person(user_id)
                await self._room_for(opened.guild_id, person, opened.terms, Problem.SEATED)
                await self._check_means(opened.guild_id, opened.terms.stake, person)
                assert state.galerie.queue is not None
                for other in state.galerie.queue.seats:
                    if other is not None:
                        sitting = state.galerie.person(other)
                        await self._room_for(opened.guild_id, sitting, opened.terms, Problem.OTHER_SEATED)

            def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
                _queue(state)
                return [ChairTaken(user_id)]

            return await self._act(table_id, cause, decide, user_id)

    async def decline_chair(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """Who is called lets this chair pass, and keeps his place for the next."""

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            _queue(state)
            return [ChairDeclined(user_id)]

        return await self._act(table_id, cause, decide, user_id)


def _queue(state: TableState) -> Queue:
    queue = state.galerie.queue
    if state.status is Status.CLOSED:
        raise Refused(Problem.CLOSED)
    if state.opened.terms.pool is not None:
        raise Refused(Problem.NO_CHAIRS)
    if queue is None:
        raise Refused(Problem.NO_GAME)
    return queue
