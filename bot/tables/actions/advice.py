"""Advice: a backer shows a player what to play, by pointing at a card's place or at the talon (Law 54).

The rules are those of `ecarte.table.advice`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import ErrorRemarked, Pointed
from bot.tables.events.table_events import TableEvent
from bot.tables.lookup import sight_refusal
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table_state import TableState
from bot.tables.state.waiting import WaitKind, waits_of
from bot.tables.views import TableView, Views
from ecarte.table import advice
from ecarte.table.stakes import GalerieError


async def point(
    tables: Tables, table_id: int, user_id: int, decision: int | None, *signs: int, cause: int | None = None
) -> TableView:
    """Points at places in the hand (0 to 4) or at the talon (5) for a backer or guest, to advise the player.

    Pointing at the same place a second time takes the first advice back.

    Args:
        decision: the number of the decision for which the button was drawn, or at which the reaction came; None for the
            present decision.
        signs: the places, in order. Several are stored as one event. A place that means nothing now is skipped.

    Raises:
        Refused: this person sees no hand here, nothing can be pointed at now, or the decision has been made.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        view = Views(state).backer(user_id)
        if view is None:
            raise sight_refusal(state, user_id)
        if decision is not None and decision != state.decision:
            raise Refused(Problem.STALE)
        if state.galerie.succession is not None:
            raise Refused(Problem.HAND_OFFERED)
        pointed, meaningless = view.pointed, None
        for sign in signs:
            try:
                pointed = advice.point(pointed, sign, view.view)
            except GalerieError as error:
                meaningless = error
        if pointed != view.pointed:
            return [Pointed(user_id, state.decision, tuple(sorted(pointed)))]
        if meaningless is not None:
            raise meaningless
        return []

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def remark(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Tells the player, for a backer, that the score of the ended hand is wrong. The player has to find the error.

    Raises:
        Refused: this person sees no hand here, or errors cannot be called now.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if state.galerie.seen_by(user_id) is None:
            raise Refused(Problem.NOT_A_BACKER) if state.galerie.book is None else sight_refusal(state, user_id)
        if WaitKind.ERRORS not in waits_of(state):
            raise Refused(Problem.STALE)
        return [] if user_id in state.galerie.remarked else [ErrorRemarked(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))
