"""At the table: moves, more time, another game, getting up, and the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.people.person import level_of
from bot.tables import automatic
from bot.tables.actions.chairs import giving_way
from bot.tables.actions.succession import given_up
from bot.tables.archive import Doings, doings, record
from bot.tables.common import Common, seat_of
from bot.tables.context import Means
from bot.tables.events.galerie import ChairLeft, ChairTaken, RentrantEntered
from bot.tables.events.table import Played, RematchAsked, TableClosed, TableEvent, TimeGiven
from bot.tables.problems import Problem, Refused
from bot.tables.state.table import Status, TableState
from bot.tables.views import TableSight, hand_sight
from ecarte import notation
from ecarte.fair import Checked, check_deals
from ecarte.game import ClaimTime, IllegalMove, Move, PlayerView, engine
from ecarte.table import PoolStage

__all__ = ["Choose", "Playing"]

Choose = Callable[[PlayerView], Move]
"""Turns a click into a move, by what its player may see."""


class Playing(Common):
    """The part of `Tables` that plays."""

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

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            seat = seat_of(state, user_id)
            if state.status is not Status.PLAYING or state.game is None:
                raise Refused(Problem.NO_GAME)
            if state.galerie.succession is not None:
                raise Refused(Problem.HAND_OFFERED)
            if decision is not None and decision != state.decision:
                raise Refused(Problem.STALE)
            hand = hand_sight(state, seat)
            assert hand is not None
            try:
                move = choose(hand.view)
                if isinstance(move, ClaimTime) and not state.clock.up(means.now):
                    raise Refused(Problem.TIME_NOT_UP)
                happened = engine.decide(state.game, seat, move)
            except LookupError:
                raise Refused(Problem.STALE) from None
            except IllegalMove as illegal:
                raise Refused(automatic.problem_of(illegal), rule=illegal.rule, law=illegal.law) from illegal
            return given_up(state, seat, move) or list(map(Played, happened))

        return await self._act(table_id, cause, decide, user_id)

    async def give_time(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """A player gives his adversary more time."""

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            seat = seat_of(state, user_id)
            if state.status is not Status.PLAYING or state.game is None or state.clock.running is None:
                raise Refused(Problem.NO_GAME)
            if state.game.turn is seat:
                raise Refused(Problem.TIME_IS_YOURS)
            return [TimeGiven(user_id)]

        return await self._act(table_id, cause, decide, user_id)

    async def rematch(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """Somebody who sits, or has just lost his chair to nobody, would like another game.

        It begins when both who sit want it; where three play for a pool, when those whose turn it is want it, or all
        three a new pool.

        Raises:
            Refused: he has no chair, is out for the next game of a pool, the game is still on, one of the two plays
                elsewhere by now or cannot pay.
        """
        async with self._seating:
            state = await self._log.state(table_id)
            if state.status is Status.BETWEEN and user_id not in state.asked:
                await self._check_next(state, user_id)
            return await self._act(table_id, cause, partial(_again, user_id), user_id)

    async def _check_next(self, state: TableState, user_id: int) -> None:
        """Whether those who would play next may, and can pay."""
        around, opened = state.galerie, state.opened
        if around.pool is not None:
            over = around.pool.winner is not None
            ids = {person.id for person in around.joined} if over else set(around.pool.engaged)
            stake = opened.terms.stake if over else 0
        else:
            assert around.queue is not None
            ids = {person for person in around.queue.seats if person is not None}
            stake = opened.terms.stake
        if around.queue is None or user_id not in ids | {person.id for person in state.seats or ()}:
            return
        for person in map(around.person, ids | {user_id}):
            problem = Problem.SEATED if person.id == user_id else Problem.OTHER_SEATED
            await self._room_for(opened.guild_id, person, opened.terms, problem)
        others = (around.person(person) for person in ids - {user_id})
        await self._check_means(opened.guild_id, stake, around.person(user_id), *others)

    async def close(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """Somebody gets up after a game: a rentrant may have his chair; where nobody waits, the table is put away.

        Raises:
            Refused: he has no chair, the game is still on, or a pool is played for.
        """

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            around = state.galerie
            if all(person.id != user_id for person in around.joined):
                _chair_of(state, user_id)
            if state.status is Status.CLOSED:
                return []
            if state.status is not Status.BETWEEN:
                raise Refused(Problem.GAME_ON)
            if around.pool is not None and around.pool.stage is PoolStage.PLAYING:
                raise Refused(Problem.POOL_ON)
            queue = around.queue
            if queue is None or not queue.waiting or around.joined:
                return [TableClosed(user_id)]
            # Others would like to play on.
            if queue.seat_of(user_id) is None:
                raise Refused(Problem.NOT_A_PLAYER)
            if all(level_of(one) is not None for one in queue.waiting):
                # The house comes for whoever asked it, and plays with nobody else.
                return [TableClosed(user_id)]
            return [*giving_way(state), ChairLeft(user_id, missed=False)]

        return await self._act(table_id, cause, decide, user_id)

    async def record(self, table_id: int, game_no: int) -> str:
        """The record of a finished game.

        Raises:
            Refused: no such game, or it is still on: a record tells all hands.
        """
        await self._check_over(table_id, game_no)
        return record(await self._log.events(table_id), game_no)

    async def doings(self, table_id: int, game_no: int, user_id: int) -> Doings:
        """What somebody decided in a finished game, and what he advised.

        Raises:
            Refused: as `record`.
        """
        await self._check_over(table_id, game_no)
        return doings(await self._log.events(table_id), game_no, user_id)

    async def _check_over(self, table_id: int, game_no: int) -> None:
        state = await self._log.state(table_id)
        over = game_no < state.game_no or (game_no == state.game_no and state.status is not Status.PLAYING)
        if not over or game_no < 1:
            raise Refused(Problem.GAME_ON)

    async def checked(self, table_id: int, game_no: int) -> tuple[Checked, ...]:
        """Every deal of a finished game, its pack computed again from what its record tells.

        Raises:
            Refused: as `record`.
        """
        read = notation.read(await self.record(table_id, game_no))
        return check_deals(read.events, read.fair)


def _again(user_id: int, state: TableState, means: Means) -> Sequence[TableEvent]:
    """Somebody would like another game."""
    around = state.galerie
    queue, played = around.queue, around.pool
    if all(person.id != user_id for person in around.joined):
        _chair_of(state, user_id)
    if state.status is Status.CLOSED:
        raise Refused(Problem.CLOSED)
    if state.status is not Status.BETWEEN or queue is None:
        raise Refused(Problem.GAME_ON)
    if user_id in state.asked:
        return []
    if played is not None and played.stage is PoolStage.PLAYING and user_id not in played.engaged:
        raise Refused(Problem.POOL_OUT)
    if played is not None or queue.seat_of(user_id) is not None:
        return [RematchAsked(user_id)]
    if (around.called is not None and level_of(around.called) is None) or not queue.empty_chairs:
        raise Refused(Problem.CHAIR_CALLED)
    # He has lost, and nobody but the house wants his chair: he keeps it.
    entered = [] if user_id in queue.waiting else [RentrantEntered(around.person(user_id))]
    return [*giving_way(state), *entered, ChairTaken(user_id)]


def _chair_of(state: TableState, user_id: int) -> None:
    """Whether somebody sits here, or has just played.

    Raises:
        Refused: he does not, and has not.
    """
    queue = state.galerie.queue
    if (queue is None or queue.seat_of(user_id) is None) and all(one.id != user_id for one in state.seats or ()):
        raise Refused(Problem.NOT_A_PLAYER)
