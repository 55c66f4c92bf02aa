"""The decisions of the house: the input of its player, and its moves."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.actions.play import Choose, steps_of_move
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.lookup import seat_of
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.house_seat import number_for, player_change
from bot.tables.state.table_state import Step, TableState
from bot.tables.views import HandView, TableView


async def hand(tables: Tables, table_id: int, user_id: int) -> tuple[HandView, float | None]:
    """Returns the input of a player of the house: the view that a member in its seat would have, and a number.

    The number, from 0 to 1 (exclusive), selects among mixed moves. It is computed from the promise of the deal and does
    not reveal it. None if the deal was not promised.

    Raises:
        Refused: there is no such table, `user_id` is no player of it, or no game has begun.
    """
    views = await tables.log.views(table_id)
    seat = seat_of(views.state, user_id)
    view = views.hand(seat)
    if view is None:
        raise Refused(Problem.NO_GAME)
    return view, number_for(views.state, seat)


async def move(
    tables: Tables, table_id: int, user_id: int, decision: int, choose: Choose, player: str | None
) -> TableView:
    """Makes a move of the house. The log names the player of the house who made it.

    Args:
        decision: the decision of the view from `hand`.
        choose: returns the move by the view of the seat. `LookupError` means that it is no longer possible.
        player: the level and version of the player; None if the player failed and did not choose the move.

    Raises:
        Refused: `user_id` is no player, the decision is older, or the move is unlawful; nothing has changed.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[Step]:
        steps = steps_of_move(state, context, user_id, decision, choose)
        return [*player_change(state, seat_of(state, user_id), player), *steps]

    return await commit(tables, table_id, decide, concerned=(user_id,))
