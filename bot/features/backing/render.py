"""The private message of a backer or a guest: the player's cards, and where to point (Laws 54 and 55).

Drawn from a `BackedView` alone. A button names a place or the talon, never a card; only its reader sees the label.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import FELT
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.clock import ClockKind
from bot.features.betting import text as betting_text
from bot.features.deal import text as deal_text
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene, Side, TrickCard
from bot.tables.views import BackedView, TableView
from bot.texts import Words
from ecarte.game import Card, Phase, PublicView, Seat
from ecarte.table import advice
from ecarte.table.stakes import SettledShare

_SUCCESS = discord.ButtonStyle.success


def draw(words: Words, backed: BackedView, preferences: Preferences, user_id: int) -> Message:
    """Returns the hand of the player who is backed; `user_id` reads it.

    Until the first move of a deal it says how the last one ended.
    """
    view, other = backed.view, formatting.who(backed.table, backed.seat.other)
    mine, theirs = view.public.score[view.seat.index], view.public.score[view.seat.other.index]
    score = words("advice.score", mine=mine, theirs=theirs, other=other)
    lines = [*_last(words, backed), _question(words, backed), *_advice_lines(words, backed)]
    small = [f"{score} · {_facts(words, backed)}"]
    if backed.may_point:
        small.append(words("advice.about", who=formatting.who(backed.table, backed.seat)))
    buttons = _buttons(words, backed) if backed.may_point else []
    return _message(words, backed, preferences, user_id, lines, buttons, small)


def draw_ended(words: Words, table_view: TableView, game: PublicView, share: SettledShare | None) -> Message:
    """Returns the message once there is no hand to see: the end of the game, and the reader's gain or loss.

    Args:
        game: the public view of the last deal.
        share: what the reader has won or lost; None if that is not known, or not so.
    """
    outcome, settlement = deal_text.outcome(words, table_view, game), table_view.around.settlement
    lines = [*([] if outcome is None else [outcome]), *deal_text.score(words, table_view, game)]
    lines += deal_text.by_king(words, table_view, game)
    if share is not None and settlement is not None and settlement.winner is not None:
        lines.append(betting_text.gain(words, table_view, share))
    else:
        lines += [] if settlement is None or settlement.winner is not None else [words("galerie.returned")]
        lines.append(words("hand.deal", deal=game.number, table=formatting.link(table_view.guild_id, table_view.place)))
    item: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(lines))
    return Message(layout(item), passing=share is None)


def _last(words: Words, backed: BackedView) -> list[str]:
    """Returns how the last deal of the game ended, until the first move of this one."""
    game, table = backed.view.public, backed.table
    if game.phase is not Phase.PROPOSE or game.rounds or game.tricks:
        return []
    before = (over.deal for over in table.finished if over.game_no == table.game_no)
    return next((deal_text.score(words, table, deal) for deal in before if deal.number == game.number - 1), [])


def _message(
    words: Words,
    backed: BackedView,
    preferences: Preferences,
    user_id: int,
    lines: list[str],
    buttons: list[ui.Item[Any]],
    small: list[str],
) -> Message:
    """Below the title `lines`, the cards, `buttons`, and small print."""
    view, book = backed.view, backed.table.around.book
    amount = 0 if book is None else sum(bet.amount for bet in book.bets if bet.person == user_id)
    key = "advice.title" if amount else "advice.title.guest"
    head = [words(key, who=formatting.who(backed.table, view.seat), amount=words.number(amount))]
    if view.public.number == 1:
        head += betting_text.back(words, backed.table, user_id)
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([*head, *lines]))]
    pictures: tuple[Picture, ...] = ()
    cards = [card for card in backed.view.places if card is not None]
    if cards and not preferences.text_only:
        picture = _picture(words, backed, preferences)
        pictures = (picture,)
        parts.append(picture.gallery(_alt(words, backed, cards)))
    elif cards:
        parts.append(ui.TextDisplay(words("advice.cards", cards=formatting.plain_cards(words, cards))))
    parts += [*buttons, ui.TextDisplay("\n".join(f"-# {line}" for line in small))]
    # By correspondence an edit would go unnoticed: each deal rings.
    rings = backed.table.terms.pace.kind is ClockKind.CORRESPONDENCE
    ring = f"deal.{view.public.number}" if rings else ""
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), pictures, ring=ring)


def _facts(words: Words, backed: BackedView) -> str:
    """Returns the trumps, and where the table is."""
    trump, table = backed.view.public.trump, formatting.link(backed.table.guild_id, backed.table.place)
    facts = [] if trump is None else [words("advice.trump", suit=formatting.suit(words, trump))]
    return " · ".join([*facts, words("advice.table", table=table)])


def _question(words: Words, backed: BackedView) -> str:
    """Returns what the player has to decide, and so what can be pointed at."""
    game, seat = backed.view.public, backed.view.seat
    names = {"who": formatting.who(backed.table, seat), "other": formatting.who(backed.table, seat.other)}
    if not backed.may_point:
        is_forced = game.phase is Phase.PLAY and len(backed.view.choices) == 1
        return words("advice.forced" if is_forced else "advice.wait", **names)
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


def _advice_lines(words: Words, backed: BackedView) -> list[str]:
    """Returns what the backer points at; the colour of a button says so, too."""
    if not backed.pointed:
        return []
    pointed = [card for place, card in enumerate(backed.view.places) if place in backed.pointed and card is not None]
    signs = [formatting.card(words, card) for card in pointed]
    if backed.view.public.phase is Phase.ANSWER and pointed:
        signs = [words("advice.refuse")]
    elif advice.TALON in backed.pointed:
        signs = [_talon(words, backed)]
    who = formatting.who(backed.table, backed.seat)
    return [words("advice.pointed", signs=words.join([f"**{sign}**" for sign in signs]), who=who)]


def _talon(words: Words, backed: BackedView) -> str:
    """Returns what the talon means to the player: only the dealer answers."""
    return words("advice.talon" if backed.view.public.elder is backed.seat else "advice.talon.answer")


def _buttons(words: Words, backed: BackedView) -> list[ui.Item[Any]]:
    """The cards in their places, and the talon; to a dealer who is asked, yes and no."""
    below: list[ui.Item[Any]] = []
    if advice.TALON in backed.may_point:
        below.append(_sign(backed, advice.TALON, _talon(words, backed)))
    if backed.view.public.phase is Phase.ANSWER:
        # Any place says no: the one pointed at already, so that a press takes the finger away.
        refuse = min((backed.pointed or backed.may_point) - {advice.TALON}, default=0)
        return [ui.ActionRow(*below, _sign(backed, refuse, words("advice.refuse")))]
    held = [(place, card) for place, card in enumerate(backed.view.places) if card is not None]
    places = [_sign(backed, place, *formatting.on_button(words, card)) for place, card in held]
    return [ui.ActionRow(*row) for row in (places, below) if row]


def _sign(backed: BackedView, sign: int, label: str | None, picture: str | None = None) -> PressButton:
    """The button that points at a place or the talon; green: the backer points there."""
    return button(
        Verb.POINT,
        label,
        table=backed.table.id,
        decision=backed.table.decision,
        argument=str(sign),
        emoji=picture,
        disabled=sign not in backed.may_point,
        style=_SUCCESS if sign in backed.pointed else discord.ButtonStyle.secondary,
    )


def _picture(words: Words, backed: BackedView, preferences: Preferences) -> Picture:
    game = backed.view.public
    # The mark in the picture is that of cards to be changed.
    changing = game.phase in (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD)
    places = tuple(
        HandPlace(card, chosen=changing and place in backed.pointed, number=place + 1)
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


def _trick(backed: BackedView) -> tuple[TrickCard, ...] | None:
    """The trick on the table, or the last one taken; None before the first card."""
    game = backed.view.public
    if not game.tricks:
        return () if game.phase is Phase.PLAY else None
    trick = game.tricks[-1]
    played = ((trick.leader, trick.lead), (trick.leader.other, trick.reply))
    return tuple(TrickCard(card, _side(backed, seat)) for seat, card in played if card is not None)


def _winner(backed: BackedView) -> Side | None:
    tricks = backed.view.public.tricks
    winner = tricks[-1].winner if tricks else None
    return None if winner is None else _side(backed, winner)


def _side(backed: BackedView, seat: Seat) -> Side:
    return Side.BOTTOM if seat is backed.seat else Side.TOP


def _alt(words: Words, backed: BackedView, cards: list[Card]) -> str:
    names = [formatting.card_name(words, card) for card in cards]
    trump = backed.view.public.trump
    suit = formatting.suit_name(words, trump) if trump is not None else "–"
    trick = deal_text.trick_aloud(words, backed.view.public)
    who = formatting.who(backed.table, backed.seat)
    card = backed.view.public.turn_up
    turned = [] if card is None else [words("hand.alt.turned", card=formatting.card_name(words, card))]
    return " ".join([words("advice.alt", who=who, cards=", ".join(names), suit=suit), *turned, *trick])[:1024]
