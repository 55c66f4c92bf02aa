"""The use case of cutting: the elder (the player who does not deal) cuts the pack that the bot has promised (Law 3)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.table_events import TableEvent
from bot.tables.fair_deal import pack_cut
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table_state import TableState
from bot.tables.state.waiting import WaitKind, waits_of
from bot.tables.views import TableView
from ecarte.fair import CUTS


async def cut(
    tables: Tables, table_id: int, user_id: int, decision: int | None, place: int | None, cause: int | None = None
) -> TableView:
    """Cuts the pack for the elder of the next deal, who puts `place` cards below the others. Then the cards are dealt.

    Args:
        place: the number of cards that go below the others. None for the number that the elder chose for this game or,
            if there is none, the number that the deal's secret key gives. If the house is the elder, it cuts nothing:
            its opponent passes None to get the cards.
        decision: the number of the decision for which the button was drawn; None if that does not matter.

    Raises:
        Refused: no cut is due, this person is not the elder, the button is old, or the cut is unlawful.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if state.seat_of(user_id) is None:
            raise Refused(Problem.NOT_A_PLAYER)
        if WaitKind.CUT not in waits_of(state) or state.game is None or state.game.dealer is None:
            raise Refused(Problem.NO_CUT)
        if state.galerie.succession is not None:
            raise Refused(Problem.HAND_OFFERED)
        elder = state.person(state.game.dealer.other)
        # The house knows the secret, so it chooses no place.
        if elder.id != user_id if elder.level is None else place is not None:
            raise Refused(Problem.NOT_ELDER)
        if decision is not None and decision != state.decision:
            raise Refused(Problem.STALE)
        if place is not None and place not in CUTS:
            raise Refused(Problem.BAD_CUT, least=CUTS.start, most=CUTS.stop - 1)
        return [pack_cut(state, context, place)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))
