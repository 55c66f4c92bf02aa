"""The elder hand cuts the pack that the house has promised (Law 3)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.common import Common
from bot.tables.context import Means
from bot.tables.events.table import TableEvent
from bot.tables.fair_deal import pack_cut
from bot.tables.problems import Problem, Refused
from bot.tables.state.table import TableState
from bot.tables.views import TableSight
from ecarte.fair import CUTS

__all__ = ["Cutting"]


class Cutting(Common):
    """The part of `Tables` where the pack is cut."""

    async def cut(
        self, table_id: int, user_id: int, decision: int | None, place: int, cause: int | None = None
    ) -> TableSight:
        """The elder hand of the next deal puts `place` cards below the others; the cards follow.

        Args:
            decision: the decision for which the button was drawn; None where it does not matter.

        Raises:
            Refused: nothing waits for a cut, he is not the elder hand, the button is older, or the cut is unlawful.
        """

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            if state.seat_of(user_id) is None:
                raise Refused(Problem.NOT_A_PLAYER)
            if state.cut_until is None or state.game is None or state.game.dealer is None:
                raise Refused(Problem.NO_CUT)
            if state.galerie.succession is not None:
                raise Refused(Problem.HAND_OFFERED)
            if state.person(state.game.dealer.other).id != user_id:
                raise Refused(Problem.NOT_ELDER)
            if decision is not None and decision != state.decision:
                raise Refused(Problem.STALE)
            if place not in CUTS:
                raise Refused(Problem.BAD_CUT, least=CUTS.start, most=CUTS.stop - 1)
            return [pack_cut(state, means, user_id, place)]

        return await self._act(table_id, cause, decide, user_id)
