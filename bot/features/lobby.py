"""`/ecarte tables`: the open tables of a server, each with its score, whose turn it is and a link. Always private.

A reader sees their own tables first, then those of channels that they can see. The list is drawn from public views.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from bot.adapter import formatting, naming
from bot.adapter.components import fields, join_facts, number, page_frame, pager, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import safe
from bot.adapter.message import Message, layout
from bot.adapter.permissions import may_see
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.adapter.store import CHALLENGE
from bot.rows.table_rows import TableRow
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

__all__ = ["FEATURE"]

ROUTES = Routes()

_ROWS = 8
_MOST = 1_000


@dataclass(frozen=True, slots=True)
class Listed:
    """One table of the list.

    Attributes:
        message: the id of the message of its challenge. None if it is not known.
    """

    table: TableView
    message: int | None = None


def draw(words: Words, listed: Sequence[Listed], page: int, total: int, reader: int) -> Message:
    """Returns a page of the list of tables.

    Args:
        page: the number of the page, from 0.
        total: how many tables there are on all pages.
        reader: the id of the person who reads it. Tables that wait for this person are marked.
    """
    pages = max(1, -(-total // _ROWS))
    title = text(f"## {words('pages.tables.title')}")
    if not listed:
        return Message(layout(page_frame(title, text(words("pages.tables.empty")))))
    note = join_facts(words.count("pages.tables.count", total), words("pages.page", page=page + 1, pages=pages))
    return Message(
        layout(
            page_frame(
                title,
                text("\n".join(_lines(words, table, reader) for table in listed)),
                text(f"-# {note}") if pages > 1 else None,
                pager(words, Verb.TABLES, page, pages, (f"back.{max(0, page - 1)}", f"on.{page + 1}")),
            )
        )
    )


def _lines(words: Words, listed: Listed, reader: int) -> str:
    table = naming.with_names(words, listed.table)
    if table.seats is None:
        return f"{_challenge(words, table)}\n-# {join_facts(_place(words, listed), _open_until(words, table))}"
    north, south = (f"**{safe(person.name)}**" for person in table.seats)
    score = table.game.score if table.game is not None else (0, 0)
    facts = join_facts(_place(words, listed), _turn_line(words, table, reader))
    return f"{north} {score[0]} – {score[1]} {south}\n-# {facts}"


def _challenge(words: Words, table: TableView) -> str:
    challenger = f"**{safe(table.challenger.name)}**"
    if table.terms.pool is not None:
        return words("pages.tables.pool", challenger=challenger, n=max(1, len(table.galerie.joined)))
    if table.challenged_person is None:
        return words("pages.tables.open", challenger=challenger)
    return words(
        "pages.tables.challenge", challenger=challenger, challenged=f"**{safe(table.challenged_person.name)}**"
    )


def _open_until(words: Words, table: TableView) -> str:
    return words(
        "pages.tables.until", until=formatting.until(words, table.terms, table.waits[WaitKind.CHALLENGE].until)
    )


def _place(words: Words, listed: Listed) -> str:
    """Returns a link to the thread or channel of the table, or for a mere challenge to the message with its buttons."""
    table = listed.table
    if table.is_private:
        return words("pages.tables.private")
    if table.thread is None and listed.message is not None:
        return formatting.link(table.guild_id, table.channel_id, listed.message)
    return f"<#{table.place}>"


def _turn_line(words: Words, table: TableView, reader: int) -> str:
    """Returns whose turn it is and since when, or that bets are open."""
    # If a hand was given up before its cut, the line says that the table waits for the cut.
    waiting = table.waits.get(WaitKind.CUT) or table.waiting
    if waiting is None or table.game is None:
        return words("pages.tables.between")
    match waiting.kind:
        case WaitKind.BETS:
            return words("pages.tables.bets", until=formatting.until(words, table.terms, waiting.until))
        case WaitKind.CUT if table.waits_for_deal:
            return _turn(words, table, next(seat for seat in Seat if table.person(seat).level is None), reader)
        case WaitKind.CUT:
            return words("fair.waiting", who=naming.participant(words, table, waiting.who[0]))
        case WaitKind.HEIR | WaitKind.DECISION | WaitKind.PATIENCE:
            return _turn(words, table, table.game.turn, reader)
        case WaitKind.CHALLENGE | WaitKind.ERRORS | WaitKind.CHAIR | WaitKind.POOL | WaitKind.NEXT_GAME:
            return words("pages.tables.between")
        case _:
            assert_never(waiting.kind)


def _turn(words: Words, table: TableView, seat: Seat | None, reader: int) -> str:
    if seat is None:
        return words("pages.tables.between")
    person = table.person(seat)
    began = table.reserve_from - table.terms.pace.decision_ms if table.reserve_from is not None else None
    since = words("pages.tables.since", when=timestamp(began)) if began is not None else ""
    whose = words("pages.tables.yours") if person.id == reader else words("pages.tables.turn", name=safe(person.name))
    return join_facts(whose, since)


async def tables(request: Request, page: int = 0) -> Message:
    """Returns a page of the list of tables in this server that the person who asks may see.

    Args:
        page: the number of the page, from 0. If it is past the end, the last page is returned.
    """
    rows = await lookup.open_tables(request.app.tables, request.guild_id, limit=_MOST)
    reader = request.person.id
    own = [row for row in rows if reader in _people_of(row)]
    others = (row for row in rows if reader not in _people_of(row))
    seen = [*own, *(row for row in others if may_see(request.interaction, row.channel_id))]
    page = min(page, max(0, len(seen) - 1) // _ROWS)
    listed = []
    for row in seen[page * _ROWS : (page + 1) * _ROWS]:
        try:
            table = await lookup.table(request.app.tables, row.id)
        except Refused:
            continue
        challenge = (await request.display.tables.messages.slots(row.id)).get(CHALLENGE)
        listed.append(Listed(table, challenge.message_id if challenge and challenge.message_id else None))
    return draw(request.words, listed, page, len(seen), reader)


def _people_of(row: TableRow) -> set[int | None]:
    return {row.north_id, row.south_id, row.challenger_id, row.challenged_id}


@ROUTES.press(Verb.TABLES, needs=Needs.SERVER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Turns a page of the list of tables, in place.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    _, page = fields(press.argument, 2)
    await request.replace(await tables(request, number(page, 0, 1_000_000)))


@ROUTES.command("tables")
async def command(request: Request) -> None:
    """Answers `/ecarte tables` with the open tables of the server."""
    await request.reply(await tables(request))


FEATURE = Feature("lobby", (ROUTES,))
