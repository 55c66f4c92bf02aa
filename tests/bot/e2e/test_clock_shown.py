"""The clock at a table: the time for the decision, then the reserve, if there is one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clock import Clock, Pace, WarningSent
from tests.support.cardroom import CardWorld

_NOW = 1_800_000_000_000


@pytest.mark.parametrize(
    ("reserve_s", "said", "in_reserve"),
    [
        (120, WarningSent.NOTHING, False),
        (120, WarningSent.RESERVE, True),
        (120, WarningSent.WARNED, True),
        (0, WarningSent.WARNED, False),
        (10, WarningSent.WARNED, False),
    ],
)
async def test_the_reserve_is_shown_only_while_it_runs(
    cards: CardWorld, reserve_s: int, said: WarningSent, *, in_reserve: bool
) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    view = await cards.view(table)
    begins = _NOW + 60_000
    pace = Pace.live(60, 120)
    opened = replace(view.opened, terms=replace(view.terms, pace=pace))
    reserves = (reserve_s * 1000, reserve_s * 1000)
    shown = replace(view, opened=opened, clock=Clock(pace, reserves, 0, begins - pace.decision_ms, said=said))
    assert shown.in_reserve is in_reserve
    assert shown.clock_ends == (begins if said is WarningSent.NOTHING else shown.deadline)
