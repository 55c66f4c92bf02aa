"""The private pages of a deal that belongs to no table: while the reader has to make a move, while they wait for
another member's, and at the end.

They are drawn from the reader's own view, so the opponent's cards cannot get onto them. A button names a place of the
hand, never a card. This module knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import buttons, number, page_frame, text
from bot.adapter.items import PressButton
from bot.adapter.message import Message, layout
from bot.adapter.naming import Players
from bot.features.deal import position as deal_position
from bot.features.deal import text as deal_text
from bot.features.deal.order import as_seen, in_order
from bot.features.deal.turn import discard_label, kind_of, opponents_turn, to_do
from bot.people.preferences import Preferences
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.ai import Level
from ecarte.game import (
    Accept,
    AcceptIfEnough,
    AnnounceKing,
    Card,
    Discard,
    Move,
    Play,
    PlayerView,
    Propose,
    Refuse,
    Seat,
)

SAID: Mapping[str, Move] = {
    "propose": Propose(),
    "give": Accept(),
    "giveif": AcceptIfEnough(),
    "refuse": Refuse(),
    "king": AnnounceKing(),
}
"""The moves that need no card, by the word that stands for them in the argument of a button."""
MakeButton: TypeAlias = Callable[..., PressButton]
"""A function that makes the button of a move. It takes the label, the word for the move (a word of `SAID`, `play`,
`pick` or `discard`), the places of its cards, and keyword arguments of `bot.adapter.items.button`.
"""
_LABELS = {
    "propose": "hand.propose",
    "give": "hand.accept",
    "giveif": "hand.accept.if",
    "refuse": "hand.refuse",
    "king": "hand.king.announce",
}
_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


def draw_decision(
    words: Words,
    head: str,
    view: PlayerView,
    who: Players,
    preferences: Preferences,
    make: MakeButton,
    draft: frozenset[int] = frozenset(),
    *,
    below: tuple[str, ...] = (),
    last: ui.ActionRow[Any] | None = None,
) -> Message:
    """Returns the page on which the reader has to make a move.

    Args:
        head: the text above everything else.
        make: makes the button of a move.
        draft: the places (0 to 4) of the cards that are picked for discarding and not confirmed.
        below: lines between the picture of the position and the line that says what to do.
        last: a row of further buttons below all others. None for no such row.
    """
    names = {"other": formatting.who(who, view.seat.other)}
    lines = [*below, to_do(words, view, names)]
    if view.may_announce:
        lines.append(words("hand.king", crown=formatting.mark(words, "crown")))
    if len(view.legal_moves) > 1:
        lines.append(words(f"tip.{kind_of(view)}", **formatting.scores(words, view.public.rules)))
    order = in_order(view.places, view.public.trump, preferences.order)
    items = *_cards(words, view, make, draft, order), _sayings(words, view, make), last
    return draw_page(words, head, view, who, preferences, lines, *items, draft=draft)


def draw_waiting(
    words: Words,
    head: str,
    view: PlayerView,
    who: Players,
    preferences: Preferences,
    make: MakeButton,
    *,
    below: tuple[str, ...] = (),
    last: ui.ActionRow[Any] | None = None,
) -> Message:
    """Returns the page on which the reader waits for the opponent's move. If the reader may announce the king, the page
    has a button for that.

    Args:
        head: the text above everything else.
        make: makes the button of a move.
        below: lines below the one that says what the reader waits for.
        last: a row of further buttons below all others. None for no such row.
    """
    lines = [f"### {opponents_turn(words, view, {'other': formatting.who(who, view.seat.other)})}", *below]
    if view.may_announce:
        lines.append(words("hand.king", crown=formatting.mark(words, "crown")))
    return draw_page(words, head, view, who, preferences, lines, _sayings(words, view, make), last)


def draw_page(
    words: Words,
    head: str,
    view: PlayerView,
    who: Players,
    preferences: Preferences,
    lines: Iterable[str],
    *below: ui.Item[Any] | None,
    draft: frozenset[int] = frozenset(),
) -> Message:
    """Returns a page with the deal so far and the picture of the position, between a text above and items below.

    Args:
        head: the text above everything else.
        lines: the text below the picture of the position.
        below: the items below that text. Each None is left out.
        draft: the places (0 to 4) of the cards that are picked for discarding and not confirmed.
    """
    order = in_order(view.places, view.public.trump, preferences.order)
    chosen = frozenset(spot for spot, place in enumerate(order) if place in draft)
    seen = as_seen(view, preferences.order)
    hand = deal_position.hand_text(words, seen) if seen.hand else ""
    position = deal_position.draw_position(words, seen, preferences, who, draft=chosen, instead=hand)
    return Message(
        layout(
            page_frame(
                text(f"{head}\n{trumps(words, view)}"),
                so_far(words, who, view),
                position.item,
                text("\n".join(lines)),
                *below,
            )
        ),
        position.pictures,
    )


def players(words: Words, seat: Seat, name: str) -> Players:
    """Returns the reader, who sits in `seat`, and the maître."""
    house = naming.name(words, Level.MAITRE)
    return Players((name, house) if seat is Seat.NORTH else (house, name), ())


def picked(places: Iterable[str]) -> frozenset[int]:
    """Returns the places of the cards that are picked for discarding.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    return frozenset(number(place, 0, 4) for place in places if place)


