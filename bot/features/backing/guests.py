"""Guests: bystanders who sit behind a player without a bet, by that player's leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import question, shorten
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message
from bot.adapter.naming import participant
from bot.adapter.registry import Needs, Routes
from bot.adapter.request import Request
from bot.letters import strip_invisible
from bot.people.quotas import GUESTS, GUESTS_OF_ONE
from bot.tables import lookup
from bot.tables.actions import guests
from bot.tables.problems import Problem, Refused
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table.stakes import Stage

ROUTES = Routes()

_LABEL: Final = 80
_WAITING_SHOWN: Final = 3
_MAY_ASK: Final = (None, Sight.STAKE, Sight.HIDDEN)
"""The bystanders who may ask: those without a bet, with a bet too small to see the hand, or refused by one player."""


def lines(words: Words, table: TableView) -> list[str]:
    """Returns a public line for each bystander who asks to sit behind a player, for at most three of them."""
    return [
        words("guest.asks", guest=participant(words, table, person), who=formatting.who(table, seat))
        for seat, person in _waiting(table)
    ]


def rows(words: Words, table: TableView) -> list[ui.Item[Any]]:
    """Returns the row of buttons by which the players admit the bystanders who ask to sit behind them. Empty if no
    bystander asks.
    """
    admits = [_admit(words, table, person) for _, person in _waiting(table)]
    return [ui.ActionRow(*admits)] if admits else []


def asks(words: Words, table: TableView, user_id: int, *seats: Seat) -> list[PressButton]:
    """Returns the buttons by which the person `user_id` asks to sit behind a player. Empty if they may not ask, for
    example because they play or are a guest already.

    Args:
        seats: the seats of the players who may be asked. If none is given, both may be asked.
    """
    players = {person.id for person in (*(table.seats or ()), *(table.sat or ()))}
    if user_id in players or table.galerie.sight.get(user_id) not in _MAY_ASK:
        return []
    side = table.galerie.side_of(user_id)
    refused = table.galerie.company.refused
    return [
        behind(words, table, seat)
        for seat in seats or Seat
        if table.takes_guests(seat) and (user_id, seat) not in refused and side in (None, seat)
    ]


def page(words: Words, about: str, buttons: list[PressButton]) -> Message:
    """Returns a private page that explains, below the text `about`, how to see a hand without a bet."""
    return question(f"{about}\n{words('guest.about')}", *buttons)


def behind(words: Words, table: TableView, seat: Seat) -> PressButton:
    """Returns the button by which a bystander asks to sit behind the player in a seat."""
    label = shorten(words("guest.behind", who=strip_invisible(table.person(seat).name)), _LABEL)
    return button(Verb.SIT_BEHIND, label, table=table.id, argument=seat.value)


def seated(words: Words, table: TableView) -> list[str]:
    """Returns a line for each player who has guests, with the names of the guests."""
    said = []
    for seat in Seat:
        watchers = table.galerie.watchers_of(seat, Sight.SEES)
        people = [person for person in watchers if table.galerie.company.sees(person)]
        if people:
            names = formatting.list_people(words, [participant(words, table, person) for person in people])
            said.append(words("galerie.behind", who=formatting.who(table, seat), people=names))
    return said


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entries of the menu More about guests: who sits behind whom, and the reader's buttons to ask for such
    a place or to give it up.
    """
    table = reader.table
    if table.status is not Status.PLAYING:
        return
    for line in seated(words, table):
        yield MenuEntry(Group.CHAIRS, line=line)
    about = words("guest.about")
    for item in asks(words, table, reader.id):
        yield MenuEntry(Group.CHAIRS, item, about)
        about = ""
    if reader.id in table.galerie.company.guests:
        yield MenuEntry(Group.CHAIRS, button(Verb.LEAVE_GUEST, words("guest.leave"), table=table.id))


@ROUTES.press(Verb.SIT_BEHIND, needs=Needs.MEMBER)
async def ask(request: Request, press: Press) -> None:
    """Asks a player whether a bystander may sit behind them, and answers the bystander with the result.

    Raises:
        Refused: the table takes no guests, the player or the server forbids it, or this person asks too often.
    """
    try:
        seat = Seat(press.argument)
    except ValueError:
        raise Refused(Problem.STALE) from None
    app, person = request.app, request.person
    seats = (await lookup.table(app.tables, press.table)).seats
    asked = None if seats is None else seats[seat.index].id
    if not app.quotas.take(GUESTS, person.id) or not app.quotas.take(GUESTS_OF_ONE, (person.id, asked)):
        raise Refused(Problem.TOO_FAST)
    table = await guests.ask(app.tables, press.table, person, seat, request.cause, request.backer())
    await request.reply(_answer(request.words, table, seat, person.id))


@ROUTES.press(Verb.LEAVE_GUEST, needs=Needs.TABLE)
async def leave(request: Request, press: Press) -> None:
    """Gives up the place of the guest who pressed the button, or takes back their request for one."""
    before = await lookup.table(request.app.tables, press.table)
    await guests.leave(request.app.tables, press.table, request.person.id, request.cause)
    seat = before.galerie.company.guests.get(request.person.id)
    if seat is not None:
        await request.reply(request.words("guest.left", who=formatting.who(before, seat)))


def _answer(words: Words, table: TableView, seat: Seat, user_id: int) -> str:
    who, book = formatting.who(table, seat), table.galerie.book
    if not table.galerie.sees(user_id):
        return words("guest.asked", who=who)
    if book is not None and book.stage is Stage.OPEN:
        return words("guest.soon", who=who)
    return words("guest.there", who=who, press=words("table.hand"))


def _admit(words: Words, table: TableView, person: int) -> PressButton:
    label = shorten(words("guest.let", guest=strip_invisible(table.galerie.names[person])), _LABEL)
    style = discord.ButtonStyle.success
    return button(Verb.ADMIT_WATCHER, label, table=table.id, argument=str(person), style=style)


def _waiting(table: TableView) -> list[tuple[Seat, int]]:
    """Returns the first guests who wait for a player's yes, where that player can give it."""
    waiting = [
        (seat, person)
        for seat in Seat
        if table.takes_guests(seat)
        for person in table.galerie.watchers_of(seat, Sight.ASKED)
    ]
    return waiting[:_WAITING_SHOWN]
