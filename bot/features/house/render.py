"""A private game against the house: the table and the player's hand in one message."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import FELT, first_deal, more, play_on
from bot.adapter.custom_ids import Verb
from bot.adapter.faces import NO_PHOTOS, Photos
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.features.deal import ON_HAND
from bot.features.deal import scene as deal_scene
from bot.features.deal import text as deal_text
from bot.features.hand import render as hand_render
from bot.features.hand import result
from bot.features.rematch import games_line
from bot.features.review import review_buttons
from bot.features.story import story_buttons
from bot.people.preferences import Preferences
from bot.pictures import table_picture
from bot.tables.archive import GameKey
from bot.tables.state.table_state import FinishedDeal, Status
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.ai import Level
from ecarte.game import PublicView, Rules

TEACH, PLAY = "teach", "play"
TIMED, UNTIMED = "timed", "untimed"
_SUCCESS: Final = discord.ButtonStyle.success


def question(words: Words, level: Level, *, timed: bool) -> Message:
    """Returns the question to a person before their first game. Its buttons open the first lesson, begin a game with
    tips, or begin one without.

    Args:
        level: the level of the house.
        timed: whether the game has a clock.
    """
    before = f"{level.value}.{TIMED if timed else UNTIMED}."
    teach = button(Verb.HOUSE, words("house.first.teach"), argument=before + TEACH)
    return _first_question(words, teach, button(Verb.HOUSE, words("house.first.play"), argument=before + PLAY))


def question_at_table(words: Words, table: TableView) -> Message:
    """Returns the same question as `question`, at a table that is open already. To begin a game then means to deal its
    first cards.
    """
    teach, play = (
        button(Verb.HOUSE, label, table=table.id, decision=table.decision, argument=tips)
        for label, tips in ((words("house.first.teach"), TEACH), (words("house.first.play"), PLAY))
    )
    return _first_question(words, teach, play, more(words, table.id))


def _first_question(words: Words, *buttons: ui.Item[Any]) -> Message:
    text: ui.TextDisplay[Any] = ui.TextDisplay(words("house.first", points=Rules().points))
    row: ui.ActionRow[Any] = ui.ActionRow(first_deal(words, _SUCCESS), *buttons)
    return Message(layout(ui.Container(text, row, accent_colour=FELT)))


def draw(
    words: Words,
    hand: HandView,
    preferences: Preferences,
    draft: frozenset[int],
    tip: str | None,
    photos: Photos = NO_PHOTOS,
) -> Message:
    """Returns the message of a private game during a deal: the table and the hand.

    Args:
        draft: the places (0 to 4) of the cards that are picked for discarding and not confirmed.
        tip: the sentence that explains the decision. None for no tip.
        photos: the photograph of the player, if it is in memory.
    """
    table = naming.with_names(words, hand.table)
    game = hand.view.public
    above = (_table(words, table, game, photos), deal_text.alt(words, table, game))
    return hand_render.draw(words, hand, preferences, draft, tip=tip, above=above, photos=photos)


def deal_over(
    words: Words, hand: HandView, preferences: Preferences, finished: FinishedDeal, photos: Photos = NO_PHOTOS
) -> Message:
    """Returns the message of a private game after a deal: the result, the last trick, and a button that goes on."""
    table = naming.with_names(words, hand.table)
    title = result.title(words, table, finished.deal, hand.seat)
    score = result.score(words, table, finished.deal, hand.seat)
    argument = f"{finished.game_no}.{finished.deal.number}"
    go_on = button(Verb.NEXT_DEAL, words("house.next"), table=table.id, argument=argument, style=_SUCCESS)
    head = score if title is None else f"### {title}\n{score}"
    return _draw_ended(words, table, finished.deal, preferences, head, [[go_on, more(words, table.id)]], photos)


def game_over(
    words: Words,
    hand: HandView,
    preferences: Preferences,
    remark: str | None = None,
    photos: Photos = NO_PHOTOS,
) -> Message:
    """Returns the message of a private game after its end: the result, and what the player can do next.

    Args:
        remark: the sentence about the decision of the game from which the player learns most. None if there is none.
        photos: the photograph of the player, if it is in memory.
    """
    table, game = naming.with_names(words, hand.table), hand.view.public
    lines = [result.game_title(words, table, game, hand.seat), *result.last_deal(words, table, game, hand.seat)]
    lines += result.by_king(words, table, game, hand.seat)
    lines += deal_text.decided(words, table, table.game_no, game, hand.seat)
    lines += games_line(words, table, table.game_no, game, hand.seat)
    rows = []
    if table.status is Status.BETWEEN:
        again, key = words("table.rematch"), GameKey(table.id, table.game_no)
        rows = [
            [
                button(Verb.REMATCH, again, table=table.id, argument=ON_HAND, style=_SUCCESS, emoji="🔁"),
                *([play_on(words)] if table.guild_id else []),
            ],
            [
                *review_buttons(words, key, game, emoji="🔎"),
                *story_buttons(words, key, game, emoji="📈"),
                more(words, table.id),
            ],
        ]
    lines += [] if remark is None else [f"-# {remark}"]
    return _draw_ended(words, table, game, preferences, "\n".join(lines), rows, photos)


def _draw_ended(
    words: Words,
    table: TableView,
    game: PublicView,
    preferences: Preferences,
    head: str,
    rows: list[list[PressButton]],
    photos: Photos,
) -> Message:
    """Returns a finished deal or game: the result, the last trick, the next step.

    Args:
        rows: the rows of buttons.
    """
    parts: list[ui.Item[Any]] = [ui.TextDisplay(head)]
    picture = _table(words, table, game, photos)
    tricks = deal_text.tricks(words, table, game)
    if not preferences.text_only:
        parts.append(picture.gallery(deal_text.alt(words, table, game)))
    elif tricks:
        parts.append(ui.TextDisplay("\n".join(tricks)))
    parts += [ui.ActionRow(*row) for row in rows]
    pictures = () if preferences.text_only else (picture,)
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), pictures)


def _table(words: Words, table: TableView, game: PublicView, photos: Photos) -> Picture:
    """Returns the picture of the table, which is above the reader's own cards."""
    scene = deal_scene.scene(words, table, game, table.at_deal(table.game_no, game.number)[1], photos)
    return Picture("table.png", scene, lambda: table_picture(scene).data)
