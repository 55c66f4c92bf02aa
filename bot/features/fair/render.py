"""The buttons with which the elder cuts the pack: three places, a form for any other place, and dealing without a
cut.
"""

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
"""The argument of the button that opens the form for the place of a cut."""

DEAL = "deal"
"""The argument of the button that deals without a place from the elder. The cut is then at the place that the elder
chose for this game or, without such a choice, at a place that the promised secret fixes.
"""

_PLACES = (8, 16, 24)


def rows(words: Words, view: TableView, seat: Seat | None = None) -> list[ui.Item[Any]]:
    """Returns the row of buttons with which the elder cuts the pack. Empty if no cut is due, for the dealer, and while
    a hand is offered.

    Before the first deal of a game against the house, the row instead has a button that deals the cards, also for the
    dealer. There the elder gets a second button, which asks for a place to cut.

    Args:
        seat: the seat of the player who alone reads the row. None if all at the table read it.
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
    """Returns the button with which a player lets the first cards be dealt in a game against the house."""
    style, label = discord.ButtonStyle.success, words("galerie.deal")
    return button(Verb.CUT, label, table=view.id, decision=view.decision, argument=DEAL, style=style, emoji="🎴")


def _other(words: Words, view: TableView) -> PressButton:
    return button(Verb.CUT, words("fair.cut.other"), table=view.id, decision=view.decision, argument=ASK)
