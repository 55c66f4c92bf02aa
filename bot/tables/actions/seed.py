"""A player names a seed for the game, after its commitment was shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.fair import SeedNamed
from bot.tables.events.table import TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table import Status, TableState
from bot.tables.views import TableView


async def name_seed(tables: Tables, table_id: int, user_id: int, seed: str, cause: int | None = None) -> TableView:
    """A player, or one who is asked to play, names a seed; it goes into every pack that is made from now on.

    Args:
        seed: empty: the seed is taken back.

    Raises:
        Refused: not a player here, or no game of this table has a commitment of its own.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        promised = state.game_promise
        if state.status is Status.CLOSED or promised is None:
            raise Refused(Problem.NO_GAME)
        if user_id not in _players(state):
            raise Refused(Problem.NOT_A_PLAYER)
        return [] if promised.named.get(user_id, "") == seed else [SeedNamed(user_id, seed)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _players(state: TableState) -> set[int]:
    """Who plays this game, or may play the next one."""
    opened, queue = state.opened, state.galerie.queue
    people = {person.id for person in (*(state.seats or ()), *state.galerie.joined)}
    if state.status is Status.CHALLENGE:
        people |= {person.id for person in (opened.challenger, opened.challenged) if person is not None}
    if queue is not None:
        people |= {person for person in (*queue.seats, *queue.stand_ins) if person is not None}
    return people
