"""The use cases of playing: a player makes a move, or gives the opponent more time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.tables.actions.succession import given_up
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.table_events import TableEvent, TimeGiven
from bot.tables.lookup import seat_of
from bot.tables.problems import Problem, Refused, refusal_of
from bot.tables.service import Tables
from bot.tables.state.table_state import Status, Step, TableState, steps_of
from bot.tables.views import TableView
from ecarte.game import ClaimTime, IllegalMove, Move, PlayerView, engine, player_view

Choose = Callable[[PlayerView], Move]
"""A function that converts a press on a button to a move, by the view of the player who pressed."""


async def move(
    tables: Tables, table_id: int, user_id: int, decision: int | None, choose: Choose, cause: int | None = None
) -> TableView:
    """Makes a player's move.

    Args:
        decision: the number of the decision for which the button was drawn; None if that does not matter (a
            resignation).
        choose: converts the press to a move, by the player's own view. It raises `LookupError` if the view no longer
            has that card or choice.

    Raises:
        Refused: the person is no player, the button is old, or the move is unlawful; nothing has changed.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[Step]:
        return steps_of_move(state, context, user_id, decision, choose)

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def steps_of_move(
    state: TableState, context: DecisionContext, user_id: int, decision: int | None, choose: Choose
) -> Sequence[Step]:
    """Returns the events of a player's move, without writing them. For the arguments and errors see `move`."""
    seat = seat_of(state, user_id)
    if state.status is not Status.PLAYING or state.game is None:
        raise Refused(Problem.NO_GAME)
    if state.galerie.succession is not None:
        raise Refused(Problem.HAND_OFFERED)
    if decision is not None and decision != state.decision:
        raise Refused(Problem.STALE)
    try:
        move = choose(player_view(state.game, seat))
        if isinstance(move, ClaimTime) and not state.clock.is_up(context.now):
            raise Refused(Problem.TIME_NOT_UP)
        steps = engine.decision_steps(state.game, seat, move)
    except LookupError:
        raise Refused(Problem.STALE) from None
    except IllegalMove as illegal:
        raise refusal_of(illegal) from illegal
    return given_up(state, seat, move) or steps_of(steps)


async def give_time(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Gives the opponent of a player more time, because the player wishes it."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        seat = seat_of(state, user_id)
        if state.status is not Status.PLAYING or state.game is None or state.clock.running is None:
            raise Refused(Problem.NO_GAME)
        if state.game.turn is seat:
            raise Refused(Problem.TIME_IS_YOURS)
        return [TimeGiven(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))
