"""The use cases of chairs: a rentrant (a person who waits for a chair) gets in line, is called, and sits down.

The rules are those of `ecarte.table.chairs`. If the terms allow it, a player who sits alone may ask the house (the
computer player) into the empty chair. The house then waits as a rentrant. As soon as a member wants the chair, the
house leaves the queue. This rule is the bot's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.people.person import Person
from bot.tables.actions.eligibility import expect_chips, expect_room
from bot.tables.actions.rematch import giving_way, let_go
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import ChairDeclined, ChairTaken, RentrantEntered, RentrantLeft
from bot.tables.events.table_events import RematchAsked, TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table_state import Status, TableState
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.game import Manners
from ecarte.table import Queue
from ecarte.table.stakes import GalerieError, GalerieRule, Style


async def enter(tables: Tables, table_id: int, person: Person, cause: int | None = None) -> TableView:
    """Puts a bystander into the queue for a chair. If a chair is empty and no one waits, calls them to it at once.

    If the house is in the queue, it leaves.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _queue(state)
        if state.seat_of(person.id) is not None and state.status is Status.PLAYING:
            raise GalerieError(GalerieRule.SEATED_ALREADY)
        return [*giving_way(state), RentrantEntered(person)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def ask_house(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Asks the house into the empty chair, for a player who sits alone and wants to go on.

    Raises:
        Refused: the house takes no chair here, a member is called to the chair, or this person does not sit here or has
            reached the limit of games.
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
    """Takes a rentrant, who waits for a chair, out of the queue."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if user_id not in _queue(state).waiting:
            raise GalerieError(GalerieRule.NOT_WAITING)
        return [RentrantLeft(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def sit(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Seats the called rentrant in the empty chair. When the other player goes on, too, the game begins.

    Raises:
        Refused: this person is not called, has reached the limit of games, or cannot pay the stake.
    """
    state = await tables.log.state(table_id)
    guild_id = state.opened.guild_id
    if state.galerie.called_person == user_id:
        # Outside the lock, because Discord may be slow.
        await let_go(tables, state)
    async with tables.seat_lock(guild_id):
        state = await tables.log.state(table_id)
        if state.galerie.called_person == user_id:
            opened, person = state.opened, state.galerie.person(user_id)
            await expect_room(tables, opened.guild_id, person, opened.terms, Problem.SEATED)
            await expect_chips(tables, opened.guild_id, opened.terms.stake, person)
            for other in state.galerie.seated_queue.seats:
                if other is not None:
                    opponent = state.galerie.person(other)
                    await expect_room(tables, opened.guild_id, opponent, opened.terms, Problem.OTHER_SEATED)

        def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
            _queue(state)
            return [ChairTaken(user_id)]

        return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def decline_chair(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Declines the chair for the rentrant who is called to it. The rentrant keeps their place in the queue."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _queue(state)
        return [ChairDeclined(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _with_house(state: TableState, user_id: int) -> Sequence[TableEvent]:
    queue, galerie = _queue(state), state.galerie
    level = state.opened.terms.house_enters
    if level is None:
        raise _house_refusal(state.opened.terms)
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


def _house_refusal(terms: Terms) -> Exception:
    """Returns the reason why the house takes no chair at a table with these terms."""
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
