"""The chance to win the game, from the public view of a table, or from a score. Private.

No hand has a way onto it. The figures are `ecarte.ai.game_value`'s.
"""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.adapter import formatting, naming
from bot.adapter.components import framed, text
from bot.adapter.formatting import odds_of
from bot.adapter.message import Message, layout
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.tables import lookup
from bot.tables.lookup import TableRow
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.ai import Basis, ScoreOdds, at_score, at_table
from ecarte.game import Seat

__all__ = ["ROUTES", "draw_score", "draw_table", "open_page"]

ROUTES = Routes()
_MOST = 4
_DEALERS = {"me": Seat.NORTH, "other": Seat.SOUTH}

_ME = Seat.NORTH
"""Where the reader sits, if only a score is asked for."""
_ON = (Status.PLAYING.value, Status.BETWEEN.value)
_KEYS = {Basis.CUT: "odds.cut", Basis.DEAL: "odds.deal", Basis.TURNED: "odds.turned", Basis.KING: "odds.king"}


def draw_table(words: Words, view: TableView) -> Message:
    """The chances at a table as it stands; one that has been seated."""
    view, game = naming.named(words, view), view.game
    found = None if game is None else at_table(game)
    if game is None or found is None:
        return Message(layout(framed(text(words("odds.none")))))
    north, south = (formatting.who(view, seat) for seat in Seat)
    link = formatting.link(view.guild_id, view.place)
    score = words("odds.table", north=north, south=south, a=game.score[0], b=game.score[1], table=link)
    dealer = "" if found.dealer is None else formatting.who(view, found.dealer)
    card = "" if game.turn_up is None else formatting.card(words, game.turn_up)
    lines = [words(_KEYS[found.basis], dealer=dealer, card=card), _chances(words, found, (north, south))]
    if found.without_king:
        lines.append(words("odds.without_king"))
    return _page(words, score, [*lines, *_book(words, found, (north, south))])


def draw_score(words: Words, mine: int, theirs: int, dealer: Seat | None) -> Message:
    """The chances at a score, before a deal.

    Args:
        mine, theirs: points, up to four.
        dealer: north is the reader, south the other; None: both are shown.
    """
    names = words("pages.rules.own"), words("pages.rules.other")
    within = words("odds.you"), words("odds.adversary")
    lines = []
    for seat in Seat if dealer is None else (dealer,):
        told = words("odds.deal.you" if seat is _ME else "odds.deal.other")
        lines.append(f"{told}\n{_chances(words, at_score((mine, theirs), seat), names)}")
    book = at_score((mine, theirs), dealer)
    return _page(words, words("odds.score", mine=mine, theirs=theirs), [*lines, *_book(words, book, within)])


def _page(words: Words, score: str, lines: list[str]) -> Message:
    return Message(
        layout(
            framed(
                text(f"## {words('odds.title')}\n{score}"),
                text("\n".join(lines)),
                text(f"-# {words('odds.about')}"),
            )
        )
    )


def _chances(words: Words, found: ScoreOdds, names: tuple[str, str]) -> str:
    """Both chances in per cent that make a hundred; who deals is often worth less than one."""
    north = round(found.chances[0], 3)
    pairs = zip(names, (north, 1 - north), strict=True)
    return " · ".join(f"{name} **{words.percent(share, 1)}**" for name, share in pairs)


def _book(words: Words, found: ScoreOdds, names: tuple[str, str]) -> list[str]:
    """Returns the odds of the book on the player ahead, and whether the book warns of them."""
    if found.ahead is None:
        return [words("odds.book.even")]
    odds, who = found.book, names[found.ahead.index]
    share = words.percent(odds.stake / (odds.stake + odds.win))
    told = words("odds.book", odds=odds_of(words, odds), who=who, share=share)
    return [f"{told} {words('odds.warned')}" if found.warned else told]


async def open_page(
    request: Request,
    score: tuple[int, int] | None,
    dealer: Seat | None,
) -> None:
    """The chances at a score; where none is asked for, at the table of this place, at one's own, or at love-all."""
    row = None if score is not None or dealer is not None else await _table(request)
    if row is None:
        mine, theirs = score or (0, 0)
        # The policy's file is read once.
        drawing = await asyncio.to_thread(draw_score, request.words, mine, theirs, dealer)
    else:
        view = await lookup.table(request.app.tables, row.id)
        drawing = await asyncio.to_thread(draw_table, request.words, view)
    await request.reply(drawing)


async def _table(request: Request) -> TableRow | None:
    """The table that is meant: one's own here, the only one here, or one's own elsewhere in the server."""
    user = request.person.id
    here = [row for row in await lookup.tables_at(request.app.tables, request.channel_id) if row.status in _ON]
    own = [row for row in here if user in (row.north_id, row.south_id)]
    if own or len(here) == 1:
        return (own or here)[-1]
    mine = [row for row in await lookup.tables_of(request.app.tables, user, request.guild_id) if row.status in _ON]
    return mine[-1] if mine else None


@ROUTES.command(
    "odds", choices={"deal": {"command.odds.deal.me": "me", "command.odds.deal.other": "other"}}, direct=True
)
async def command(
    request: Request,
    mine: app_commands.Range[int, 0, _MOST] | None = None,
    theirs: app_commands.Range[int, 0, _MOST] | None = None,
    deal: str | None = None,
) -> None:
    """`/ecarte odds [mine] [theirs] [deal]`: of a table without options, else of that score."""
    score = None if mine is None and theirs is None else (mine or 0, theirs or 0)
    await open_page(request, score, None if deal is None else _DEALERS[deal])
