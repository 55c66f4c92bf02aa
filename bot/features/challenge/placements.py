"""The challenge, as it stands in its channel."""

from __future__ import annotations

from bot.adapter.display import Placement, Placements, Shown
from bot.adapter.store import CHALLENGE
from bot.features.challenge import render

__all__ = ["PLACEMENTS"]


async def _wanted(shown: Shown, reader: int | None) -> list[Placement]:
    table = shown.table
    # The command itself sends the challenge, as its answer; it is a slot from then on.
    if reader is not None or (table.seats is None and CHALLENGE not in shown.slots):
        return []
    return [Placement(CHALLENGE, lambda words, _: render.draw(words, table), table.channel_id)]


PLACEMENTS = Placements(_wanted)
