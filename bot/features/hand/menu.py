"""The menu of a player: claim, abandon, resign, stop, give time; and the question whether they are sure."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.features.backing import watchers
from bot.features.deal import ASK, FROM_MENU
from bot.features.salon import render as salon_render
from bot.tables.views import HandView
from bot.texts import Words
from ecarte.game import Abandon, Goal, OfferStop, Resign

__all__ = ["draw", "sure"]

_DANGER = discord.ButtonStyle.danger


def draw(words: Words, hand: HandView) -> Message:
    """The menu, with what is possible now."""
    table_view, view = hand.table, hand.view
    common: dict[str, Any] = {"table": table_view.id, "argument": FROM_MENU}
    parts: list[ui.Item[Any]] = [ui.TextDisplay(words("menu.title"))]
    claims: list[ui.Item[Any]] = [
        button(
            Verb.CLAIM_POINT if goal is Goal.POINT else Verb.CLAIM_VOLE,
            words(f"menu.{goal.value}"),
            decision=table_view.decision,
            **common,
        )
        for goal in view.claims
    ]
    if claims:
        parts += [ui.TextDisplay(words("menu.claim")), ui.ActionRow(*claims)]
    parts += salon_render.names(words, hand)
    items: list[ui.Item[Any]] = []
    if OfferStop() in view.table_moves:
        items.append(button(Verb.OFFER_STOP, words("menu.stop"), **common))
    if view.public.turn is view.seat.other:
        items.append(button(Verb.GIVE_TIME, words("menu.time"), **common))
    if (opener := watchers.opener(words, table_view)) is not None:
        items.append(opener)
    if items:
        parts.append(ui.ActionRow(*items))
    gone: list[ui.Item[Any]] = []
    if Abandon() in view.table_moves:
        parts.append(ui.TextDisplay(words("menu.abandon.about")))
        gone.append(button(Verb.ABANDON, words("menu.abandon"), table=table_view.id, argument=ASK, style=_DANGER))
    if Resign() in view.table_moves:
        gone.append(button(Verb.RESIGN, words("menu.resign"), table=table_view.id, argument=ASK, style=_DANGER))
    if gone:
        parts.append(ui.ActionRow(*gone))
    return Message(layout(ui.Container(*parts)))


def sure(words: Words, hand: HandView, verb: Verb) -> Message:
    """Returns the question whether the player is sure. Dismissing it is the other answer."""
    table_view = hand.table
    yes = button(
        verb, words("menu.yes"), table=table_view.id, decision=table_view.decision, argument=FROM_MENU, style=_DANGER
    )
    return Message(layout(ui.Container(ui.TextDisplay(words(f"menu.sure.{verb.value}")), ui.ActionRow(yes))))
