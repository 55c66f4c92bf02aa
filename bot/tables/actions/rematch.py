"""The use cases after a game: a player asks for another game, or gets up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.people.person import level_of
from bot.tables.actions.eligibility import expect_chips, expect_room
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import ChairLeft, ChairTaken, RentrantEntered, RentrantLeft
from bot.tables.events.table_events import RematchAsked, TableClosed, TableEvent, TableVoided
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table_state import Status, TableState
from bot.tables.views import TableView


async def rematch(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Stores that a person would like another game: a player, or the loser whose chair is still empty.

    The game begins when both players want it. In a pool it begins when the two next players want it; a new pool begins
    when all three want it. If a player asked for a game and has left the server since, that player gets up first.

    Raises:
        Refused: the person has no chair or does not play the next game of the pool, or the game has not ended. Also if
            one of the two has reached the limit of games, has left the server, or cannot pay.
    """
    state = await tables.log.state(table_id)
    if state.status is Status.BETWEEN and user_id not in state.asked:
        if all(person.id != user_id for person in state.galerie.joined):
            _chair_of(state, user_id)
        # Outside the lock, because Discord may be slow.
        await let_go(tables, state)
    async with tables.seat_lock_at(state.opened):
        state = await tables.log.state(table_id)
        if state.status is Status.BETWEEN and user_id not in state.asked:
            await _check_next(tables, state, user_id)
        return await commit(tables, table_id, partial(_again, user_id), cause=cause, concerned=(user_id,))


async def let_go(tables: Tables, state: TableState) -> None:
    """Makes each player get up who has asked for another game and then left the server.

    So no game begins with a person who is gone.

    Raises:
        Refused: a player got up, and no rentrant waits for the chair, so the table was closed.
    """
    if not state.opened.channel_id or state.plays_for_pool:
        # A player who stays away from a game of a pool loses it.
        return
    for user_id in await tables.people.members.who_left(state.opened.guild_id, state.asked):
        if (await close(tables, state.id, user_id)).status is Status.CLOSED:
            raise Refused(Problem.OTHER_LEFT, name=state.galerie.person(user_id).name)


async def close(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Makes a player get up after a game. If a rentrant waits, the chair is theirs; if none waits, the table is closed.

    Raises:
        Refused: the person has no chair, the game has not ended, or a pool is played for.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        galerie = state.galerie
        if all(person.id != user_id for person in galerie.joined):
            _chair_of(state, user_id)
        if state.status is Status.CLOSED:
            return []
        if state.status is not Status.BETWEEN:
            raise Refused(Problem.GAME_ON)
        if state.plays_for_pool:
            raise Refused(Problem.POOL_ON)
        queue = galerie.queue
        if queue is None or not queue.waiting or galerie.joined:
            return [TableClosed(user_id)]
        # Rentrants wait, so the table stays open for them.
        if queue.seat_of(user_id) is None:
            raise Refused(Problem.NOT_A_PLAYER)
        if all(level_of(one) is not None for one in queue.waiting):
            # The house plays only with the player who asked it.
            return [TableClosed(user_id)]
        return [*giving_way(state), ChairLeft(user_id, missed=False)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def giving_way(state: TableState) -> list[TableEvent]:
    """Returns the events that take the house out of the queue, because a member wants the chair or a player leaves.

    Returns none if the house does not wait for a chair.
    """
    queue = state.galerie.queue
    return [] if queue is None else [RentrantLeft(one) for one in queue.waiting if level_of(one) is not None]


async def void(tables: Tables, table_id: int, guild_id: int, by: int, why: str, cause: int | None = None) -> TableView:
    """Closes a table for a manager of the server. The current game does not count, and all people get their chips back.

    Args:
        by: the manager.
        why: the reason, in the manager's words.

    Raises:
        Refused: there is no such table in this server, no game has begun there, or the table is closed already.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if state.opened.guild_id != guild_id:
            raise Refused(Problem.NO_TABLE)
        if state.status is Status.CLOSED:
            raise Refused(Problem.CLOSED)
        if state.status is Status.CHALLENGE:
            raise Refused(Problem.NO_GAME)
        return [TableVoided(by, why)]

    return await commit(tables, table_id, decide, cause=cause)


async def _check_next(tables: Tables, state: TableState, user_id: int) -> None:
    """Makes sure that the next players may play one more game and can pay the stake."""
    galerie, opened = state.galerie, state.opened
    if not opened.channel_id or state.plays_for_pool:
        # A player who stays away from a pool loses it, so no limit keeps them from coming.
        return
    if galerie.pool is not None:
        ids = {person.id for person in galerie.joined}
    else:
        ids = {person for person in galerie.seated_queue.seats if person is not None}
    if galerie.queue is None or user_id not in ids | {person.id for person in state.seats or ()}:
        return
    for person in map(galerie.person, ids | {user_id}):
        problem = Problem.SEATED if person.id == user_id else Problem.OTHER_SEATED
        await expect_room(tables, opened.guild_id, person, opened.terms, problem)
    others = (galerie.person(person) for person in ids - {user_id})
    await expect_chips(tables, opened.guild_id, opened.terms.stake, galerie.person(user_id), *others)


def _again(user_id: int, state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
    """Returns the events of a person who would like another game."""
    galerie = state.galerie
    queue, pool = galerie.queue, galerie.pool
    if all(person.id != user_id for person in galerie.joined):
        _chair_of(state, user_id)
    if state.status is Status.CLOSED:
        raise Refused(Problem.CLOSED)
    if state.status is not Status.BETWEEN or queue is None:
        raise Refused(Problem.GAME_ON)
    if user_id in state.asked:
        return []
    if pool is not None and state.plays_for_pool and user_id not in pool.engaged:
        raise Refused(Problem.POOL_OUT)
    if pool is not None or queue.seat_of(user_id) is not None:
        return [RematchAsked(user_id)]
    if (galerie.called_person is not None and level_of(galerie.called_person) is None) or not queue.empty_chairs:
        raise Refused(Problem.CHAIR_CALLED)
    # If only the house waits for the chair, the loser keeps it.
    entry = [] if user_id in queue.waiting else [RentrantEntered(galerie.person(user_id))]
    return [*giving_way(state), *entry, ChairTaken(user_id)]


def _chair_of(state: TableState, user_id: int) -> None:
    """Makes sure that a person sits here, or has just played.

    Raises:
        Refused: the person neither sits here nor has just played.
    """
    queue = state.galerie.queue
    if (queue is None or queue.seat_of(user_id) is None) and all(one.id != user_id for one in state.seats or ()):
        raise Refused(Problem.NOT_A_PLAYER)
