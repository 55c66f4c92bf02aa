"""The public message of a challenge, and the challenger's private confirmation, which is deleted when the challenge is
answered.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapter.display import FollowupDeletion, PlacementFor, Post, ShownTable, draw_with
from bot.adapter.store import CHALLENGE
from bot.features.challenge import render
from bot.tables.events.table_events import Ending
from bot.tables.state.table_state import Status


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the message of the challenge and, once the challenge is answered, the deletion of the private
    confirmation.
    """
    table = shown.table
    # The command sends the challenge as its answer. From then on the message has a slot.
    if table.seats is not None or CHALLENGE in shown.slots:
        yield None, Post(CHALLENGE, draw_with(render.draw, table), table.channel_id)
    # If the challenger pressed Cancel, the confirmation already shows that press's answer.
    is_cancelled = table.ended is not None and table.ended.ending is Ending.CANCELLED
    if table.status is not Status.CHALLENGE and not is_cancelled:
        for reader in shown.followups:
            yield reader, FollowupDeletion()
