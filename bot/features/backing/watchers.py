"""How a player decides which backers and guests see their cards: lines and buttons in the hand, a page on which the
player admits or refuses people, and the question about one person.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import notice, number, page_frame, question, shorten, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import PressButton, button, select
from bot.adapter.message import Message, layout
from bot.adapter.naming import participant
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.letters import strip_invisible
from bot.people.quotas import ADMISSIONS
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

_PAGE = "page"
_OPTIONS, _LABEL = 25, 100
_WAIT = (Sight.WAITS, Sight.ASKED)
_BLIND = tuple(sight for sight in Sight if sight not in (Sight.SEES, *_WAIT, Sight.HIDDEN))


def lines(words: Words, table: TableView, seat: Seat) -> list[str]:
    """Returns the lines about the people who see the hand of a seat, and about those who wait for the player's
    permission.
    """
    book, said = table.galerie.book, []
    opened = book is not None and book.stage is Stage.OPEN
    if seen := table.galerie.watchers_of(seat, Sight.SEES):
        said.append(words("sight.will" if opened else "sight.seen", people=_names(words, table, seen)))
    if waiting := table.galerie.watchers_of(seat, *_WAIT):
        said.append(words("sight.asking", people=_names(words, table, waiting)))
    return said


def opener(words: Words, table: TableView) -> PressButton | None:
    """Returns the button that opens a player's page of backers and guests. None if the table has no backer or guest who
    could see a hand.
    """
    return button(Verb.WATCHERS, words("sight.button"), table=table.id, emoji="👁️") if table.galerie.sight else None


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens a player's page of backers and guests.

    Only a player in a game gets it, and only if the table has backers or guests.
    """
    if (
        reader.table.status is Status.PLAYING
        and reader.hand is not None
        and (item := opener(words, reader.table)) is not None
    ):
        yield MenuEntry(Group.BETS, item)


def page(words: Words, table: TableView, seat: Seat) -> Message:
    """Returns the page on which the player in a seat admits or refuses backers and guests."""
    galerie = table.galerie
    said = lines(words, table, seat)
    if blind := galerie.watchers_of(seat, *_BLIND):
        said.append(words("sight.blind", people=_names(words, table, blind)))
    if hidden := galerie.watchers_of(seat, Sight.HIDDEN):
        said.append(words("sight.hidden", people=_names(words, table, hidden)))
    before_cards = galerie.book is not None and galerie.book.stage is Stage.OPEN
    # A backer has paid for the sight of the cards; a guest has not.
    refusable = tuple(
        person
        for person in galerie.watchers_of(seat, Sight.SEES, *_WAIT)
        if before_cards or galerie.sight[person] is not Sight.SEES or person in galerie.company.guests
    )
    admissible = galerie.watchers_of(seat, *_WAIT, Sight.REFUSED, Sight.HIDDEN)
    return Message(
        layout(
            page_frame(
                text(f"### {words('sight.title')}"),
                text("\n".join(said) or words("sight.none")),
                _choice(words, table, Verb.REFUSE_WATCHER, "sight.refuse", refusable),
                _choice(words, table, Verb.ADMIT_WATCHER, "sight.admit", admissible),
                text(f"-# {words('sight.about')}"),
            )
        )
    )


def ask(words: Words, table: TableView, person: int) -> Message:
    """Returns the question to a player: may this backer or guest see the hand? After the player has answered, the
    message shows the answer.

    Args:
        person: the id of the backer or guest.
    """
    who, link = participant(words, table, person), formatting.link(table.guild_id, table.place)
    match table.galerie.sight.get(person):
        case Sight.ASKED:
            return question(words("guest.question", who=who, table=link), *_answers(words, table, person))
        case Sight.WAITS:
            bets = () if table.galerie.book is None else table.galerie.book.bets
            amount = formatting.chips(words, sum(bet.amount for bet in bets if bet.person == person))
            asked = words("sight.question", who=who, amount=amount, table=link)
            return question(asked, *_answers(words, table, person))
        case Sight.SEES:
            return notice(words("sight.said.yes", who=who, table=link))
        case _:
            return notice(words("sight.said.no", who=who, table=link))


