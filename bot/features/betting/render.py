"""The buttons for bets and side bets, the page of side bets, and the messages to bettors.

All readers of a table see the same buttons. If a reader's press is not allowed, they get the reason in a private
answer.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import notice, page_frame, question
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.features.backing import guests
from bot.features.betting import text as betting_text
from bot.letters import strip_invisible
from bot.tables.actions.betting import BetProspect
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table.stakes import Stage

_PRIMARY, _SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
_PRESETS = (10, 50, 100)
_OFFERS_SHOWN = 8
_LABEL = 80


def rows(words: Words, view: TableView, more: PressButton) -> list[ui.Item[Any]]:
    """Returns the rows of buttons before a deal. Before the first deal of a game they match a bet or make one; between
    deals they make a side bet. The last row deals the cards or opens the menu More.

    Args:
        more: the button that opens the menu More.
    """
    book, market = view.galerie.book, view.galerie.side_bets
    last = ui.ActionRow[Any](_cards(words, view), more)
    if book is not None and book.stage is Stage.OPEN:
        take = match(words, view)
        bets = ui.ActionRow[Any](*(_on(words, view, Verb.BET, "galerie.bet", seat) for seat in Seat))
        return [*([] if take is None else [ui.ActionRow[Any](take)]), bets, last]
    if market is not None and market.to_make is not None:
        return [ui.ActionRow(*(_on(words, view, Verb.OFFER, "galerie.offer", seat) for seat in Seat)), last]
    return [last]


def match(words: Words, view: TableView, taker: Seat | None = None) -> PressButton | None:
    """Returns the button that matches the next bet that is not matched. None if there is no such bet.

    Args:
        taker: the seat of the player who alone reads it. If the bet is on that player, there is no button. None if all
            read it.
    """
    waiting = view.galerie.unmatched
    if waiting is None or waiting.side is taker:
        return None
    who, amount = strip_invisible(view.galerie.names[waiting.person]), words.number(waiting.amount)
    # The button stakes at most the amount on its label.
    argument = f"{waiting.person}.{waiting.amount}"
    label = words("galerie.match", who=who, amount=amount)[:_LABEL]
    return button(Verb.MATCH_BET, label, table=view.id, argument=argument, style=_PRIMARY)


def closed_book(words: Words, view: TableView) -> Message:
    """Returns the list of bets after betting has ended. It replaces the message on which the bets were made."""
    title = words("galerie.closed", north=formatting.who(view, Seat.NORTH), south=formatting.who(view, Seat.SOUTH))
    lines = betting_text.behind(words, view)
    return Message(layout(ui.Container(ui.TextDisplay("\n".join([title, *lines])))), passing=True)


def presets(words: Words, view: TableView, seat: Seat, purse: int, prospect: BetProspect) -> Message:
    """Returns the page of amounts that a bystander can bet on a player, and says what a bet will bring.

    Args:
        seat: the seat of the player.
        purse: the bystander's free chips.
    """
    who = formatting.who(view, seat)
    about = " ".join(betting_text.prospects(words, view, seat, prospect))

    def bet(amount: int, label: str) -> PressButton:
        return button(Verb.BET_AMOUNT, label, table=view.id, argument=f"{seat.value}.{amount}", style=_PRIMARY)

    amounts = [bet(amount, words.number(amount)) for amount in _PRESETS if amount < purse]
    everything = bet(purse, words("galerie.presets.all", amount=words.number(purse)))
    other = button(Verb.BET_OTHER, words("galerie.presets.other"), table=view.id, argument=seat.value)
    text: ui.TextDisplay[Any] = ui.TextDisplay(f"{words('galerie.presets', who=who)}\n{about}")
    return Message(layout(page_frame(text, ui.ActionRow(*amounts, everything, other))))


def mine(words: Words, view: TableView, user_id: int) -> Message:
    """Returns the list of a person's bets on the game. While bets are open, a backer gets a button that takes bets
    back.
    """
    book = view.galerie.book
    back: ui.ActionRow[Any] | None = None
    if book is not None and book.stage is Stage.OPEN and any(bet.person == user_id for bet in book.bets):
        back = ui.ActionRow(button(Verb.WITHDRAW_BET, words("galerie.withdraw"), table=view.id))
    text: ui.TextDisplay[Any] = ui.TextDisplay(betting_text.mine(words, view, user_id))
    return Message(layout(page_frame(text, back)))


def side_bets(words: Words, view: TableView, user_id: int) -> Message:
    """Returns the page of offered side bets for one reader, who may take the offers of others and withdraw their
    own.
    """
    market = view.galerie.side_bets
    offers = (
        [offer for offer in market.offers if offer.left] if market is not None and market.to_make is not None else []
    )
    if not offers:
        return Message(layout(ui.Container(ui.TextDisplay(words("galerie.side.none")))))
    parts: list[ui.Item[Any]] = [ui.TextDisplay(words("galerie.side.about"))]
    for offer in offers[:_OFFERS_SHOWN]:
        own = offer.person == user_id
        verb, key = (Verb.WITHDRAW_OFFER, "galerie.side.withdraw") if own else (Verb.TAKE_OFFER, "galerie.side.take")
        press = button(verb, words(key), table=view.id, argument=str(offer.number))
        line: ui.TextDisplay[Any] = ui.TextDisplay(betting_text.offer_line(words, view, offer))
        parts.append(ui.Section(line, accessory=press))
    if len(offers) > _OFFERS_SHOWN:
        parts.append(ui.TextDisplay(words.count("galerie.more", len(offers) - _OFFERS_SHOWN)))
    return Message(layout(ui.Container(*parts)))


def _on(words: Words, view: TableView, verb: Verb, key: str, seat: Seat) -> PressButton:
    label = words(key, who=strip_invisible(view.person(seat).name))[:_LABEL]
    return button(verb, label, table=view.id, argument=seat.value, style=_PRIMARY)


def _cards(words: Words, view: TableView) -> PressButton:
    return button(
        Verb.WANT_CARDS, words("galerie.deal"), table=view.id, style=_SUCCESS, emoji=formatting.mark(words, "back")
    )


def refund(words: Words, view: TableView, person: int) -> Message:
    """Returns the message to a bettor whose bet was not fully matched: how many chips were returned. If no part of the
    bet was matched, it also offers a place as a guest, where the player may have guests.
    """
    table, side = formatting.link(view.guild_id, view.place), view.galerie.refunded_side
    lines = betting_text.back(words, view, person)
    if side is None or view.galerie.side_of(person) is not None or not view.takes_guests(side):
        return notice("\n".join([*lines, words("notice.refund", table=table)]))
    lines += [words("guest.offer", who=formatting.who(view, side)), words("notice.refund", table=table)]
    return question("\n".join(lines), guests.behind(words, view, side))
