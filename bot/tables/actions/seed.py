"""The use cases by which a player has a part in the shuffle: a seed (a word), and a place for the cuts of the elder.

Both count only after the bot has shown the commitment of the game, so that neither side can choose the cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.fair_events import CutChosen, SeedNamed
from bot.tables.events.table_events import TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.secret_promises import SecretGamePromise
from bot.tables.state.table_state import Status, TableState
from bot.tables.views import TableView
from ecarte.fair import CUTS


async def name_seed(tables: Tables, table_id: int, user_id: int, seed: str, cause: int | None = None) -> TableView:
    """Stores a seed (a word) for a player, or for a person who may play next. It counts for each pack made from now on.

    Args:
        seed: the seed; empty to take an earlier one back.

    Raises:
        Refused: the person is no player here, or the bot has promised no deals of this game.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        promise = _promise_to(state, user_id)
        return [] if promise.named.get(user_id, "") == seed else [SeedNamed(user_id, seed)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def choose_cut(
    tables: Tables, table_id: int, user_id: int, place: int | None, cause: int | None = None
) -> TableView:
    """Chooses where the pack is cut whenever the person is the elder in later deals of this game.

    Args:
        place: the number of cards that go below the others; None to take an earlier choice back. Then the deal's secret
            key gives the place.

    Raises:
        Refused: the person is no player here, the bot has promised no deals of this game, or a packet would have fewer
            than two cards (Law 3).
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        promise = _promise_to(state, user_id)
        if place is not None and place not in CUTS:
            raise Refused(Problem.BAD_CUT, least=CUTS.start, most=CUTS.stop - 1)
        return [] if promise.places.get(user_id) == place else [CutChosen(user_id, place)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _promise_to(state: TableState, user_id: int) -> SecretGamePromise:
    """Returns the promise of the current or next game, to which this person may contribute."""
    if state.status is Status.CLOSED or state.game_promise is None:
        raise Refused(Problem.NO_GAME)
    if user_id not in _players(state):
        raise Refused(Problem.NOT_A_PLAYER)
    return state.game_promise


def _players(state: TableState) -> set[int]:
    """Returns the players of this game, and the people who may play the next one."""
    opened, queue = state.opened, state.galerie.queue
    people = {person.id for person in (*(state.seats or ()), *state.galerie.joined)}
    if state.status is Status.CHALLENGE:
        people |= {person.id for person in (opened.challenger, opened.challenged) if person is not None}
    if queue is not None:
        people |= {person for person in (*queue.seats, *queue.stand_ins) if person is not None}
    return people
