"""Chairs: who waits to go in, who is called, who sits down. The rules are those of `ecarte.table.chairs`.

Where it was agreed, a player who sits alone may ask the house into the empty chair. It comes as a rentrant, but
it gives way: as soon as a member would like that chair, it waits no longer. That is this bot's own rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.people.person import Person
from bot.tables.actions.eligibility import expect_chips, expect_room
from bot.tables.actions.rematch import giving_way, let_go
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import ChairDeclined, ChairTaken, RentrantEntered, RentrantLeft
from bot.tables.events.table import RematchAsked, TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table import Status, TableState
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.game import Manners
from ecarte.table import Queue
from ecarte.table.stakes import GalerieError, GalerieRule, Style


async def enter(tables: Tables, table_id: int, person: Person, cause: int | None = None) -> TableView:
    """A bystander waits for a chair, and is called at once if one is empty and the queue is.

    The house gives way to a member.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _queue(state)
        if state.seat_of(person.id) is not None and state.status is Status.PLAYING:
            raise GalerieError(GalerieRule.SEATED_ALREADY)
        return [*giving_way(state), RentrantEntered(person)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def ask_house(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """A player who sits alone, with no rentrant called, asks the house into the other chair, and goes on.

    Raises:
        Refused: it takes no chair here, a member is called to it, or this person does not sit, or plays elsewhere.
    """
    guild_id = (await tables.log.state(table_id)).opened.guild_id
    async with tables.seat_lock(guild_id):
        state = await tables.log.state(table_id)
        queue = state.galerie.queue
        if queue is not None and queue.seat_of(user_id) is not None:
            opened, person = state.opened, state.galerie.person(user_id)
            await expect_room(tables, opened.guild_id, person, opened.terms, Problem.SEATED)

        def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
            return _with_house(state, user_id)

        return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def leave_queue(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """A rentrant waits no longer."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if user_id not in _queue(state).waiting:
            raise GalerieError(GalerieRule.NOT_WAITING)
        return [RentrantLeft(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def sit(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """The rentrant called takes the empty chair; the game begins when the other player goes on, too.

    Raises:
        Refused: this person is not called, plays elsewhere, or cannot pay the stake.
    """
    state = await tables.log.state(table_id)
    guild_id = state.opened.guild_id
    if state.galerie.called_person == user_id:
        # Before the lock: Discord may take its time.
        await let_go(tables, state)
    async with tables.seat_lock(guild_id):
        state = await tables.log.state(table_id)
        if state.galerie.called_person == user_id:
            opened, person = state.opened, state.galerie.person(user_id)
            await expect_room(tables, opened.guild_id, person, opened.terms, Problem.SEATED)
            await expect_chips(tables, opened.guild_id, opened.terms.stake, person)
            for other in state.galerie.seated_queue.seats:
                if other is not None:
                    sitting = state.galerie.person(other)
                    await expect_room(tables, opened.guild_id, sitting, opened.terms, Problem.OTHER_SEATED)

        def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
            _queue(state)
            return [ChairTaken(user_id)]

        return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def decline_chair(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """The rentrant called lets this chair pass, and keeps their place in the queue."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _queue(state)
        return [ChairDeclined(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _with_house(state: TableState, user_id: int) -> Sequence[TableEvent]:
    queue, galerie = _queue(state), state.galerie
    level = state.opened.terms.house_enters
    if level is None:
        raise _not_here(state.opened.terms)
    if state.status is not Status.BETWEEN:
        raise Refused(Problem.GAME_ON)
    if queue.seat_of(user_id) is None:
        raise Refused(Problem.HOUSE_NOT_YOURS)
    if not queue.empty_chairs:
        raise GalerieError(GalerieRule.NO_EMPTY_CHAIR)
    house = Person.of_house(level)
    if galerie.called_person == house.id:
        return []
    if galerie.called_person is not None:
        raise Refused(Problem.CHAIR_CALLED)
    goes_on = [] if user_id in state.asked else [RematchAsked(user_id)]
    return [*goes_on, RentrantEntered(house)]


def _not_here(terms: Terms) -> Exception:
    """Why the house takes no chair at a table of these terms."""
    if terms.style is Style.ENGLISH:
        return GalerieError(GalerieRule.ENGLISH_TABLE)
    if terms.stake:
        return Refused(Problem.HOUSE_FOR_HONOUR)
    return Refused(Problem.HOUSE_AWAY if terms.rules.manners is Manners.GUIDED else Problem.HOUSE_NEVER_ERRS)


def _queue(state: TableState) -> Queue:
    queue = state.galerie.queue
    if state.status is Status.CLOSED:
        raise Refused(Problem.CLOSED)
    if state.opened.terms.pool is not None:
        raise Refused(Problem.NO_CHAIRS)
    if queue is None:
        raise Refused(Problem.NO_GAME)
    return queue
