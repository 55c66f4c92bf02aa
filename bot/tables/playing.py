"""At the table: moves, more time, another game, getting up, and the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.tables import house
from bot.tables.common import Common, seat_of
from bot.tables.events import RematchAsked, TableClosed, TableEvent, TimeGiven
from bot.tables.problems import Problem, Refused
from bot.tables.results import record
from bot.tables.sights import TableSight, hand_sight
from bot.tables.state import Status, TableState
from ecarte import IllegalMove, Move, PlayerView, engine
from ecarte.moves import ClaimTime

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
        state = await self._log.state(table_id)
        distributions = await self._distributions(state)

        def decide(state: TableState) -> Sequence[TableEvent]:
            seat = seat_of(state, user_id)
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
            seat = seat_of(state, user_id)
            if state.status is not Status.PLAYING or state.game is None:
                raise Refused(Problem.NO_GAME)
            if state.game.turn is seat:
                raise Refused(Problem.TIME_IS_YOURS)
            return [TimeGiven(user_id)]

        return self._told(await self._log.act(table_id, cause, decide))

    async def rematch(self, table_id: int, user_id: int, cause: int | None = None) -> TableSight:
        """A player would like another game; when both do, it begins.

        Raises:
            Refused: no player, the game is still on, or one of the two plays elsewhere by now.
        """
        async with self._seating:
            state = await self._log.state(table_id)
            if state.status is Status.BETWEEN and user_id not in state.asked:
                for person in state.seats or ():
                    problem = Problem.SEATED if person.id == user_id else Problem.OTHER_SEATED
                    await self._room_for(state.opened.guild_id, person, state.opened.terms, problem)
            return await self._rematch(table_id, user_id, cause)

    async def _rematch(self, table_id: int, user_id: int, cause: int | None) -> TableSight:
        state = await self._log.state(table_id)
        distributions = await self._distributions(state)

        def decide(state: TableState) -> Sequence[TableEvent]:
            seat_of(state, user_id)
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
            seat_of(state, user_id)
            if state.status is Status.CLOSED:
                return []
            if state.status is not Status.BETWEEN:
                raise Refused(Problem.GAME_ON)
            return [TableClosed(user_id)]

        return self._told(await self._log.act(table_id, cause, decide))

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
