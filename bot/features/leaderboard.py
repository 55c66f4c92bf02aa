"""The leaderboard of a server, in public. Only the person who asked for it turns its pages. If another person presses a
button, a private copy opens for that person.

The leaderboard is drawn from stored results, ratings or purses. This module knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import fields, join_facts, known_name, number, page_frame, pager, shorten, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import chips
from bot.adapter.items import select
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.posting import why_private
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.rating import board_figures, counted_line, missing_line, placed_line, title_name
from bot.people import daily_deals, galerie, ratings, standings
from bot.people.preferences import Preferences
from bot.pictures import BoardRow, BoardScene, Style, board_picture
from bot.ranking.board_lines import LEAST_ADVICE, LEAST_BETS, GalerieLine, GalerieSort, Sort, Standing
from bot.ranking.periods import Period, Season, Seasons
from bot.ranking.rating_model import ALL_SERVERS, EVERYWHERE_SERVERS, PLACE_DAYS, Rating, RatingLine, place_asks
from bot.ranking.strengths import EARLIER_WEIGHT, PAIR_WEIGHT
from bot.rows.chips import Fortune
from bot.rows.member_rows import DailyLine
from bot.rows.paging import RankingPage
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.ai import house_marks

__all__ = ["FEATURE"]

ROUTES = Routes()

MIN_GAMES = 5
"""How many games a member needs for a place in the order by the share of games won."""
_USUAL = Preferences()
_NO_SEASONS = Seasons()
_ROWS = 10
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class Wealth(Enum):
    """Orders of the leaderboard that do not depend on games."""

    CHIPS = "chips"
    """By the chips in the purses now. This order has no periods."""


class Strength(Enum):
    """Orders of the leaderboard by how strong the members play."""

    RATING = "rating"
    """By the most likely strength in this server, from the games of all time or of a season."""
    EVERYWHERE = "everywhere"
    """By the most likely strength over all servers, among the members who have agreed to that."""


class Deals(Enum):
    """Orders of the leaderboard by results in the deals of the day."""

    DAILY = "daily"
    """By the points that the members won in the deals of the day, over a week or a month."""


class Span(Enum):
    """A season as a period of the leaderboard: the present season or the last one."""

    SEASON = "season"
    LAST = "last"

    def season(self, seasons: Seasons) -> Season | None:
        """Returns the season of a server that this period means. None if the server has none."""
        return seasons.running if self is Span.SEASON else seasons.last


Order: TypeAlias = Sort | Strength | Wealth | Deals | GalerieSort
ORDERS: tuple[Order, ...] = (*Sort, *Strength, *Wealth, *GalerieSort, *Deals)
Line: TypeAlias = Standing | RatingLine | Fortune | DailyLine | GalerieLine
Shown: TypeAlias = (
    RankingPage[Standing]
    | RankingPage[RatingLine]
    | RankingPage[Fortune]
    | RankingPage[DailyLine]
    | RankingPage[GalerieLine]
)
_OF_DEALS = (Period.MONTH, Period.WEEK)
"""Over longer periods the members with the most days would lead."""


@dataclass(frozen=True, slots=True)
class BoardAsk:
    """The part of the leaderboard that a person asks for: order, period and page.

    Attributes:
        page: the number of the page, from 0.
        owner: the id of the person who may turn the pages of a public leaderboard. 0 if only one person sees it.
    """

    sort: Order = Sort.SHARE
    period: Period | Span = Period.ALL
    page: int = 0
    owner: int = 0

    def spans(self, seasons: Seasons) -> Period | Span:
        """Returns the period to show: the chosen period if the order has it. Otherwise the month for the deals of the
        day, and all time for the other orders.

        `period` keeps the choice, so that it applies again after a change of the order.
        """
        if self.period in self.periods(seasons):
            return self.period
        return Period.MONTH if isinstance(self.sort, Deals) else Period.ALL

    def periods(self, seasons: Seasons) -> list[Period | Span]:
        """Returns all periods that the chosen order has."""
        periods: list[Period | Span] = list(Period) if isinstance(self.sort, Sort | GalerieSort) else [Period.ALL]
        if isinstance(self.sort, Deals):
            periods = [*_OF_DEALS]
        if has_seasons(self.sort):
            periods = [*(span for span in Span if span.season(seasons) is not None), *periods]
        return periods

    def argument(self, action: str) -> str:
        """Returns this ask as the argument of a button or a menu.

        Args:
            action: a word for what the button or menu changes. Each button and menu of a message has its own word, so
                that their ids differ.
        """
        return f"{action}.{self.sort.value}.{self.period.value}.{self.page}.{self.owner}"

    @classmethod
    def read(cls, argument: str, values: Sequence[str]) -> BoardAsk:
        """Returns the new ask after a press: the one in `argument`, changed by the values that were chosen in a menu.

        Raises:
            Refused: the button or menu was drawn by another version of the bot.
        """
        action, sort, period, page, owner = fields(argument, 5)
        try:
            ask = cls(order(sort), span(period), number(page), number(owner))
            match action, values:
                case "sort", [chosen]:
                    return replace(ask, sort=order(chosen), page=0)
                case "period", [chosen]:
                    return replace(ask, period=span(chosen), page=0)
                case _:
                    return ask
        except ValueError:
            raise Refused(Problem.STALE) from None


def order(value: str) -> Order:
    """Returns the order of the leaderboard with this value.

    Raises:
        ValueError: there is no such order.
    """
    return {order.value: order for order in (*Strength, *Wealth, *Deals, *GalerieSort)}.get(value) or Sort(value)


def has_seasons(sort: Order) -> bool:
    """Returns whether an order of the leaderboard has seasons as periods."""
    return sort is Strength.RATING or isinstance(sort, GalerieSort)


def span(value: str) -> Period | Span:
    """Returns the period of the leaderboard with this value.

    Raises:
        ValueError: there is no such period.
    """
    return {span.value: span for span in Span}.get(value) or Period(value)


def draw(
    words: Words,
    ask: BoardAsk,
    shown: Shown,
    names: Mapping[int, str],
    preferences: Preferences = _USUAL,
    seasons: Seasons = _NO_SEASONS,
) -> Message:
    """Returns a page of the leaderboard: a picture, or lines for a reader who prefers text.

    Args:
        ask: the order, period and page that the reader has chosen.
        shown: the lines of the page, and the reader's own line. The own line is shown below the page if the page does
            not have it.
        names: the names of the members on the page, of the reader and of the winners of seasons, by id.
        seasons: the seasons of the server.
    """
    pages = max(1, -(-shown.total // _ROWS))
    ask = replace(ask, page=shown.offset // _ROWS)
    goes_by = replace(ask, period=ask.spans(seasons))
    rows: list[Line] = [*shown.rows, *([shown.own] if shown.own is not None and shown.own not in shown.rows else [])]
    lines, picture, alt = "\n".join(_lines(words, goes_by, shown, names)), None, ""
    if rows and not preferences.text_only:
        picture = _picture(words, goes_by, rows, shown.own, names, formatting.style_of(words, preferences))
        alt = words("pages.board.alt", order=words(f"pages.sort.{ask.sort.value}"))
        if shown.own is not None:
            key = "pages.board.alt.of" if ask.owner else "pages.board.alt.own"
            name = known_name(words, names, shown.own.user_id, plain=True)
            alt = f"{alt} {words(key, place=_mark(ask.sort, shown.own), name=name)}"
        alt = shorten(plain(f"{alt}\n{lines}"), formatting.LONGEST_ALT)
    back, on = replace(ask, page=max(0, ask.page - 1)), replace(ask, page=ask.page + 1)
    return Message(
        layout(
            page_frame(
                text("\n".join([f"## {words('pages.board.title')}", *_missing(words, goes_by, shown.own, names)])),
                text(lines) if picture is None else picture.gallery(alt),
                _small(
                    words,
                    goes_by,
                    pages,
                    _about(words, goes_by, shown.own, seasons, names),
                    unplaced=picture is not None
                    and any(isinstance(row, Standing) and row.place is None for row in rows),
                ),
                _choices(
                    [_option(words(f"pages.sort.{sort.value}"), sort, ask.sort) for sort in ORDERS],
                    words("pages.board.sort"),
                    ask.argument("sort"),
                ),
                _periods(words, goes_by, seasons),
                pager(words, Verb.LEADERBOARD, ask.page, pages, (back.argument("back"), on.argument("on"))),
            )
        ),
        () if picture is None else (picture,),
    )


def _lines(words: Words, ask: BoardAsk, shown: Shown, names: Mapping[int, str]) -> list[str]:
    """Returns the rows of the picture as text: members with a place, members without, and the reader's row if it is
    missing.
    """
    below: dict[Order, str] = {Sort.SHARE: words.count("pages.board.few", MIN_GAMES)}
    below |= dict.fromkeys(Strength, words("rating.unplaced"))
    lines, with_place = [] if shown.rows else [words(_empty_key(ask))], True
    for row in shown.rows:
        if with_place and row.place is None and ask.sort in below:
            lines.append(f"-# {below[ask.sort]}")
        with_place = row.place is not None
        lines.append(_row(words, ask.sort, row, names))
    if shown.own is not None and shown.own not in shown.rows:
        lines += ["⋯", _row(words, ask.sort, shown.own, names)]
    return lines


def _small(
    words: Words, ask: BoardAsk, pages: int, about: Sequence[str], *, unplaced: bool
) -> ui.TextDisplay[Any] | None:
    page = [words("pages.page", page=ask.page + 1, pages=pages)] if pages > 1 else []
    if about:
        return text("\n".join(f"-# {note}" for note in (*about, *page)))
    notes = [words.count("pages.board.order", MIN_GAMES)] if ask.sort is Sort.SHARE else []
    notes += [words.count("pages.board.few", MIN_GAMES)] if unplaced and not notes else []
    notes += page
    return text(f"-# {join_facts(*notes)}") if notes else None


def _about(words: Words, ask: BoardAsk, own: Line | None, seasons: Seasons, names: Mapping[int, str]) -> list[str]:
    """Returns the lines that explain a board by rating or of the galerie. Other boards have none."""
    season = _season_lines(words, ask, seasons, names)
    if isinstance(ask.sort, Strength):
        return [*season, *_about_rating(words, ask, own, _asker(words, ask, own, names))]
    return [*season, _about_galerie(words, ask)] if isinstance(ask.sort, GalerieSort) else []


def _missing(words: Words, ask: BoardAsk, own: Line | None, names: Mapping[int, str]) -> list[str]:
    """Returns what the member who asked for a board still needs for a place on it."""
    if own is None or own.place is not None:
        return []
    who = _asker(words, ask, own, names)
    if isinstance(own, RatingLine):
        lacks = missing_line(words, own, who)
        return [] if lacks is None else [lacks]
    if isinstance(own, GalerieLine):
        so_far = {"n": own.counted, "of": _least(ask)}
        return [words("pages.board.so_far.of", who=who, **so_far) if who else words("pages.board.so_far", **so_far)]
    return []


def _asker(words: Words, ask: BoardAsk, own: Line | None, names: Mapping[int, str]) -> str | None:
    """Returns the name of the member who asked for a public board. None on a private one, which says "you"."""
    return None if own is None or not ask.owner else known_name(words, names, own.user_id)


def _season_lines(words: Words, ask: BoardAsk, seasons: Seasons, names: Mapping[int, str]) -> list[str]:
    """Returns the lines about the season on the board, and about the winner of the last one."""
    season = ask.period.season(seasons) if isinstance(ask.period, Span) else None
    lines = [] if season is None else [words("season.until", until=timestamp(season.ends_at, "f"))]
    if seasons.champions and ask.sort is Strength.RATING:
        people = [f"**{known_name(words, names, user_id)}**" for user_id in seasons.champions]
        key = "season.champion" if len(people) == 1 else "season.champions"
        lines.append(words(key, names=words.join(people)))
    return lines


def _about_rating(words: Words, ask: BoardAsk, own: Line | None, who: str | None) -> list[str]:
    """Returns the lines about the reader's place, or what it needs, and about the order of the board by rating.

    Args:
        who: the member who asked for a public board. None if only one person reads it.
    """
    in_season = isinstance(ask.period, Span)
    is_everywhere = ask.sort is Strength.EVERYWHERE
    asks = place_asks(ALL_SERVERS if is_everywhere else 0, int(in_season))
    asked = {
        "games": words.count("rating.games", asks.games),
        "opponents": words.count("rating.order.opponents", asks.opponents),
        "weight": words.count("pages.games", PAIR_WEIGHT),
    }
    order = words("rating.order", **asked, days=PLACE_DAYS)
    if in_season:
        order = words("season.order", **asked, earlier=words.count("pages.games", EARLIER_WEIGHT))
    if is_everywhere:
        order = words("rating.order.everywhere", **asked, servers=EVERYWHERE_SERVERS, days=PLACE_DAYS)
    mine: list[str | None] = []
    if isinstance(own, RatingLine):
        mine = [counted_line(words, own, who)] if who else [placed_line(words, own), counted_line(words, own)]
    house = None if in_season else _house_line(words)
    return [line for line in (*mine, order, words("rating.order.own"), house) if line is not None]


def _house_line(words: Words) -> str:
    """Returns where the levels of the house would stand, if the average member plays like the
    beginner of the ladder.
    """
    marks = [f"{naming.short_name(words, level)} {mark}" for level, mark in house_marks(Rating().shown).items()]
    return words("rating.house", levels=words.join(marks))


def _about_galerie(words: Words, ask: BoardAsk) -> str:
    """Returns the line about what a place on a board of the galerie requires."""
    return words(f"pages.board.order_{ask.sort.value}", n=_least(ask))


def _least(ask: BoardAsk) -> int:
    """Returns how many bets, or pieces of advice, a place on a board of the galerie requires."""
    return LEAST_BETS if ask.sort is GalerieSort.BETS else LEAST_ADVICE


def _picture(
    words: Words,
    ask: BoardAsk,
    rows: Sequence[Line],
    own: Line | None,
    names: Mapping[int, str],
    style: Style,
) -> Picture:
    def line(row: Line) -> BoardRow:
        mark, name = _mark(ask.sort, row), known_name(words, names, row.user_id, plain=True)
        if isinstance(row, Fortune):
            return BoardRow(mark, name, chips(words, row.balance), lit=row == own)
        if isinstance(row, RatingLine):
            value, note = board_figures(words, row)
            return BoardRow(mark, name, value, note, lit=row == own, under=title_name(words, row.title))
        if isinstance(row, DailyLine):
            value, note = formatting.with_sign(row.points), words.count("daily.week.deals", row.deals)
            return BoardRow(mark, name, value, note, lit=row == own)
        if isinstance(row, GalerieLine):
            value, note = _galerie_figures(words, ask.sort, row)
            return BoardRow(mark, name, value, note, lit=row == own)
        won = words("pages.board.games", won=row.won, played=row.played)
        value = _value(words, ask.sort, row)
        note = won if value != won else words.percent(row.share)
        return BoardRow(mark, name, value, note, row.share, row == own)

    title = words(f"pages.sort.{ask.sort.value}")
    if isinstance(ask.sort, Sort | Deals | GalerieSort) or isinstance(ask.period, Span):
        title = join_facts(title, words(f"pages.period.{ask.period.value}"))
    scene = BoardScene(title, tuple(map(line, rows)), style=style)
    return Picture("leaderboard.png", scene, lambda: board_picture(scene).data)


def _empty_key(ask: BoardAsk) -> str:
    if isinstance(ask.sort, Wealth):
        return "pages.board.empty_purses"
    if isinstance(ask.sort, Strength):
        empty = "rating.empty.everywhere" if ask.sort is Strength.EVERYWHERE else "rating.empty"
        return "season.empty" if isinstance(ask.period, Span) else empty
    if isinstance(ask.sort, Deals):
        return "pages.board.empty_daily"
    if isinstance(ask.sort, GalerieSort):
        return f"pages.board.empty_{ask.sort.value}"
    return "pages.board.empty" if ask.period is Period.ALL else "pages.board.empty_period"


def _periods(words: Words, ask: BoardAsk, seasons: Seasons) -> ui.ActionRow[Any] | None:
    """Returns the select of the period, or None if there is only one."""
    periods = ask.periods(seasons)
    if len(periods) == 1:
        return None
    options = [_option(words(f"pages.period.{period.value}"), period, ask.period) for period in periods]
    return _choices(options, words("pages.board.period"), ask.argument("period"))


def _mark(sort: Order, row: Line) -> str:
    return "–" if _place(sort, row) is None else str(row.place)


def _place(sort: Order, row: Line) -> int | None:
    """Returns the place to show. None for a member with a count of zero on this board."""
    counted = 1
    if isinstance(row, Standing):
        figures = {Sort.SHARE: row.won, Sort.POINTS: row.points, Sort.VOLES: row.voles, Sort.KINGS: row.kings}
        counted = figures.get(sort, row.won) if isinstance(sort, Sort) else 1
    elif isinstance(row, Fortune):
        counted = row.balance
    return row.place if counted > 0 else None


def _row(words: Words, sort: Order, row: Line, names: Mapping[int, str]) -> str:
    """Returns a row: place, name, the ordering figure in bold, and the games won or the uncertainty."""
    shown = _place(sort, row)
    place = "–" if shown is None else _MEDALS.get(shown, f"**{shown}.**")
    name = known_name(words, names, row.user_id)
    if isinstance(row, Fortune):
        return f"{place} {join_facts(name, f'**{chips(words, row.balance)}**')}"
    if isinstance(row, RatingLine):
        value, note = board_figures(words, row)
        return f"{place} {join_facts(name, title_name(words, row.title), f'**{value}**', note)}"
    if isinstance(row, DailyLine):
        deals = words.count("daily.week.deals", row.deals)
        return f"{place} {join_facts(name, f'**{formatting.with_sign(row.points)}**', deals)}"
    if isinstance(row, GalerieLine):
        value, note = _galerie_figures(words, sort, row)
        return f"{place} {join_facts(name, f'**{value}**', note)}"
    assert isinstance(sort, Sort)
    value, won = _value(words, sort, row), words("pages.board.games", won=row.won, played=row.played)
    return f"{place} {join_facts(name, f'**{value}**', won if value != won else words.percent(row.share))}"


def _value(words: Words, sort: Order, row: Standing) -> str:
    """Returns the figure of one member that orders the board."""
    match sort:
        case Sort.SHARE:
            return words.percent(row.share)
        case Sort.POINTS:
            return words.count("pages.points", row.points)
        case Sort.VOLES:
            return words.count("pages.voles", row.voles)
        case Sort.KINGS:
            return words.count("pages.kings", row.kings)
        case _:
            return words("pages.board.games", won=row.won, played=row.played)


def _galerie_figures(words: Words, sort: Order, row: GalerieLine) -> tuple[str, str]:
    """Returns the figure that orders a board of the galerie, and the total behind it."""
    if sort is GalerieSort.ADVICE:
        return words.percent(row.share), words.count("pages.board.advice", row.total)
    gain = round(row.share - 1, 2)
    staked = words.count("pages.board.bets", row.games, chips=chips(words, row.total))
    return f"{formatting.sign_of(gain)}{words.percent(abs(gain))}", staked


def _option(label: str, value: Enum, present: Enum) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=str(value.value), default=value is present)


def _choices(options: list[discord.SelectOption], placeholder: str, argument: str) -> ui.ActionRow[Any]:
    return ui.ActionRow(select(Verb.LEADERBOARD, options, placeholder=placeholder, argument=argument))


async def board(request: Request, words: Words, ask: BoardAsk) -> Message:
    """Returns a page of the leaderboard of the server in which the request was made."""
    people, guild_id, reader = request.app.people, request.guild_id, ask.owner or request.person.id
    shown: Shown
    seasons = _NO_SEASONS
    at = int(request.interaction.created_at.timestamp() * 1000)
    if isinstance(ask.sort, Wealth):
        shown = await standings.richest_purses(people, guild_id, limit=_ROWS, page=ask.page, reader=reader)
    elif ask.sort is Strength.EVERYWHERE:
        everywhere = ALL_SERVERS
        shown = await ratings.board(people, everywhere, at, limit=_ROWS, page=ask.page, reader=reader)
    elif ask.sort is Strength.RATING:
        seasons = await ratings.seasons(people, guild_id)
        spans = ask.spans(seasons)
        season = spans.season(seasons) if isinstance(spans, Span) else None
        shown = await ratings.board(people, guild_id, at, limit=_ROWS, page=ask.page, reader=reader, season=season)
    elif isinstance(ask.sort, GalerieSort):
        seasons = await ratings.seasons(people, guild_id)
        spans = ask.spans(seasons)
        over = spans if isinstance(spans, Period) else spans.season(seasons) or Period.ALL
        shown = await galerie.board(people, guild_id, ask.sort, over, at, limit=_ROWS, page=ask.page, reader=reader)
    elif isinstance(ask.sort, Deals):
        period = ask.spans(seasons)
        assert isinstance(period, Period)
        shown = await daily_deals.board(people, guild_id, period, at, limit=_ROWS, page=ask.page, reader=reader)
    else:
        period = ask.spans(seasons)
        assert isinstance(period, Period)
        shown = await standings.leaderboard(
            people, guild_id, period, at, ask.sort, limit=_ROWS, page=ask.page, min_games=MIN_GAMES, reader=reader
        )
    names = await people.profiles.names({reader, *seasons.champions, *(row.user_id for row in shown.rows)})
    preferences = _USUAL if ask.owner else await request.preferences()
    return draw(words, ask, shown, names, preferences, seasons)


@ROUTES.press(Verb.LEADERBOARD, needs=Needs.SERVER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Turns a page of the leaderboard, or changes its order or period. The person who asked for the leaderboard changes
    it in place; for another person a new copy opens.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
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
        "period": {f"pages.period.{period.value}": period.value for period in (*Period, *Span)},
    },
)
async def command(request: Request, sort: str = Sort.SHARE.value, period: str = Period.ALL.value) -> None:
    """Answers `/ecarte leaderboard [sort] [period]`. The answer is public in channels where games may be played, unless
    too many were posted in a short time.
    """
    chosen, by = span(period), order(sort)
    if isinstance(chosen, Span) and not has_seasons(by):
        by = Strength.RATING
    private = await why_private(request)
    if private is not None:
        await request.reply(await board(request, request.words, BoardAsk(by, chosen)))
        await request.reply(private)
        return
    ask = BoardAsk(by, chosen, owner=request.person.id)
    await request.reply(await board(request, await request.public_words(), ask), private=False)


FEATURE = Feature("leaderboard", (ROUTES,))
