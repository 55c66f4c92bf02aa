"""A salon table, at which players may break the laws: the remedies of their opponents, the remarks of the galerie, and
the public lines about errors.

All is drawn from views. A view offers a player the same remedies whether or not the opponent has erred, so a button
gives nothing away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, assert_never

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, First, Needs, Routes, Stands
from bot.adapter.request import Request
from bot.features.deal import ASK, member_of, move_handler
from bot.tables import lookup
from bot.tables.actions import advice
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.game import (
    CallError,
    CardTakenBack,
    DealStood,
    ErrorCalled,
    Fault,
    HandShown,
    KingTakenBack,
    LetStand,
    LetStood,
    Move,
    NameSuit,
    Phase,
    PlayerView,
    PublicView,
    Remedy,
    RequireSuitNamed,
    SalonEvent,
    Seat,
    Suit,
    SuitNamed,
    SuitRequired,
    TakeBack,
    TakeKingBack,
)

__all__ = ["FEATURE", "error_lines", "error_sentence", "remedy_rows", "waiting_lines"]

ROUTES = Routes()

_PLAIN: Final[dict[Verb, Callable[[], Move]]] = {
    Verb.TAKE_BACK: TakeBack,
    Verb.KING_BACK: TakeKingBack,
    Verb.REQUIRE_SUIT: RequireSuitNamed,
    Verb.LET_STAND: LetStand,
}
_FREE: Final = frozenset({Verb.KING_BACK, Verb.LET_STAND})
_SUCCESS = discord.ButtonStyle.success


@ROUTES.press(Verb.CALL, needs=Needs.TABLE, argument=ASK, first=First.ANSWER)
async def ask(request: Request, press: Press) -> None:
    """Opens the private page of the errors of the opponent that a player can call."""
    hand = await lookup.hand(request.app.tables, press.table, request.person.id)
    await request.reply(draw_calls(request.words, hand).view)


@ROUTES.press(Verb.REMARK, needs=Needs.TABLE)
async def remark(request: Request, press: Press) -> None:
    """Points out an error in the score, for the backer who pressed the button (Law 54)."""
    await advice.remark(request.app.tables, press.table, request.person.id, request.cause)


def _suit(view: PlayerView, press: Press) -> Move:
    return NameSuit(member_of(Suit, press.argument))


def _call(view: PlayerView, press: Press) -> Move:
    fault, _, remedy = press.argument.partition(".")
    return CallError(member_of(Fault, fault), member_of(Remedy, remedy))


ROUTES.press(*_PLAIN, needs=Needs.TABLE, stands=Stands.HAND)(
    move_handler(lambda _, press: _PLAIN[press.verb](), free=_FREE)
)
ROUTES.press(Verb.NAME_SUIT, needs=Needs.TABLE, stands=Stands.PAGE)(move_handler(_suit))
ROUTES.press(Verb.CALL, needs=Needs.TABLE, stands=Stands.PAGE)(move_handler(_call, free=[Verb.CALL]))


def waiting_lines(words: Words, table_view: TableView, game: PublicView) -> list[str]:
    """Returns the lines of a salon table at which play has stopped so that errors can be called: until when, which
    players have said that they call none, and which backers have pointed out an error in the score.

    Empty at any other time.
    """
    salon, waiting = game.salon, table_view.waits.get(WaitKind.ERRORS)
    if salon is None or waiting is None or game.phase is not Phase.STANDING:
        return []
    until = formatting.until(words, table_view.terms, waiting.until)
    lines = [words("salon.standing" if salon.hand_over else "salon.standing.king", until=until)]
    lines += [words("salon.stood", who=formatting.who(table_view, seat)) for seat in Seat if salon.stood[seat.index]]
    if table_view.galerie.remarked:
        people = words.join(
            [naming.participant(words, table_view, person) for person in sorted(table_view.galerie.remarked)]
        )
        lines.append(words.count("salon.remarked", len(table_view.galerie.remarked), names=people))
    return lines


def remedy_rows(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    """Returns the row of buttons with a player's remedies against errors. Empty at a guided table, and if the player
    has no remedy now.
    """
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


def draw_calls(words: Words, hand: HandView) -> Message:
    """Returns the page of the errors that a player can call, each with its two remedies."""
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


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entries of the menu More at a salon table: for the leader the suits that can be named before leading,
    and for a backer the button that points out an error in the score.
    """
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
        yield MenuEntry(Group.CARDS, item, "" if number else words("salon.name"))
    book = table_view.galerie.book
    has_bet = book is not None and any(bet.person == reader.id for bet in book.bets)
    if has_bet and (remarked := remark_button(words, table_view)) is not None:
        yield MenuEntry(Group.RULES, remarked)


