"""The leaderboard, in public. Only its owner turns its pages; others get their own copy.

Draws from results or from purses. Makes no database query except the one for the page, and knows no rule of the game.
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
"""The least games for a place by the share won."""
_USUAL = Preferences()
_NO_SEASONS = Seasons()
_ROWS = 10
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class Wealth(Enum):
    """An order that does not depend on games."""

    CHIPS = "chips"
    """The chips in the purses now, for any period."""


class Strength(Enum):
    """An order by the strength of the members."""

    RATING = "rating"
    """The most likely strength, by the games of all time or of a season."""
    EVERYWHERE = "everywhere"
    """The same over all servers, of those who have agreed to it."""


class Deals(Enum):
    """An order by the deals of the day."""

    DAILY = "daily"
    """The points of the deals of the day, in a week or a month."""


class Span(Enum):
    """A season, which the boards by rating and of the galerie can show."""

    SEASON = "season"
    LAST = "last"

    def season(self, seasons: Seasons) -> Season | None:
        """Returns the season of a server, or None if it has none."""
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
    """The board, page and order to show.

    Attributes:
        page: counts from 0.
        owner: the person who turns the pages of a board that all can see. 0 where only one person sees it.
    """

    sort: Order = Sort.SHARE
    period: Period | Span = Period.ALL
    page: int = 0
    owner: int = 0

    def spans(self, seasons: Seasons) -> Period | Span:
        """Returns the period of this order. A period that the order does not have stays stored for another order."""
        if self.period in self.periods(seasons):
            return self.period
        return Period.MONTH if isinstance(self.sort, Deals) else Period.ALL

    def periods(self, seasons: Seasons) -> list[Period | Span]:
        """Returns all periods that the order can show."""
        periods: list[Period | Span] = list(Period) if isinstance(self.sort, Sort | GalerieSort) else [Period.ALL]
        if isinstance(self.sort, Deals):
            periods = [*_OF_DEALS]
        if has_seasons(self.sort):
            periods = [*(span for span in Span if span.season(seasons) is not None), *periods]
        return periods

    def argument(self, action: str) -> str:
        """Returns the ask as an argument.

        Args:
            action: the select that was used. It also makes the ids of the items of one board differ.
        """
        return f"{action}.{self.sort.value}.{self.period.value}.{self.page}.{self.owner}"

    @classmethod
    def read(cls, argument: str, values: Sequence[str]) -> BoardAsk:
        """Reads the ask from `argument` and the values of a select.

        Raises:
            Refused: the item was drawn by another version.
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
    """Returns the order with this value.

    Raises:
        ValueError: there is none.
    """
    return {order.value: order for order in (*Strength, *Wealth, *Deals, *GalerieSort)}.get(value) or Sort(value)


def has_seasons(sort: Order) -> bool:
    """Whether an order can show a season."""
    return sort is Strength.RATING or isinstance(sort, GalerieSort)


def span(value: str) -> Period | Span:
    """Returns the period with this value.

    Raises:
        ValueError: there is none.
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
    """Returns the board: a picture, or lines for a reader who prefers text.

    Args:
        shown: the page. The reader's own line is added if it is not on it.
        names: of the members on the page, of the reader and of the champions.
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
    """Returns the board of this server."""
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
        "period": {f"pages.period.{period.value}": period.value for period in (*Period, *Span)},
    },
)
async def command(request: Request, sort: str = Sort.SHARE.value, period: str = Period.ALL.value) -> None:
    """Answers `/ecarte leaderboard [sort] [period]`: in public where games may be played, within a limit."""
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
