"""The offer to a backer to play on for a player who has resigned or run out of time (Law 54): its lines at the table,
and the message to that backer.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import question
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words

_SUCCESS = discord.ButtonStyle.success


def lines(words: Words, view: TableView) -> list[str]:
    """Returns the public lines about the offer: which backer may play on for which player, and until when. Empty if
    nothing is offered.
    """
    seat, heir = view.galerie.offered_seat, view.galerie.heir
    if seat is None or heir is None:
        return []
    until = formatting.until(words, view.terms, view.waits[WaitKind.HEIR].until)
    key = "galerie.hand.offered.late" if view.galerie.offered_late else "galerie.hand.offered"
    return [words(key, who=formatting.who(view, seat), heir=f"<@{heir}>", until=until)]


def rows(words: Words, view: TableView) -> list[ui.Item[Any]]:
    """Returns the row of buttons by which the backer to whom a hand is offered takes it or declines it."""
    if view.status is not Status.PLAYING or view.galerie.heir is None:
        return []
    take = button(Verb.TAKE_HAND, words("galerie.hand.take"), table=view.id, style=_SUCCESS)
    return [ui.ActionRow(take, button(Verb.DECLINE_HAND, words("galerie.hand.decline"), table=view.id))]


def call(words: Words, view: TableView) -> Message:
    """Returns the message to the backer to whom a hand is offered, with the buttons to take it or decline it."""
    assert view.galerie.offered_seat is not None
    who, table = formatting.who(view, view.galerie.offered_seat), formatting.link(view.guild_id, view.place)
    until = formatting.until(words, view.terms, view.waits[WaitKind.HEIR].until)
    take = button(Verb.TAKE_HAND, words("galerie.hand.take"), table=view.id, style=_SUCCESS)
    no = button(Verb.DECLINE_HAND, words("galerie.hand.decline"), table=view.id)
    key = "notice.heir.late" if view.galerie.offered_late else "notice.heir"
    return question(words(key, who=who, until=until, table=table), take, no)
