"""The buttons with which the elder hand cuts: three places for one press, and a form for any other."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

__all__ = ["ASK", "rows"]

ASK = "ask"
"""The argument of the button that asks for a place."""

_PLACES = (8, 16, 24)


def rows(words: Words, view: TableView, seat: Seat | None = None) -> list[ui.Item[Any]]:
    """Returns the row, while the elder hand may cut: for one seat, or (None) for all who see the table."""
    waits = view.to_cut
    if waits is None or view.around.offered is not None or seat is waits.elder.other:
        return []
    places = [
        button(
            Verb.CUT,
            words("fair.cut.at", place=place),
            table=view.id,
            decision=view.decision,
            argument=str(place),
            style=discord.ButtonStyle.primary,
            emoji="✂️",
        )
        for place in _PLACES
    ]
    other = button(Verb.CUT, words("fair.cut.other"), table=view.id, decision=view.decision, argument=ASK)
    return [ui.ActionRow(*places, other)]
