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
from bot.features.betting import text as betting_text
from bot.features.deal import text as deal_text
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene, Played, Side
from bot.tables.views import BackedView, TableView
from bot.texts import Words
from ecarte.game import Phase, PublicView, Seat
from ecarte.table import advice

_SUCCESS = discord.ButtonStyle.success


def draw(words: Words, backed: BackedView, preferences: Preferences, user_id: int) -> Message:
    """The hand of the player who is backed, as it is now; `user_id` reads it."""
    table_view, view = backed.table, backed.view
    game, who = view.public, formatting.who(table_view, view.seat)
    book = table_view.around.book
    amount = 0 if book is None else sum(bet.amount for bet in book.bets if bet.person == user_id)
    lines = [words("advice.title", who=who, amount=words.number(amount))]
    if game.number == 1:
        lines += betting_text.back(words, table_view, user_id)
    lines += [_question(words, backed), *_pointed(words, backed)]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    pictures: tuple[Picture, ...] = ()
    held = [card for card in view.places if card is not None]
    if held and not preferences.text_only:
        picture = _picture(words, backed, preferences)
        pictures = (picture,)
        parts.append(picture.gallery(_alt(words, backed)))
    elif held:
        parts.append(ui.TextDisplay(words("advice.cards", cards=formatting.cards(words, held))))
    if backed.may_point:
        parts += _buttons(words, backed)
    small = [_facts(words, backed)]
    if backed.may_point:
        small.append(words("advice.about", who=who))
    parts.append(ui.TextDisplay("\n".join(f"-# {line}" for line in small)))
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), pictures)


def _facts(words: Words, backed: BackedView) -> str:
    view, table_view = backed.view, backed.table
    mine, theirs = view.public.score[view.seat.index], view.public.score[view.seat.other.index]
    facts = [words("advice.score", mine=mine, theirs=theirs, other=formatting.who(table_view, view.seat.other))]
    if view.public.trump is not None:
        facts.append(words("advice.trump", suit=formatting.suit(words, view.public.trump)))
    facts.append(words("advice.table", table=formatting.link(table_view.guild_id, table_view.place)))
    return " · ".join(facts)


def put_away(words: Words, table_view: TableView, number: int, deal: PublicView | None) -> Message:
    """Returns what is left of the message once its deal is over; `deal` is the public view at its end."""
    lines = [words("hand.deal", deal=number, table=formatting.link(table_view.guild_id, table_view.place))]
    if deal is not None:
        lines += deal_text.score(words, table_view, deal)
    item: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(lines))
    return Message(layout(item), passing=True)


def _question(words: Words, backed: BackedView) -> str:
    """Returns what the player has to decide, and so what can be pointed at."""
    game, seat = backed.view.public, backed.view.seat
    names = {"who": formatting.who(backed.table, seat), "other": formatting.who(backed.table, seat.other)}
    if not backed.may_point:
        return words("advice.wait", **names)
    match game.phase:
        case Phase.PROPOSE:
            return words("advice.propose", **names)
        case Phase.ANSWER:
            return words("advice.answer", **names)
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return words("advice.discard", **names)
        case _ if game.tricks and game.tricks[-1].reply is None:
            return words("advice.reply", card=formatting.card(words, game.tricks[-1].lead), **names)
        case _:
            return words("advice.play", **names)


def _pointed(words: Words, backed: BackedView) -> list[str]:
    """Returns what the backer points at; the colour of a button says so, too."""
    if not backed.pointed:
        return []
    places = [str(place + 1) for place in sorted(backed.pointed - {advice.TALON})]
    signs = [*places, *([_talon(words, backed)] if advice.TALON in backed.pointed else [])]
    return [words("advice.pointed", signs=words.joined([f"**{sign}**" for sign in signs]))]


def _talon(words: Words, backed: BackedView) -> str:
    return words("advice.talon.answer" if backed.view.public.phase is Phase.ANSWER else "advice.talon")


def _buttons(words: Words, backed: BackedView) -> list[ui.Item[Any]]:
    table_view = backed.table
    common: dict[str, Any] = {"table": table_view.id, "decision": table_view.decision}
    places: list[ui.Item[Any]] = []
    held = [card for card in backed.view.places if card is not None]
    shown = dict(zip(held, formatting.on_buttons(words, held, row=len(backed.view.places)), strict=True))
    for place, card in enumerate(backed.view.places):
        pointed = place in backed.pointed
        label, emoji = ("–", None) if card is None else shown[card]
        places.append(
            button(
                Verb.POINT,
                label if card is None else f"{place + 1} · {label}",
                emoji=emoji,
                argument=str(place),
                disabled=place not in backed.may_point,
                style=_SUCCESS if pointed else discord.ButtonStyle.secondary,
                **common,
            )
        )
    rows: list[ui.Item[Any]] = [ui.ActionRow(*places)]
    if advice.TALON in backed.may_point:
        label = _talon(words, backed)
        style = _SUCCESS if advice.TALON in backed.pointed else discord.ButtonStyle.secondary
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
    seats = (backed.seat.other, backed.seat)
    scene = HandScene(
        places,
        game.trump,
        # Its place is that of the name beside the lead.
        None if game.tricks else game.turn_up,
        formatting.style_of(words, preferences),
        _trick(backed),
        _winner(backed),
        (backed.table.person(seats[0]).name, backed.table.person(seats[1]).name),
    )
    return Picture("hand.png", scene, lambda: hand_picture(scene).data)


def _trick(backed: BackedView) -> tuple[Played, ...] | None:
    """The trick on the table, or the last one taken; None before the first card."""
    game = backed.view.public
    if not game.tricks:
        return () if game.phase is Phase.PLAY else None
    trick = game.tricks[-1]
    played = ((trick.leader, trick.lead), (trick.leader.other, trick.reply))
    return tuple(Played(card, _side(backed, seat)) for seat, card in played if card is not None)


def _winner(backed: BackedView) -> Side | None:
    tricks = backed.view.public.tricks
    winner = tricks[-1].winner if tricks else None
    return None if winner is None else _side(backed, winner)


def _side(backed: BackedView, seat: Seat) -> Side:
    return Side.BOTTOM if seat is backed.seat else Side.TOP


def _alt(words: Words, backed: BackedView) -> str:
    names = [formatting.card_name(words, card) for card in backed.view.places if card is not None]
    trump = backed.view.public.trump
    suit = formatting.suit_name(words, trump) if trump is not None else "–"
    trick = deal_text.tricks(words, backed.table, backed.view.public)[-1:]
    who = formatting.who(backed.table, backed.seat)
    card = backed.view.public.turn_up
    turned = [] if card is None else [words("hand.alt.turned", card=formatting.card_name(words, card))]
    return " ".join([words("advice.alt", who=who, cards=", ".join(names), suit=suit), *turned, *trick])[:1024]