def trumps(words: Words, view: PlayerView) -> str:
    """Returns a line with the trump suit, the turn-up and the number of cards in the talon."""
    game = view.public
    assert game.trump is not None
    assert game.turn_up is not None
    turned = formatting.card(words, game.turn_up)
    return words("hand.trumps", suit=formatting.suit(words, game.trump), card=turned, talon=game.talon)


def so_far(words: Words, who: Players, view: PlayerView) -> ui.TextDisplay[Any] | None:
    """Returns the proposals, exchanges and tricks of the deal so far, in small print. None if there are none yet."""
    lines = [*deal_text.exchanges(words, who, view.public), *deal_text.tricks(words, who, view.public)]
    return text("\n".join(f"-# {line}" for line in lines)) if lines else None


def move_of(view: PlayerView, what: str, detail: str) -> Move:
    """Returns the move that a button of a private page stands for.

    Args:
        what: the word for the move in the argument of the button.
        detail: the places of its cards.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the move is not lawful.
    """
    if what in SAID:
        move = SAID[what]
    elif what == "play":
        move = Play(_card(view, detail))
    elif what == "discard":
        move = Discard(_card(view, place) for place in detail.split(",") if place not in ("", "-"))
    else:
        raise Refused(Problem.STALE)
    if move not in view.legal_moves:
        raise Refused(Problem.NOT_LAWFUL)
    return move


def _card(view: PlayerView, place: str) -> Card:
    card = view.places[number(place, 0, 4)]
    if card is None:
        raise Refused(Problem.STALE)
    return card


def _cards(
    words: Words, view: PlayerView, make: MakeButton, draft: frozenset[int], order: Sequence[int]
) -> list[ui.Item[Any]]:
    """Returns the cards, to be played or picked for discarding. A card that is unlawful is disabled.

    Args:
        order: the places of the cards, in the order in which the reader sees them.
    """
    bounds, items = view.discard_bounds, []
    for place in order:
        card = view.places[place]
        assert card is not None, "the order names cards only"
        if bounds is None:
            lawful = lit = Play(card) in view.legal_moves
            what, detail = "play", str(place)
        else:
            # A button names all cards that are picked after its press, so that a second press of the same drawing does
            # nothing.
            lit = place in draft
            lawful = lit or len(draft) < bounds[1]
            what, detail = "pick", ",".join(map(str, sorted(draft ^ {place})))
        style = _PRIMARY if lit else discord.ButtonStyle.secondary
        label, picture = formatting.on_button(words, card)
        items.append(make(label, what, detail, emoji=picture, disabled=not lawful, style=style))
    return [ui.ActionRow(*items), *([] if bounds is None else [_exchange(words, bounds, make, draft)])]


def _exchange(words: Words, bounds: tuple[int, int], make: MakeButton, draft: frozenset[int]) -> ui.ActionRow[Any]:
    """Returns the button that exchanges the picked cards, and, where the laws allow it, the one that exchanges none."""
    least, most = bounds
    # Two buttons of a message may not have the same id, so an empty list of places is written as a dash.
    places = ",".join(map(str, sorted(draft))) or "-"
    is_allowed = bool(draft) and least <= len(draft) <= most
    items = [make(discard_label(words, len(draft), 1), "discard", places, disabled=not is_allowed, style=_SUCCESS)]
    if not least:
        items.append(make(discard_label(words, 0, 0), "discard", ""))
    return ui.ActionRow(*items)


def _sayings(words: Words, view: PlayerView, make: MakeButton) -> ui.ActionRow[Any] | None:
    """Returns the buttons for moves without a card."""
    crown = formatting.mark(words, "crown")
    return buttons(
        *(
            make(words(_LABELS[what]), what, "", emoji=crown if what == "king" else None)
            for what, move in SAID.items()
            if move in view.legal_moves
        )
    )
