"""A player's part in the packs of a game, after its commitment was shown: a seed, and where to cut as the elder."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.fair import CutChosen, SeedNamed
from bot.tables.events.table import TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.secret_promises import SecretGamePromise
from bot.tables.state.table import Status, TableState
from bot.tables.views import TableView
from ecarte.fair import CUTS


async def name_seed(tables: Tables, table_id: int, user_id: int, seed: str, cause: int | None = None) -> TableView:
    """A player, or one who is asked to play, names a seed; it goes into every pack that is made from now on.

    Args:
        seed: empty: the seed is taken back.

    Raises:
        Refused: not a player here, or no game of this table has a commitment of its own.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        promised = _promise_to(state, user_id)
        return [] if promised.named.get(user_id, "") == seed else [SeedNamed(user_id, seed)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def choose_cut(
    tables: Tables, table_id: int, user_id: int, place: int | None, cause: int | None = None
) -> TableView:
    """A player, or one who is asked to play, chooses where to cut as the elder of each further deal of this game.

    Args:
        place: how many cards go below the others; None: the choice is taken back, and the key cuts.

    Raises:
        Refused: not a player here, no game of this table has a commitment of its own, or a packet of fewer than two
            cards (Law 3).
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        promised = _promise_to(state, user_id)
        if place is not None and place not in CUTS:
            raise Refused(Problem.BAD_CUT, least=CUTS.start, most=CUTS.stop - 1)
        return [] if promised.places.get(user_id) == place else [CutChosen(user_id, place)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _promise_to(state: TableState, user_id: int) -> SecretGamePromise:
    """The promise of the game that is on or comes next, to which this person may give something."""
    if state.status is Status.CLOSED or state.game_promise is None:
        raise Refused(Problem.NO_GAME)
    if user_id not in _players(state):
        raise Refused(Problem.NOT_A_PLAYER)
    return state.game_promise


def _players(state: TableState) -> set[int]:
    """Returns the players of this game, and those who may play the next one."""
    opened, queue = state.opened, state.galerie.queue
    people = {person.id for person in (*(state.seats or ()), *state.galerie.joined)}
    if state.status is Status.CHALLENGE:
        people |= {person.id for person in (opened.challenger, opened.challenged) if person is not None}
    if queue is not None:
        people |= {person for person in (*queue.seats, *queue.stand_ins) if person is not None}
    return people
