"""What a backer sees privately: the player's cards, and where to point (Laws 54 and 55).

Drawn from a `BackedView` alone. A button names a place or the talon, never a card; only its reader sees the label.
A message that stands still shows nothing that changes but by a deal or an exchange.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import FELT
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.clock import ClockKind
from bot.features.betting import text as betting_text
from bot.features.deal import text as deal_text
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene, Played, Side
from bot.tables.views import BackedView, TableView
from bot.texts import Words
from ecarte.game import Card, Phase, PublicView, Seat
from ecarte.table import advice
from ecarte.table.stakes import Share

_SUCCESS = discord.ButtonStyle.success
_TALK: Final = frozenset({Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD})
"""While cards may still be exchanged."""


def draw(words: Words, backed: BackedView, preferences: Preferences, user_id: int) -> Message:
    """The hand of the player who is backed, which stands still while cards are played; `user_id` reads it.

    Shows the cards as they were dealt, and after an exchange once that is settled. Says how the last deal ended, so
    that a deal needs one edit, and another one with an exchange.
    """
    game, who = backed.view.public, formatting.who(backed.table, backed.seat)
    before = (over.deal for over in backed.table.finished if over.game_no == backed.table.game_no)
    last = next((deal for deal in before if deal.number == game.number - 1), None)
    lines = [] if last is None else deal_text.score(words, backed.table, last)
    lines.append(words("advice.exchanged" if _is_exchanged(backed) else "advice.dealt", deal=game.number))
    return _message(
        words,
        backed,
        preferences,
        user_id,
        lines,
        _buttons(words, backed, still=True),
        [_facts(words, backed), words("advice.still.about", who=who)],
        still=True,
    )


def live(words: Words, backed: BackedView, preferences: Preferences, user_id: int) -> Message:
    """The hand of the player who is backed, as it is now; `user_id` reads it."""
    view, other = backed.view, formatting.who(backed.table, backed.seat.other)
    mine, theirs = view.public.score[view.seat.index], view.public.score[view.seat.other.index]
    score = words("advice.score", mine=mine, theirs=theirs, other=other)
    lines, small = [_question(words, backed), *_pointed(words, backed)], [f"{score} · {_facts(words, backed)}"]
    if backed.may_point:
        small.append(words("advice.about", who=formatting.who(backed.table, backed.seat)))
    buttons = _buttons(words, backed, still=False) if backed.may_point else []
    return _message(words, backed, preferences, user_id, lines, buttons, small, still=False)


def ended(words: Words, table_view: TableView, game: PublicView, share: Share | None) -> Message:
    """Returns what is left of the message once there is no hand to see: how the game ended, and what it brought.

    Args:
        game: the public view of the last deal.
        share: what the reader has won or lost; None if that is not known, or not so.
    """
    outcome, settlement = deal_text.outcome(words, table_view, game), table_view.around.settlement
    lines = [*([] if outcome is None else [outcome]), *deal_text.score(words, table_view, game)]
    if share is not None and settlement is not None and settlement.winner is not None:
        lines.append(betting_text.gained(words, table_view, share))
    else:
        lines += [] if settlement is None or settlement.winner is not None else [words("galerie.returned")]
        lines.append(words("hand.deal", deal=game.number, table=formatting.link(table_view.guild_id, table_view.place)))
    item: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(lines))
    return Message(layout(item), passing=share is None)


def hand_of(backed: BackedView) -> tuple[int, int]:
    """Returns the deal and how often cards were exchanged in it: which five cards lie in their places now."""
    return backed.view.public.number, len(backed.view.public.rounds)


def is_behind(backed: BackedView) -> bool:
    """Whether a message that stands still shows other cards than those that lie in their places now."""
    return backed.view.public.rounds != () and backed.view.public.phase in _TALK


def _is_exchanged(backed: BackedView) -> bool:
    """Whether a message that stands still shows the hand after an exchange."""
    return backed.view.public.rounds != () and backed.view.public.phase not in _TALK


def _message(
    words: Words,
    backed: BackedView,
    preferences: Preferences,
    user_id: int,
    lines: list[str],
    buttons: list[ui.Item[Any]],
    small: list[str],
    *,
    still: bool,
) -> Message:
    """Below the title `lines`, the cards, `buttons`, and small print."""
    view, book = backed.view, backed.table.around.book
    amount = 0 if book is None else sum(bet.amount for bet in book.bets if bet.person == user_id)
    head = [words("advice.title", who=formatting.who(backed.table, view.seat), amount=words.number(amount))]
    if view.public.number == 1:
        head += betting_text.back(words, backed.table, user_id)
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([*head, *lines]))]
    pictures: tuple[Picture, ...] = ()
    cards = [card for card in _places(backed, still=still) if card is not None]
    if cards and not preferences.text_only:
        picture = _picture(words, backed, preferences, still=still)
        pictures = (picture,)
        parts.append(picture.gallery(_alt(words, backed, cards, still=still)))
    elif cards:
        parts.append(ui.TextDisplay(words("advice.cards", cards=formatting.cards(words, cards))))
    parts += [*buttons, ui.TextDisplay("\n".join(f"-# {line}" for line in small))]
    # By correspondence an edit would go unnoticed: each deal rings.
    rings = backed.table.terms.pace.kind is ClockKind.CORRESPONDENCE
    ring = f"deal.{view.public.number}" if rings else ""
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), pictures, ring=ring)


def _places(backed: BackedView, *, still: bool) -> tuple[Card | None, ...]:
    if not still:
        return backed.view.places
    return backed.view.exchanged if _is_exchanged(backed) else backed.view.dealt


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
    """Returns what the talon means to the player: only the dealer answers."""
    return words("advice.talon" if backed.view.public.elder is backed.seat else "advice.talon.answer")


def _buttons(words: Words, backed: BackedView, *, still: bool) -> list[ui.Item[Any]]:
    """The places and the talon; where the message stands still, also how it follows each move."""
    table_view, (number, rounds) = backed.table, hand_of(backed)
    signed = f".{number}.{rounds if _is_exchanged(backed) else 0}" if still else ""
    common: dict[str, Any] = {"table": table_view.id, "decision": None if still else table_view.decision}
    places: list[ui.Item[Any]] = []
    held = _places(backed, still=still)
    labels = iter(formatting.on_buttons(words, [card for card in held if card is not None], row=len(held)))
    for place, card in enumerate(held):
        pointed = place in backed.pointed and not still
        label, emoji = ("–", None) if card is None else next(labels)
        places.append(
            button(
                Verb.POINT,
                label if card is None else f"{place + 1} · {label}",
                emoji=emoji,
                argument=f"{place}{signed}",
                disabled=not still and place not in backed.may_point,
                style=_SUCCESS if pointed else discord.ButtonStyle.secondary,
                **common,
            )
        )
    rows: list[ui.Item[Any]] = [ui.ActionRow(*places)] if places else []
    below: list[ui.Item[Any]] = []
    if still or advice.TALON in backed.may_point:
        label = _talon(words, backed)
        style = _SUCCESS if advice.TALON in backed.pointed and not still else discord.ButtonStyle.secondary
        argument = f"{advice.TALON}{signed}"
        below.append(button(Verb.POINT, label, argument=argument, emoji="🎴", style=style, **common))
    if still:
        below.append(button(Verb.FOLLOW, words("advice.follow"), table=table_view.id, emoji="▶️"))
    return [*rows, ui.ActionRow(*below)] if below else rows


def _picture(words: Words, backed: BackedView, preferences: Preferences, *, still: bool) -> Picture:
    game = backed.view.public
    # The mark in the picture is that of cards to be changed.
    changing = game.phase in (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD)
    places = tuple(
        HandPlace(card, dimmed=False, chosen=changing and not still and place in backed.pointed and card is not None)
        for place, card in enumerate(_places(backed, still=still))
    )
    seats = (backed.seat.other, backed.seat)
    scene = HandScene(
        places,
        game.trump,
        # Its place is that of the name beside the lead.
        None if game.tricks and not still else game.turn_up,
        formatting.style_of(words, preferences),
        None if still else _trick(backed),
        None if still else _winner(backed),
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


def _alt(words: Words, backed: BackedView, cards: list[Card], *, still: bool) -> str:
    names = [formatting.card_name(words, card) for card in cards]
    trump = backed.view.public.trump
    suit = formatting.suit_name(words, trump) if trump is not None else "–"
    trick = [] if still else deal_text.tricks(words, backed.table, backed.view.public)[-1:]
    who = formatting.who(backed.table, backed.seat)
    card = backed.view.public.turn_up
    turned = [] if card is None else [words("hand.alt.turned", card=formatting.card_name(words, card))]
    return " ".join([words("advice.alt", who=who, cards=", ".join(names), suit=suit), *turned, *trick])[:1024]
