"""The challenge in its channel; and its private confirmation, which goes when the challenge is answered."""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter.display import FollowupDeletion, Placement, Placements, Post, ShownTable
from bot.adapter.store import CHALLENGE
from bot.features.challenge import render
from bot.tables.events.table import Ending
from bot.tables.state.table import Status


async def _placements(shown: ShownTable, reader: int | None) -> list[Placement]:
    table = shown.table
    if reader is not None:
        # A press on Cancel has put its own words in the place of the confirmation.
        is_cancelled = table.ended is not None and table.ended.ending is Ending.CANCELLED
        holds = table.status is Status.CHALLENGE or is_cancelled
        return [] if holds or reader not in shown.followups else [FollowupDeletion()]
    # The command itself sends the challenge, as its answer; it is a slot from then on.
    if table.seats is None and CHALLENGE not in shown.slots:
        return []
    return [Post(CHALLENGE, lambda words, _: render.draw(words, table), table.channel_id)]


def _readers(shown: ShownTable) -> Iterable[int]:
    return shown.followups


PLACEMENTS = Placements(_placements, _readers)
