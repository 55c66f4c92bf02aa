"""The decisions of the house (the computer player): what it may know, and its moves."""

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
    """Returns what a player of the house may know: the view that a member in its seat would have, and a number.

    If the house would choose between several moves by chance, the number decides, so that the choice can be checked
    later. The number is at least 0 and less than 1. It is computed from the promise of the deal, and does not reveal
    the promise. If the deal was not promised, None takes its place.

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
    """Makes a move of the house. The log names the player of the house (a level and a version) that chose the move.

    Args:
        decision: the number of the decision, from the view that `hand` returned.
        choose: gets the view of the seat and returns the move. It raises `LookupError` if the move is no longer
            possible.
        player: the level and version of the player; None if that player failed, so that the move is the first lawful
            one.

    Raises:
        Refused: `user_id` is no player, the decision is an older one, or the move is unlawful; nothing has changed.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[Step]:
        steps = steps_of_move(state, context, user_id, decision, choose)
        return [*player_change(state, seat_of(state, user_id), player), *steps]

    return await commit(tables, table_id, decide, concerned=(user_id,))