def rows(words: Words, table: TableView, seat: Seat) -> list[ui.Item[Any]]:
    """Returns the row of buttons in a player's hand that admits or refuses the first backer or guest who waits for an
    answer. Empty if no one waits.
    """
    waiting = table.galerie.watchers_of(seat, *_WAIT)
    return [ui.ActionRow(*_answers(words, table, waiting[0]))] if waiting else []


def _answers(words: Words, table: TableView, person: int) -> list[PressButton]:
    return [
        button(verb, words(key), table=table.id, argument=str(person), style=style)
        for verb, key, style in (
            (Verb.ADMIT_WATCHER, "sight.yes", discord.ButtonStyle.success),
            (Verb.REFUSE_WATCHER, "sight.no", discord.ButtonStyle.secondary),
        )
    ]


def draw_refused(words: Words, table: TableView, person: int) -> Message:
    """Returns the message that tells a backer or a guest that the player has refused to show them the hand."""
    seat = table.galerie.side_of(person)
    assert seat is not None, "a backer or a guest has a side"
    who, link = formatting.who(table, seat), formatting.link(table.guild_id, table.place)
    key = "notice.hidden" if table.galerie.sight[person] is Sight.HIDDEN else "notice.unseen"
    return notice(words(key, who=who, table=link))


@ROUTES.press(Verb.WATCHERS, needs=Needs.TABLE, first=First.ANSWER)
async def open_page(request: Request, press: Press) -> None:
    """Opens the page on which a player admits or refuses backers and guests.

    Raises:
        Refused: the person who pressed is no player of this table.
    """
    table = await lookup.table(request.app.tables, press.table)
    await request.reply(page(request.words, table, lookup.seat_of(table, request.person.id)))


@ROUTES.press(Verb.ADMIT_WATCHER, Verb.REFUSE_WATCHER, needs=Needs.TABLE)
async def answer_question(request: Request, press: Press) -> None:
    """Admits or refuses one backer or guest, by a button of the question about that person. Then the message shows the
    answer in place of the question.
    """
    await _decide(request, press, number(press.argument))


@ROUTES.press(Verb.ADMIT_WATCHER, Verb.REFUSE_WATCHER, needs=Needs.TABLE, argument=_PAGE, first=First.ANSWER)
async def decide(request: Request, press: Press) -> None:
    """Admits or refuses the person whom a player has chosen on the page, and redraws the page."""
    if len(request.values) != 1:
        raise Refused(Problem.STALE)
    table = await _decide(request, press, number(request.values[0]))
    await request.replace(page(request.words, table, lookup.seat_of(table, request.person.id)))


async def _decide(request: Request, press: Press, person: int) -> TableView:
    sees = press.verb is Verb.ADMIT_WATCHER
    if sees and not request.app.quotas.take(ADMISSIONS, (request.person.id, person)):
        raise Refused(Problem.TOO_FAST)
    return await guests.answer(
        request.app.tables, press.table, request.person.id, person, sees=sees, cause=request.cause
    )


def _choice(words: Words, table: TableView, verb: Verb, key: str, people: tuple[int, ...]) -> ui.ActionRow[Any] | None:
    options = [
        discord.SelectOption(
            label=shorten(strip_invisible(table.galerie.names[person]) or "?", _LABEL), value=str(person)
        )
        for person in people[:_OPTIONS]
    ]
    if not options:
        return None
    return ui.ActionRow(select(verb, options, placeholder=words(key), table=table.id, argument=_PAGE))


def _names(words: Words, table: TableView, people: tuple[int, ...]) -> str:
    return formatting.list_people(words, [participant(words, table, person) for person in people])
