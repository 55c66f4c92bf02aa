"""A player's entries in the menu More (claim the deal, give time, stop, give up), and the question whether they are
sure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.features.deal import ASK, FROM_MENU, KEEP
from bot.features.hand import picture
from bot.tables.views import HandView
from bot.texts import Words
from ecarte.game import Abandon, Duty, Goal, OfferStop, PlayerView, Resign

_DANGER = discord.ButtonStyle.danger


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entries of the menu More for a player: what they can do about the hand and the game besides playing a
    card.
    """
    if reader.hand is None:
        return
    table_view, view = reader.hand.table, reader.hand.view
    common: dict[str, Any] = {"table": table_view.id, "argument": FROM_MENU}
    if (why := _grey(words, view)) is not None:
        yield MenuEntry(Group.CARDS, line=why)
    for number, goal in enumerate(view.claims):
        verb = Verb.CLAIM_POINT if goal is Goal.POINT else Verb.CLAIM_VOLE
        item = button(verb, words(f"menu.{goal.value}"), decision=table_view.decision, **common)
        yield MenuEntry(Group.CARDS, item, "" if number else words("menu.claim"))
    if view.public.turn is view.seat.other and table_view.deadline is not None:
        yield MenuEntry(Group.CARDS, button(Verb.GIVE_TIME, words("menu.time"), **common))
    if OfferStop() in view.table_moves:
        yield MenuEntry(Group.CARDS, button(Verb.OFFER_STOP, words("menu.stop"), **common))
    if Abandon() in view.table_moves:
        item = button(Verb.ABANDON, words("menu.abandon"), table=table_view.id, argument=ASK, style=_DANGER)
        yield MenuEntry(Group.CARDS, item, words("menu.abandon.about"))
    if Resign() in view.table_moves:
        item = button(Verb.RESIGN, words("menu.resign"), table=table_view.id, argument=ASK, style=_DANGER)
        yield MenuEntry(Group.CARDS, item)


def _grey(words: Words, view: PlayerView) -> str | None:
    """Returns why cards of the hand are grey, or None if no card is."""
    if view.duty in (None, Duty.ANY) or not picture.grey_places(view):
        return None
    led = view.public.tricks[-1].lead
    return words(f"menu.grey.{view.duty.value}", card=formatting.card(words, led), suit=formatting.sign(led.suit))


def sure(words: Words, hand: HandView, verb: Verb) -> Message:
    """Returns the question whether the player is sure of a move that cannot be undone.

    Args:
        verb: the verb of that move.
    """
    table_view = hand.table
    label = words("menu.resign" if verb is Verb.RESIGN else "menu.abandon")
    yes = button(verb, label, table=table_view.id, decision=table_view.decision, argument=FROM_MENU, style=_DANGER)
    no = button(verb, words("menu.no"), table=table_view.id, argument=KEEP)
    return Message(layout(ui.Container(ui.TextDisplay(words(f"menu.sure.{verb.value}")), ui.ActionRow(yes, no))))
