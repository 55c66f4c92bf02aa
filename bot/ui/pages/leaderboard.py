"""The leaderboard: shown to everybody by whoever asked for it, who alone turns its pages; others get their own copy.

Draws from results; knows no database query but the one that it asks for, and no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING, Any, assert_never

import discord
from discord import ui

from bot.storage import Sort, Standing
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from bot.ui.custom_ids import Press, Verb
from bot.ui.drawing import Drawing, layout
from bot.ui.items import select
from bot.ui.pages.answering import show, turn
from bot.ui.pages.languages import public_words
from bot.ui.pages.parts import fields, framed, joined, named, number, pager, text

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["MIN_GAMES", "BoardAsk", "Period", "board", "draw", "press"]

MIN_GAMES = 5
"""Who has played fewer games has no place by percentage: one game won is no hundred per cent."""
_ROWS = 10
_MOST = 10_000
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class Period(Enum):
    """The games that a leaderboard counts: since when, in calendar terms of UTC."""

    ALL = "all"
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"

    def since(self, now: datetime) -> int | None:
        """When the period that holds `now` began, in epoch milliseconds; None: it has no beginning."""
        day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        match self:
            case Period.ALL:
                return None
            case Period.YEAR:
                begun = day.replace(month=1, day=1)
            case Period.MONTH:
                begun = day.replace(day=1)
            case Period.WEEK:
                begun = day - timedelta(days=day.weekday())
            case _:
                assert_never(self)
        return int(begun.timestamp()) * 1000


@dataclass(frozen=True, slots=True)
class BoardAsk:
    """What is to be shown.

    Attributes:
        page: counts from 0.
        owner: who turns the pages of a board that all can see; 0 where only one person sees it.
    """

    sort: Sort = Sort.WON
    period: Period = Period.ALL
    page: int = 0
    owner: int = 0

    def argument(self, action: str) -> str:
        """The ask as an argument; `action` keeps the items of one board apart, and says which select is used."""
        return f"{action}.{self.sort.value}.{self.period.value}.{self.page}.{self.owner}"

    @classmethod
    def read(cls, argument: str, values: list[str]) -> BoardAsk:
        """The ask from `argument` and what was chosen in a select.

        Raises:
            Refused: the item was drawn by another version.
        """
        action, sort, period, page, owner = fields(argument, 5)
        try:
            ask = cls(Sort(sort), Period(period), number(page), number(owner))
            match action, values:
                case "sort", [chosen]:
                    return replace(ask, sort=Sort(chosen), page=0)
                case "period", [chosen]:
                    return replace(ask, period=Period(chosen), page=0)
                case _:
                    return ask
        except ValueError:
            raise Refused(Problem.STALE) from None


def draw(
    words: Words, ask: BoardAsk, standings: tuple[Standing, ...], names: Mapping[int, str], reader: int = 0
) -> Drawing:
    """The board.

    Args:
        standings: everybody's, in their order; the page is cut from them.
        names: of those on the page, and of the reader.
        reader: whose own place is told where the page does not show it.
    """
    pages = max(1, -(-len(standings) // _ROWS))
    ask = replace(ask, page=min(ask.page, pages - 1))
    rows = standings[ask.page * _ROWS : (ask.page + 1) * _ROWS]
    lines = [_row(words, ask.sort, row, names) for row in rows]
    if not lines:
        lines = [words("pages.board.empty" if ask.period is Period.ALL else "pages.board.empty_period")]
    own = next((row for row in standings if row.user_id == reader and row not in rows), None)
    if own is not None:
        lines += ["⋯", _row(words, ask.sort, own, names)]
    notes = [words.count("pages.board.min_games", MIN_GAMES)] if ask.sort is Sort.PERCENTAGE else []
    notes += [words("pages.page", page=ask.page + 1, pages=pages)] if pages > 1 else []
    back, on = replace(ask, page=max(0, ask.page - 1)), replace(ask, page=ask.page + 1)
    return Drawing(
        layout(
            framed(
                text(f"## {words('pages.board.title')}"),
                text("\n".join(lines)),
                text(f"-# {joined(*notes)}") if notes else None,
                _choices(
                    [_option(words(f"pages.sort.{sort.value}"), sort, ask.sort) for sort in Sort],
                    words("pages.board.sort"),
                    ask.argument("sort"),
                ),
                _choices(
                    [_option(words(f"pages.period.{period.value}"), period, ask.period) for period in Period],
                    words("pages.board.period"),
                    ask.argument("period"),
                ),
                pager(words, Verb.LEADERBOARD, ask.page, pages, (back.argument("back"), on.argument("on"))),
            )
        )
    )


def _row(words: Words, sort: Sort, row: Standing, names: Mapping[int, str]) -> str:
    """Two lines: first what the place is worth, then the rest, small; what the board is ordered by is in bold."""

    def fact(of: Sort, said: str) -> str:
        return f"**{said}**" if of is sort else said

    place = _MEDALS.get(row.place, f"**{row.place}.**")
    games = words("pages.board.games", won=fact(Sort.WON, str(row.won)), played=fact(Sort.PLAYED, str(row.played)))
    share = fact(Sort.PERCENTAGE, words.percent(row.share))
    small = joined(
        fact(Sort.POINTS, words.count("pages.points", row.points)),
        fact(Sort.VOLES, words.count("pages.voles", row.voles)),
        fact(Sort.KINGS, words.count("pages.kings", row.kings)),
    )
    return f"{place} {joined(named(words, names, row.user_id), games, share)}\n-# {small}"


def _option(label: str, value: Enum, present: Enum) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=str(value.value), default=value is present)


def _choices(options: list[discord.SelectOption], placeholder: str, argument: str) -> ui.ActionRow[Any]:
    return ui.ActionRow(select(Verb.LEADERBOARD, options, placeholder=placeholder, argument=argument))


async def board(room: CardRoom, interaction: discord.Interaction[Any], words: Words, ask: BoardAsk) -> Drawing:
    """The board of the server in which somebody asks for it."""
    assert interaction.guild_id is not None
    since = ask.period.since(interaction.created_at)
    found = await room.database.leaderboard(interaction.guild_id, since, ask.sort, limit=_MOST, min_games=MIN_GAMES)
    pages = max(1, -(-len(found.rows) // _ROWS))
    start = min(ask.page, pages - 1) * _ROWS
    reader = ask.owner or interaction.user.id
    names = await room.database.names({reader, *(row.user_id for row in found.rows[start : start + _ROWS])})
    return draw(words, ask, found.rows, names, reader)


async def press(
    room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press, values: list[str]
) -> None:
    """A page was turned or another order asked for: in place by the owner, in a copy of his own by anybody else.

    Raises:
        Refused: the item was drawn by another version.
    """
    ask = BoardAsk.read(press.argument, values)
    if ask.owner == 0:
        await turn(interaction, await board(room, interaction, words, ask))
    elif ask.owner == interaction.user.id:
        public = await public_words(room, interaction)
        await turn(interaction, await board(room, interaction, public, ask))
    else:
        await show(interaction, await board(room, interaction, words, replace(ask, owner=0)))
