"""The leaderboard, in public: its owner alone turns the pages; others get their own copy.

Draws from results, or from purses; knows no database query but the one that it asks for, and no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.adapter.components import fields, framed, joined, named, number, pager, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import chips
from bot.adapter.items import select
from bot.adapter.message import Message, layout
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request
from bot.people import standings
from bot.people.standings import Board, Fortune, Period, Sort, Standing
from bot.tables.problems import Problem, Refused
from bot.texts import Words

__all__ = ["MIN_GAMES", "ORDERS", "ROUTES", "BoardAsk", "Order", "Wealth", "board", "draw", "order", "press"]

ROUTES = Routes()

MIN_GAMES = 5
"""Who has played fewer games has no place by percentage: one game won is no hundred per cent."""
_ROWS = 10
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class Wealth(Enum):
    """An order that goes by no games."""

    CHIPS = "chips"
    """What lies in the purses now, whatever the period."""


Order: TypeAlias = Sort | Wealth
ORDERS: tuple[Order, ...] = (*Sort, *Wealth)


@dataclass(frozen=True, slots=True)
class BoardAsk:
    """What is to be shown.

    Attributes:
        page: counts from 0.
        owner: who turns the pages of a board that all can see; 0 where only one person sees it.
    """

    sort: Order = Sort.WON
    period: Period = Period.ALL
    page: int = 0
    owner: int = 0

    def argument(self, action: str) -> str:
        """The ask as an argument; `action` keeps the items of one board apart, and says which select is used."""
        return f"{action}.{self.sort.value}.{self.period.value}.{self.page}.{self.owner}"

    @classmethod
    def read(cls, argument: str, values: Sequence[str]) -> BoardAsk:
        """The ask from `argument` and what was chosen in a select.

        Raises:
            Refused: the item was drawn by another version.
        """
        action, sort, period, page, owner = fields(argument, 5)
        try:
            ask = cls(order(sort), Period(period), number(page), number(owner))
            match action, values:
                case "sort", [chosen]:
                    return replace(ask, sort=order(chosen), page=0)
                case "period", [chosen]:
                    return replace(ask, period=Period(chosen), page=0)
                case _:
                    return ask
        except ValueError:
            raise Refused(Problem.STALE) from None


def order(value: str) -> Order:
    """The order that a choice names.

    Raises:
        ValueError: none does.
    """
    return Wealth(value) if value in {it.value for it in Wealth} else Sort(value)


def draw(words: Words, ask: BoardAsk, shown: Board[Standing] | Board[Fortune], names: Mapping[int, str]) -> Message:
    """The board.

    Args:
        shown: the page; of purses, where the order goes by them. The reader's own line is added if it is not on it.
        names: of those on the page, and of the reader.
    """
    pages = max(1, -(-shown.total // _ROWS))
    ask = replace(ask, page=shown.offset // _ROWS)
    lines = [_row(words, ask.sort, row, names) for row in shown.rows]
    if not lines:
        lines = [words(_nothing(ask))]
    if shown.own is not None and shown.own not in shown.rows:
        lines += ["⋯", _row(words, ask.sort, shown.own, names)]
    notes = [words.count("pages.board.min_games", MIN_GAMES)] if ask.sort is Sort.PERCENTAGE else []
    notes += [words("pages.page", page=ask.page + 1, pages=pages)] if pages > 1 else []
    back, on = replace(ask, page=max(0, ask.page - 1)), replace(ask, page=ask.page + 1)
    return Message(
        layout(
            framed(
                text(f"## {words('pages.board.title')}"),
                text("\n".join(lines)),
                text(f"-# {joined(*notes)}") if notes else None,
                _choices(
                    [_option(words(f"pages.sort.{sort.value}"), sort, ask.sort) for sort in ORDERS],
                    words("pages.board.sort"),
                    ask.argument("sort"),
                ),
                None if isinstance(ask.sort, Wealth) else _periods(words, ask),
                pager(words, Verb.LEADERBOARD, ask.page, pages, (back.argument("back"), on.argument("on"))),
            )
        )
    )


def _nothing(ask: BoardAsk) -> str:
    if isinstance(ask.sort, Wealth):
        return "pages.board.empty_purses"
    return "pages.board.empty" if ask.period is Period.ALL else "pages.board.empty_period"


def _periods(words: Words, ask: BoardAsk) -> ui.ActionRow[Any]:
    options = [_option(words(f"pages.period.{period.value}"), period, ask.period) for period in Period]
    return _choices(options, words("pages.board.period"), ask.argument("period"))


def _row(words: Words, sort: Order, row: Standing | Fortune, names: Mapping[int, str]) -> str:
    """What the place is worth, then (where games are counted) the rest, small; what it is ordered by is in bold."""
    place = _MEDALS.get(row.place, f"**{row.place}.**")
    name = named(words, names, row.user_id)
    if isinstance(row, Fortune):
        return f"{place} {joined(name, f'**{chips(words, row.balance)}**')}"

    def fact(of: Sort, said: str) -> str:
        return f"**{said}**" if of is sort else said

    games = words("pages.board.games", won=fact(Sort.WON, str(row.won)), played=fact(Sort.PLAYED, str(row.played)))
    share = fact(Sort.PERCENTAGE, words.percent(row.share))
    small = joined(
        fact(Sort.POINTS, words.count("pages.points", row.points)),
        fact(Sort.VOLES, words.count("pages.voles", row.voles)),
        fact(Sort.KINGS, words.count("pages.kings", row.kings)),
    )
    return f"{place} {joined(name, games, share)}\n-# {small}"


def _option(label: str, value: Enum, present: Enum) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=str(value.value), default=value is present)


def _choices(options: list[discord.SelectOption], placeholder: str, argument: str) -> ui.ActionRow[Any]:
    return ui.ActionRow(select(Verb.LEADERBOARD, options, placeholder=placeholder, argument=argument))


async def board(request: Request, words: Words, ask: BoardAsk) -> Message:
    """Returns the board of this server."""
    people, guild_id, reader = request.app.people, request.guild_id, ask.owner or request.person.id
    shown: Board[Standing] | Board[Fortune]
    if isinstance(ask.sort, Wealth):
        shown = await standings.richest(people, guild_id, limit=_ROWS, page=ask.page, reader=reader)
    else:
        at = int(request.interaction.created_at.timestamp() * 1000)
        shown = await standings.leaderboard(
            people, guild_id, ask.period, at, ask.sort, limit=_ROWS, page=ask.page, min_games=MIN_GAMES, reader=reader
        )
    names = await people.profiles.names({reader, *(row.user_id for row in shown.rows)})
    return draw(words, ask, shown, names)


@ROUTES.press(Verb.LEADERBOARD, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Turns a page or changes the order: in place for the owner, in a new copy for others.

    Raises:
        Refused: the item was drawn by another version.
    """
    ask = BoardAsk.read(press.argument, request.values)
    if ask.owner == 0:
        await request.replace(await board(request, request.words, ask))
    elif ask.owner == request.person.id:
        public = await request.public_words()
        await request.replace(await board(request, public, ask))
    else:
        await request.reply(await board(request, request.words, replace(ask, owner=0)))


@ROUTES.command(
    "leaderboard",
    choices={
        "sort": {f"pages.sort.{sort.value}": sort.value for sort in ORDERS},
        "period": {f"pages.period.{period.value}": period.value for period in Period},
    },
)
async def command(request: Request, sort: str = Sort.WON.value, period: str = Period.ALL.value) -> None:
    """`/ecarte leaderboard [sort] [period]`, in public."""
    ask = BoardAsk(order(sort), Period(period), owner=request.person.id)
    await request.reply(await board(request, await request.public_words(), ask), private=False)
