"""The buttons of a cut: three places for one press, a form for any other place, and the deal without a cut."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

ASK = "ask"
"""The argument of the button that asks for a place."""

DEAL = "deal"
"""The argument of the button that leaves the cut to the key."""

_PLACES = (8, 16, 24)


def rows(words: Words, view: TableView, seat: Seat | None = None) -> list[ui.Item[Any]]:
    """Returns the row while the elder may cut.

    Args:
        seat: the seat of the reader. None for all who see the table.
    """
    waits = view.to_cut
    if waits is not None and view.waits_for_deal:
        other = [_other(words, view)] if seat is waits.elder else []
        return [ui.ActionRow(deal(words, view), *other)]
    if waits is None or view.galerie.offered_seat is not None or seat is waits.elder.other:
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
    return [ui.ActionRow(*places, _other(words, view))]


def deal(words: Words, view: TableView) -> PressButton:
    """Returns the button that deals the first cards against the house."""
    style, label = discord.ButtonStyle.success, words("galerie.deal")
    return button(Verb.CUT, label, table=view.id, decision=view.decision, argument=DEAL, style=style, emoji="🎴")


def _other(words: Words, view: TableView) -> PressButton:
    return button(Verb.CUT, words("fair.cut.other"), table=view.id, decision=view.decision, argument=ASK)
