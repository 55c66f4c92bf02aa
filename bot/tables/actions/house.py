"""The decisions of the house: the input of its player, and the moves that it answers for."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.actions.play import Choose, steps_of_move
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.lookup import seat_of
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.house_seat import number_for, player_change
from bot.tables.state.table import Step, TableState
from bot.tables.views import HandView, TableView


async def hand(tables: Tables, table_id: int, user_id: int) -> tuple[HandView, float | None]:
    """Returns the input of a player of the house: the view of a member in its seat, and a number.

    The number selects among mixed moves, from 0 to 1 (exclusive). It follows from the promise of the deal, which it
    does not tell; None: nothing was promised.

    Raises:
        Refused: no such table, no player of it, or no game yet.
    """
    views = await tables.log.views(table_id)
    seat = seat_of(views.state, user_id)
    own = views.hand(seat)
    if own is None:
        raise Refused(Problem.NO_GAME)
    return own, number_for(views.state, seat)


async def move(
    tables: Tables, table_id: int, user_id: int, decision: int, choose: Choose, player: str | None
) -> TableView:
    """The house makes a move, and the log says which player answers for it.

    Args:
        decision: the decision for which the hand was given.
        choose: the move, by what the seat may see; `LookupError` means that it is no longer there.
        player: level and version; None: the player has failed, and the move is not its own.

    Raises:
        Refused: no player, an older decision, an unlawful move; nothing has changed.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[Step]:
        steps = steps_of_move(state, context, user_id, decision, choose)
        return [*player_change(state, seat_of(state, user_id), player), *steps]

    return await commit(tables, table_id, decide, concerned=(user_id,))
