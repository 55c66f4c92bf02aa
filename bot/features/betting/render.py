"""What anybody may press around a table: bet, take a chair, ask for the cards, play a hand out; and private pages.

Everybody sees the same buttons; whoever may not press one is told so privately, and why.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Drawing, layout
from bot.features.betting import text as betting_text
from bot.people.person import level_of
from bot.tables.state.table import Status
from bot.tables.views import TableSight
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table.stakes import Stage, Style

__all__ = ["closed_book", "queued", "rows", "side_bets"]

_PRIMARY, _SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
_OFFERS_SHOWN = 8
_LABEL = 80


def rows(words: Words, sight: TableSight) -> list[ui.Item[Any]]:
    """The rows of buttons for what can be done around the table now, above its usual ones."""
    if sight.status is Status.BETWEEN:
        return _chairs(words, sight)
    if sight.status is not Status.PLAYING:
        return []
    if sight.around.heir is not None:
        take = button(Verb.TAKE_HAND, words("galerie.hand.take"), table=sight.id, style=_SUCCESS)
        return [ui.ActionRow(take, button(Verb.DECLINE_HAND, words("galerie.hand.decline"), table=sight.id))]
    if sight.around.pause is None:
        return []
    book, beside = sight.around.book, sight.around.side_bets
    if book is not None and book.stage is Stage.OPEN:
        return _bets(words, sight, french=book.style is Style.FRENCH)
    if beside is not None and beside.to_make is not None:
        offers = [_on(words, sight, Verb.OFFER, "galerie.offer", seat) for seat in Seat]
        see = button(Verb.SIDE_BETS, words("galerie.side.see"), table=sight.id, disabled=not beside.offers)
        return [ui.ActionRow(*offers, see), ui.ActionRow(_cards(words, sight))]
    return [ui.ActionRow(_cards(words, sight))]


def rentrer(words: Words, sight: TableSight) -> PressButton | None:
    """The button of whoever would like a chair, at a table where chairs change."""
    queue = sight.around.queue
    if queue is None or queue.style is Style.ENGLISH:
        return None
    return button(Verb.ENTER, words("galerie.enter"), table=sight.id, emoji="🪑")


def house(words: Words, sight: TableSight) -> PressButton | None:
    """The button of whoever sits alone and would play with the house, where it takes an empty chair and nobody else."""
    queue, level = sight.around.queue, sight.terms.house_enters
    if queue is None or level is None or sight.status is not Status.BETWEEN:
        return None
    if not queue.empty_chairs or sight.around.awaited is not None or not any(map(_member, queue.seats)):
        return None
    return button(Verb.ASK_HOUSE, words("house.ask"), table=sight.id, emoji="🏠")


def _member(person: int | None) -> bool:
    return person is not None and level_of(person) is None


def closed_book(words: Words, sight: TableSight) -> Drawing:
    """What is left of the message on which bets were made, once they are closed."""
    title = words("galerie.closed", north=formatting.who(sight, Seat.NORTH), south=formatting.who(sight, Seat.SOUTH))
    lines = betting_text.behind(words, sight)
    return Drawing(layout(ui.Container(ui.TextDisplay("\n".join([title, *lines])))), passing=True)


def side_bets(words: Words, sight: TableSight, user_id: int) -> Drawing:
    """The offers, for one reader: which he may take, and which are his own."""
    beside = sight.around.side_bets
    offers = [it for it in beside.offers if it.left] if beside is not None and beside.to_make is not None else []
    if not offers:
        return Drawing(layout(ui.Container(ui.TextDisplay(words("galerie.side.none")))))
    parts: list[ui.Item[Any]] = [ui.TextDisplay(words("galerie.side.about"))]
    for made in offers[:_OFFERS_SHOWN]:
        own = made.person == user_id
        verb, key = (Verb.WITHDRAW_OFFER, "galerie.side.withdraw") if own else (Verb.TAKE_OFFER, "galerie.side.take")
        press = button(verb, words(key), table=sight.id, argument=str(made.number))
        line: ui.TextDisplay[Any] = ui.TextDisplay(betting_text.offer_line(words, sight, made))
        parts.append(ui.Section(line, accessory=press))
    if len(offers) > _OFFERS_SHOWN:
        parts.append(ui.TextDisplay(words.count("galerie.more", len(offers) - _OFFERS_SHOWN)))
    return Drawing(layout(ui.Container(*parts)))


def queued(words: Words, sight: TableSight, place: int) -> Drawing:
    """To somebody who waits for a chair: his place in the order, and the way out."""
    leave = button(Verb.LEAVE_QUEUE, words("galerie.queue.leave"), table=sight.id)
    text: ui.TextDisplay[Any] = ui.TextDisplay(words("galerie.queue.in", place=place))
    return Drawing(layout(ui.Container(text, ui.ActionRow(leave))))


def _bets(words: Words, sight: TableSight, *, french: bool) -> list[ui.Item[Any]]:
    back = button(Verb.WITHDRAW_BET, words("galerie.withdraw"), table=sight.id)
    take = button(Verb.TAKE_BETS, words("galerie.take"), table=sight.id)
    bets = [_on(words, sight, Verb.BET, "galerie.bet", seat) for seat in Seat]
    second: list[ui.Item[Any]] = [_cards(words, sight), take]
    if french:
        second.append(button(Verb.CHOUETTE, words("galerie.chouette.declare"), table=sight.id, emoji="🦉"))
    return [ui.ActionRow(*bets, back), ui.ActionRow(*second)]


def _on(words: Words, sight: TableSight, verb: Verb, key: str, seat: Seat) -> PressButton:
    label = words(key, who=" ".join(sight.person(seat).name.split()))[:_LABEL]
    return button(verb, label, table=sight.id, argument=seat.value, style=_PRIMARY)


def _cards(words: Words, sight: TableSight) -> PressButton:
    return button(Verb.WANT_CARDS, words("galerie.deal"), table=sight.id, style=_SUCCESS, emoji="🎴")


def _chairs(words: Words, sight: TableSight) -> list[ui.Item[Any]]:
    queue, awaited = sight.around.queue, sight.around.awaited
    if queue is None or awaited is None or queue.seat_of(awaited) is not None or not _member(awaited):
        return []
    sit = button(Verb.SIT, words("galerie.chair.sit"), table=sight.id, style=_SUCCESS, emoji="🪑")
    return [ui.ActionRow(sit, button(Verb.DECLINE_CHAIR, words("galerie.chair.decline"), table=sight.id))]
