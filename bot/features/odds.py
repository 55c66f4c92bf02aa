"""The page of the chances to win the game, at the score of a table or at any score. Only the reader sees it.

It is computed from the public view alone, so no hand can get onto the page. The figures come from
`ecarte.ai.exchange.game_value`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import buttons, fields, number, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.formatting import odds_of
from bot.adapter.items import button, select
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.rows.table_rows import TableRow
from bot.tables import lookup
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.ai import Basis, ScoreOdds, at_score, at_table, policy_knows
from ecarte.game import Seat

__all__ = ["FEATURE", "open_page"]

ROUTES = Routes()
_MOST = 4
_DEALERS = {"any": None, "me": Seat.NORTH, "other": Seat.SOUTH}
_MENUS = ("mine", "theirs", "deal")

_ME = Seat.NORTH
"""The reader's seat if only a score is asked for."""
_ON = (Status.PLAYING.value, Status.BETWEEN.value)
_KEYS = {Basis.CUT: "odds.cut", Basis.DEAL: "odds.deal", Basis.TURNED: "odds.turned", Basis.KING: "odds.king"}


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens this page, at a table with two players for whose rules the figures
    hold.
    """
    game = reader.table.game
    if reader.table.status.value in _ON and (game is None or policy_knows(game.rules)):
        yield MenuEntry(Group.CARDS, button(Verb.ODDS, words("odds.open"), emoji="🎲"))


def draw_table(words: Words, view: TableView) -> Message:
    """Returns the page of the chances at a table with two players. Between two games, the score is love-all (no points
    yet).
    """
    view, game = naming.with_names(words, view), view.game
    odds = None if game is None else at_table(game)
    if game is None or odds is None:
        if game is None or policy_knows(game.rules):
            return draw_score(words, 0, 0, None)
        return Message(layout(page_frame(text(words("odds.none")), _another(words))))
    north, south = (formatting.who(view, seat) for seat in Seat)
    link = formatting.link(view.guild_id, view.place)
    score = words("odds.table", north=north, south=south, a=game.score[0], b=game.score[1], table=link)
    dealer = "" if odds.dealer is None else formatting.who(view, odds.dealer)
    card = "" if game.turn_up is None else formatting.card(words, game.turn_up)
    lines = [words(_KEYS[odds.basis], dealer=dealer, card=card), _chances(words, odds, (north, south))]
    if odds.without_king:
        lines.append(words("odds.without_king"))
    return _page(words, score, [*lines, *_book(words, odds, (north, south))], _another(words))


def _another(words: Words) -> ui.ActionRow[Any] | None:
    """Returns the button that opens the chances at any score."""
    return buttons(button(Verb.ODDS, words("odds.another"), argument="score.0.0.any"))


def draw_score(words: Words, mine: int, theirs: int, dealer: Seat | None) -> Message:
    """Returns the page of the chances at a score, before a deal.

    Args:
        mine, theirs: the points of the reader and of the opponent, from 0 to 4.
        dealer: the dealer of that deal: North for the reader, South for the opponent. None to show both cases.
    """
    names = words("pages.rules.own"), words("pages.rules.other")
    within = words("odds.you"), words("odds.opponent")
    lines = []
    for seat in Seat if dealer is None else (dealer,):
        dealer_line = words("odds.deals.you" if seat is _ME else "odds.deals.other")
        lines.append(f"{dealer_line}\n{_chances(words, at_score((mine, theirs), seat), names)}")
    book = at_score((mine, theirs), dealer)
    score = words("odds.score", mine=mine, theirs=theirs)
    return _page(words, score, [*lines, *_book(words, book, within)], *_menus(words, mine, theirs, dealer))


def _menus(words: Words, mine: int, theirs: int, dealer: Seat | None) -> Iterator[ui.ActionRow[Any]]:
    """Yields the menus of the score: the points of both, and who deals."""
    score = f"{mine}.{theirs}.{next(name for name, seat in _DEALERS.items() if seat is dealer)}"
    for menu, points in (("mine", mine), ("theirs", theirs)):
        options = [
            discord.SelectOption(label=words(f"odds.{menu}", n=n), value=str(n), default=n == points)
            for n in range(_MOST + 1)
        ]
        yield ui.ActionRow(
            select(Verb.ODDS, options, placeholder=words("pages.settings.pick"), argument=f"{menu}.{score}")
        )
    options = [
        discord.SelectOption(label=words(f"odds.deal.{name}"), value=name, default=seat is dealer)
        for name, seat in _DEALERS.items()
    ]
    yield ui.ActionRow(select(Verb.ODDS, options, placeholder=words("pages.settings.pick"), argument=f"deal.{score}"))


def _page(words: Words, score: str, lines: list[str], *choices: ui.ActionRow[Any] | None) -> Message:
    return Message(
        layout(
            page_frame(
                text(f"## {words('odds.title')}\n{score}"),
                text("\n".join(lines)),
                text(f"-# {words('odds.about')}"),
                *choices,
            )
        )
    )


def _chances(words: Words, odds: ScoreOdds, names: tuple[str, str]) -> str:
    """Returns both chances in per cent, with one decimal: the deal is often worth less than one per cent."""
    north = round(odds.chances[0], 3)
    pairs = zip(names, (north, 1 - north), strict=True)
    return " · ".join(f"{name} **{words.percent(share, 1)}**" for name, share in pairs)


def _book(words: Words, chances: ScoreOdds, names: tuple[str, str]) -> list[str]:
    """Returns the odds that the book lays on the player ahead, and whether the book warns of them."""
    if chances.ahead is None:
        return [words("odds.book.even")]
    odds, who = chances.book, names[chances.ahead.index]
    share = words.percent(odds.stake / (odds.stake + odds.win))
    line = words("odds.book", odds=odds_of(words, odds), who=who, share=share)
    return [f"{line} {words('odds.warned')}" if chances.warned else line]


async def open_page(request: Request) -> None:
    """Opens the page of the chances at a table: at the person's own table in this channel or thread, else at the only
    table here, else at the person's own table elsewhere in the server. Without a table, the score is love-all (no
    points yet).
    """
    row = await _table(request)
    if row is None:
        # The first call reads the policy's file.
        drawing = await asyncio.to_thread(draw_score, request.words, 0, 0, None)
    else:
        view = await lookup.table(request.app.tables, row.id)
        drawing = await asyncio.to_thread(draw_table, request.words, view)
    await request.reply(drawing)


async def _table(request: Request) -> TableRow | None:
    """Returns the person's own table here, otherwise the only one here, otherwise their own elsewhere in the server."""
    user = request.person.id
    rows = await lookup.tables_at(request.app.tables, request.channel_id) if request.guild_id else ()
    here = [row for row in rows if row.status in _ON]
    own = [row for row in here if user in (row.north_id, row.south_id)]
    if own or len(here) == 1:
        return (own or here)[-1]
    mine = [row for row in await lookup.tables_of(request.app.tables, user, request.guild_id) if row.status in _ON]
    return mine[-1] if mine else None


@ROUTES.press(Verb.ODDS, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the page of the chances if the button has no argument. Otherwise shows another score in place.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    if not press.argument:
        await open_page(request)
        return
    what, *score = fields(press.argument, 4)
    if request.values and what in _MENUS:
        score[_MENUS.index(what)] = request.values[0]
    mine, theirs = (number(points, 0, _MOST) for points in score[:2])
    if score[2] not in _DEALERS:
        raise Refused(Problem.STALE)
    await request.replace(await asyncio.to_thread(draw_score, request.words, mine, theirs, _DEALERS[score[2]]))


FEATURE = Feature("odds", (ROUTES,), more=entries)
