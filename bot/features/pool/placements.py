"""The call to play for the pool."""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter.display import Placement, Placements, Shown, answered, readers_of_questions
from bot.features.pool import render
from bot.tables.state.table import Status
from bot.tables.views import TableView
from ecarte.table import PoolStage


async def _wanted(shown: Shown, reader: int | None) -> list[Placement]:
    if reader is None:
        return []
    table = shown.table
    slot = f"pool:{table.game_no}:{reader}" if reader in _called(table) else None
    called = [] if slot is None else [Placement(slot, lambda words, _: render.call(words, table), once=True)]
    return [*answered(shown, reader, "pool", slot), *called]


def _called(table: TableView) -> list[int]:
    """Those whose turn it is to play for the pool, and who have not come yet."""
    pool = table.around.pool
    if pool is None or pool.stage is not PoolStage.PLAYING or table.status is not Status.BETWEEN:
        return []
    return [person for person in pool.engaged if person not in table.asked]


def _readers(shown: Shown) -> Iterable[int]:
    return [*_called(shown.table), *readers_of_questions(shown, "pool")]


PLACEMENTS = Placements(_wanted, _readers)
