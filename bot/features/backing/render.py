"""What a backer sees privately: the player's cards, and where to point (Laws 54 and 55).

Drawn from a `BackedView` alone. A button names a place or the talon, never a card; only its reader sees the label.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import FELT
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.features.deal import text as deal_text
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene
from bot.tables.views import BackedView, TableView
from bot.texts import Words
from ecarte.game import Phase, PublicView
from ecarte.table import advice

__all__ = ["draw", "put_away"]

_SUCCESS = discord.ButtonStyle.success


def draw(words: Words, backed: BackedView, preferences: Preferences) -> Message:
    """The hand of the player who is backed, as it is now."""
    table_view, view = backed.table, backed.view
    game, who = view.public, formatting.who(table_view, view.seat)
    mine, theirs = game.score[view.seat.index], game.score[view.seat.other.index]
    table = formatting.link(table_view.guild_id, table_view.place)
    lines = [
        words("advice.title", who=who, mine=mine, theirs=theirs),
        words("hand.deal", deal=game.number, table=table),
    ]
    if game.trump is not None and game.turn_up is not None:
        turned = formatting.card(words, game.turn_up)
        lines.append(words("hand.trumps", suit=formatting.suit(words, game.trump), card=turned, talon=game.talon))
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    so_far = [*deal_text.exchanges(words, table_view, game), *deal_text.tricks(words, table_view, game)]
    if so_far:
        parts.append(ui.TextDisplay("\n".join(f"-# {line}" for line in so_far)))
    held = [card for card in view.places if card is not None]
    pictures: tuple[Picture, ...] = ()
    if held:
        picture = _picture(words, backed, preferences)
        pictures = (picture,)
        parts.append(picture.gallery(_alt(words, backed)))
        parts.append(ui.TextDisplay(words("advice.cards", who=who, cards=formatting.cards(words, held))))
    if backed.may_point:
        parts.append(ui.TextDisplay(words(f"advice.{_decision(game)}", who=who)))
        parts += _buttons(words, backed)
    else:
        parts.append(ui.TextDisplay(words("advice.wait", who=who)))
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), pictures)


def put_away(words: Words, table_view: TableView, number: int, deal: PublicView | None) -> Message:
    """Returns what is left of the message once its deal is over; `deal` is the public view at its end."""
    lines = [words("hand.deal", deal=number, table=formatting.link(table_view.guild_id, table_view.place))]
    if deal is not None:
        lines += deal_text.score(words, table_view, deal)
    item: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(lines))
    return Message(layout(item), passing=True)


def _decision(game: PublicView) -> str:
    match game.phase:
        case Phase.PROPOSE:
            return "propose"
        case Phase.ANSWER:
            return "answer"
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return "discard"
        case _:
            return "play"


def _buttons(words: Words, backed: BackedView) -> list[ui.Item[Any]]:
    table_view = backed.table
    common: dict[str, Any] = {"table": table_view.id, "decision": table_view.decision}
    places: list[ui.Item[Any]] = []
    for place, card in enumerate(backed.view.places):
        pointed = place in backed.pointed
        places.append(
            button(
                Verb.POINT,
                "–" if card is None else f"{'👉 ' if pointed else ''}{place + 1} · {formatting.label(words, card)}",
                emoji=None if card is None else formatting.emoji(words, card),
                argument=str(place),
                disabled=place not in backed.may_point,
                style=_SUCCESS if pointed else discord.ButtonStyle.secondary,
                **common,
            )
        )
    rows: list[ui.Item[Any]] = [ui.ActionRow(*places)]
    if advice.TALON in backed.may_point:
        key = "advice.talon.answer" if backed.view.public.phase is Phase.ANSWER else "advice.talon"
        pointed = advice.TALON in backed.pointed
        label = f"{'👉 ' if pointed else ''}{words(key)}"
        style = _SUCCESS if pointed else discord.ButtonStyle.secondary
        argument = str(advice.TALON)
        rows.append(ui.ActionRow(button(Verb.POINT, label, argument=argument, emoji="🎴", style=style, **common)))
    return rows


def _picture(words: Words, backed: BackedView, preferences: Preferences) -> Picture:
    game = backed.view.public
    # The mark in the picture is that of cards to be changed.
    changing = game.phase in (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD)
    places = tuple(
        HandPlace(card, dimmed=False, chosen=changing and place in backed.pointed and card is not None)
        for place, card in enumerate(backed.view.places)
    )
    scene = HandScene(places, game.trump, game.turn_up, formatting.style_of(words, preferences))
    return Picture("hand.png", scene, lambda: hand_picture(scene).data)


def _alt(words: Words, backed: BackedView) -> str:
    names = [formatting.card_name(words, card) for card in backed.view.places if card is not None]
    trump = backed.view.public.trump
    suit = formatting.suit_name(words, trump) if trump is not None else "–"
    return words("hand.alt", cards=", ".join(names), suit=suit)[:1024]
