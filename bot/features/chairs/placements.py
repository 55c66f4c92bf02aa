"""The call to a chair."""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter.display import Placement, Placements, Shown, answered, readers_of_questions
from bot.features.chairs import render
from bot.tables.state.table import Status


async def _wanted(shown: Shown, reader: int | None) -> list[Placement]:
    if reader is None:
        return []
    table, around = shown.table, shown.table.around
    slot = f"chair:{table.game_no}:{around.awaited_until}:{around.awaited}"
    if reader != around.awaited or table.status is not Status.BETWEEN:
        return answered(shown, reader, "chair", slot)
    called = Placement(slot, lambda words, _: render.call(words, table), once=True)
    return [*answered(shown, reader, "chair", slot), called]


def _readers(shown: Shown) -> Iterable[int]:
    awaited = shown.table.around.awaited
    return [*([] if awaited is None else [awaited]), *readers_of_questions(shown, "chair")]


PLACEMENTS = Placements(_wanted, _readers)
