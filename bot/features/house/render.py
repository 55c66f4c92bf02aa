"""A private game against the house: the table and the hand in one message."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import FELT, more
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.features.deal import ON_HAND
from bot.features.deal import scene as deal_scene
from bot.features.deal import text as deal_text
from bot.features.hand import render as hand_render
from bot.people.person import Level
from bot.people.preferences import Preferences
from bot.pictures import table_picture
from bot.tables.state.table import Finished, Status
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.game import PublicView

__all__ = ["TEACH", "TIMED", "Message", "deal_over", "draw", "game_over", "question"]

TEACH, PLAY = "teach", "play"
TIMED, UNTIMED = "timed", "untimed"
_SUCCESS: Final = discord.ButtonStyle.success


def question(words: Words, level: Level, *, timed: bool) -> Message:
    """Asks a first-time player, once, whether to explain the game as it goes."""
    clock = TIMED if timed else UNTIMED
    teach = button(Verb.HOUSE, words("house.first.teach"), argument=f"{level.value}.{clock}.{TEACH}", style=_SUCCESS)
    play = button(Verb.HOUSE, words("house.first.play"), argument=f"{level.value}.{clock}.{PLAY}")
    text: ui.TextDisplay[Any] = ui.TextDisplay(words("house.first"))
    return Message(layout(ui.Container(text, ui.ActionRow(teach, play), accent_colour=FELT)))


def draw(words: Words, hand: HandView, preferences: Preferences, draft: frozenset[int], tip: str | None) -> Message:
    """The table and the hand as they are now.

    Args:
        draft: the places (0 to 4) picked for discarding and not confirmed.
        tip: what explains the decision.
    """
    table = naming.named(words, hand.table)
    game = hand.view.public
    above = (_table(words, table, game), deal_text.alt(words, table, game))
    return hand_render.draw(words, hand, preferences, draft, tip=tip, above=above)


def deal_over(words: Words, hand: HandView, over: Finished) -> Message:
    """The end of a deal: its result and its last trick, until the player goes on."""
    table = naming.named(words, hand.table)
    lines = deal_text.score(words, table, over.deal)
    picture = _table(words, table, over.deal)
    go_on = button(
        Verb.NEXT_DEAL,
        words("house.next"),
        table=table.id,
        argument=f"{over.game_no}.{over.deal.number}",
        style=_SUCCESS,
    )
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"### {lines[0]}\n" + "\n".join(lines[1:])),
        picture.gallery(deal_text.alt(words, table, over.deal)),
        ui.ActionRow(go_on, more(words, table.id)),
    ]
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), (picture,))


def game_over(words: Words, hand: HandView) -> Message:
    """The end of the game, and what comes next."""
    table, game = naming.named(words, hand.table), hand.view.public
    lines = [deal_text.outcome(words, table, game) or words("table.won.void"), *deal_text.score(words, table, game)]
    picture = _table(words, table, game)
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join(lines)),
        picture.gallery(deal_text.alt(words, table, game)),
    ]
    if table.status is Status.BETWEEN:
        again = button(
            Verb.REMATCH, words("table.rematch"), table=table.id, argument=ON_HAND, style=_SUCCESS, emoji="🔁"
        )
        argument = f"{table.id}.{table.game_no}"
        review = button(Verb.REVIEW, words("review.open"), argument=argument, emoji="🔎")
        parts.append(ui.ActionRow(again, review, more(words, table.id)))
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), (picture,))


def _table(words: Words, table: TableView, game: PublicView) -> Picture:
    scene = deal_scene.scene(words, table, game, table.at_deal(table.game_no, game.number)[1])
    return Picture("table.png", scene, lambda: table_picture(scene).data)