def remark_button(words: Words, table_view: TableView) -> PressButton | None:
    """Returns the button with which backers point out an error in the score (Law 54). None if the table has no backer,
    at a guided table, and while no errors can be called.
    """
    game, book = table_view.game, table_view.galerie.book
    if game is None or game.salon is None or book is None or table_view.status is not Status.PLAYING:
        return None
    if game.phase is not Phase.STANDING or not book.bets:
        return None
    return button(Verb.REMARK, words("salon.remark"), table=table_view.id, emoji="🗣️")


def error_lines(words: Words, players: formatting.Seated, game: PublicView) -> list[str]:
    """Returns the public lines about errors in the current deal of a salon table. Empty at a guided table, where no
    errors are possible.
    """
    salon = game.salon
    if salon is None:
        return []
    seen = []
    if salon.tries:
        seen.append(words.count("salon.again", salon.tries))
    seen += [
        words("salon.penalised", who=formatting.who(players, seat)) for seat in Seat if salon.penalised[seat.index]
    ]
    if game.phase is Phase.PLAY:
        for seat in Seat:
            if cards := salon.shown[seat.index]:
                seen.append(
                    words("salon.shown", who=formatting.who(players, seat), cards=formatting.cards(words, cards))
                )
    if game.turn is not None:
        under_way = bool(game.tricks) and game.tricks[-1].reply is None
        leader = formatting.who(players, game.turn.other if under_way else game.turn)
        if salon.named is not None:
            seen.append(words("salon.named", who=leader, suit=formatting.suit(words, salon.named)))
        if salon.bound is not None:
            seen.append(words("salon.bound", who=leader, suit=formatting.suit(words, salon.bound)))
    return seen


def error_sentence(words: Words, players: formatting.Seated, event: SalonEvent) -> str:
    """Returns a sentence about one error at a salon table."""
    match event:
        case SuitNamed(seat, suit):
            return words("salon.named", who=formatting.who(players, seat), suit=formatting.suit(words, suit))
        case SuitRequired(seat, held):
            key = "salon.required" if held else "salon.required.none"
            return words(key, who=formatting.who(players, seat), leader=formatting.who(players, seat.other))
        case CardTakenBack(seat, card, by):
            key = "salon.taken" if by is seat else "salon.taken.asked"
            return words(
                key,
                who=formatting.who(players, seat),
                by=formatting.who(players, by),
                card=formatting.card(words, card),
            )
        case KingTakenBack(seat):
            return words("salon.king.taken", who=formatting.who(players, seat))
        case HandShown(seat, _, cards):
            return words("salon.shown", who=formatting.who(players, seat), cards=formatting.cards(words, cards))
        case ErrorCalled(seat, fault, remedy):
            called = words(
                f"salon.called.{fault.value}",
                who=formatting.who(players, seat),
                other=formatting.who(players, seat.other),
            )
            return f"{called} {words(f'salon.chosen.{remedy.value}')}"
        case LetStood(seat):
            return words("salon.stood", who=formatting.who(players, seat))
        case DealStood():
            return words("salon.stands")
        case _:
            assert_never(event)


FEATURE = Feature("salon", (ROUTES,), more=entries)
