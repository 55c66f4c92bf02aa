"""What may be done at a salon, as buttons: the remedies that a player may try, and what the galerie may point out.

Drawn from views alone, in which a remedy is there or not whatever the other has done: a button here tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.custom_ids import Verb
from bot.adapter.display import Entry, Group, Reader
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.features.deal import ASK
from bot.tables.state.table import Status
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.game import (
    CallError,
    Fault,
    LetStand,
    NameSuit,
    Phase,
    PlayerView,
    PublicView,
    Remedy,
    RequireSuitNamed,
    Seat,
    Suit,
    TakeBack,
    TakeKingBack,
)

_SUCCESS = discord.ButtonStyle.success
"""The argument of a press that opens the list of what may be called."""


def waiting(words: Words, table_view: TableView, game: PublicView) -> list[str]:
    """That errors may be called, until when, and who lets the hand stand."""
    salon = game.salon
    if salon is None or table_view.errors_until is None or game.phase is not Phase.STANDING:
        return []
    when = formatting.relative(table_view.errors_until)
    told = [words("salon.standing" if salon.hand_over else "salon.standing.king", when=when)]
    told += [words("salon.stood", who=formatting.who(table_view, seat)) for seat in Seat if salon.stood[seat.index]]
    if table_view.around.remarked:
        people = words.joined(
            [naming.participant(words, table_view, person) for person in sorted(table_view.around.remarked)]
        )
        told.append(words.count("salon.remarked", len(table_view.around.remarked), names=people))
    return told


def controls(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    """The remedies, as a row of buttons; none at a guided table."""
    moves = view.legal_moves
    common: dict[str, Any] = {"table": table_view.id, "decision": table_view.decision}
    items: list[ui.Item[Any]] = []
    if LetStand() in moves:
        items.append(button(Verb.LET_STAND, words("salon.let"), table=table_view.id, style=_SUCCESS))
    if RequireSuitNamed() in moves:
        items.append(button(Verb.REQUIRE_SUIT, words("salon.suit.ask"), **common))
    if TakeBack() in moves:
        items.append(button(Verb.TAKE_BACK, words("salon.takeback"), emoji="↩️", **common))
    if TakeKingBack() in moves:
        items.append(button(Verb.KING_BACK, words("salon.kingback"), table=table_view.id))
    if any(isinstance(move, CallError) for move in moves):
        items.append(button(Verb.CALL, words("salon.call"), table=table_view.id, argument=ASK, emoji="☝️"))
    return [ui.ActionRow(*items)] if items else []


def calls(words: Words, hand: HandView) -> Message:
    """What may be called, each with its two remedies."""
    table_view, moves = hand.table, hand.view.legal_moves
    parts: list[ui.Item[Any]] = [ui.TextDisplay(words("salon.call.title"))]
    for fault in Fault:
        items: list[ui.Item[Any]] = [
            button(
                Verb.CALL,
                words(f"salon.remedy.{remedy.value}"),
                table=table_view.id,
                argument=f"{fault.value}.{remedy.value}",
            )
            for remedy in Remedy
            if CallError(fault, remedy) in moves
        ]
        if items:
            parts += [ui.TextDisplay(words(f"salon.call.{fault.value}")), ui.ActionRow(*items)]
    if len(parts) == 1:
        parts = [ui.TextDisplay(words("salon.call.nothing"))]
    return Message(layout(ui.Container(*parts)))


def entries(words: Words, reader: Reader) -> Iterator[Entry]:
    """Returns the suits that the leader may name before leading, and the remark of a backer about the score."""
    table_view, hand = reader.table, reader.hand
    suits = [] if hand is None else [suit for suit in Suit if NameSuit(suit) in hand.view.legal_moves]
    for number, suit in enumerate(suits):
        item = button(
            Verb.NAME_SUIT,
            formatting.suit_name(words, suit),
            emoji=formatting.suit_emoji(words, suit),
            table=table_view.id,
            decision=table_view.decision,
            argument=suit.value,
        )
        yield Entry(Group.CARDS, item, "" if number else words("salon.name"))
    book = table_view.around.book
    has_bet = book is not None and any(bet.person == reader.id for bet in book.bets)
    if has_bet and (remarked := remark(words, table_view)) is not None:
        yield Entry(Group.RULES, remarked)


def remark(words: Words, table_view: TableView) -> PressButton | None:
    """The button by which backers point out an error in the score (Law 54); None where there is no backer."""
    game, book = table_view.game, table_view.around.book
    if game is None or game.salon is None or book is None or table_view.status is not Status.PLAYING:
        return None
    if game.phase is not Phase.STANDING or not book.bets:
        return None
    return button(Verb.REMARK, words("salon.remark"), table=table_view.id, emoji="🗣️")
