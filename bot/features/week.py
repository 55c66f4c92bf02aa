"""The week of a server: its games from Monday to Sunday, posted on Monday in the channel that the server chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.adapter import formatting
from bot.adapter.components import buttons, find_opponent, join_facts, known_name, page_frame, shorten, text
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.poster import Poster
from bot.adapter.registry import Feature
from bot.app import App
from bot.features.puzzle import puzzle_button
from bot.people import daily_deals, puzzles, standings
from bot.people.hours import day_of
from bot.people.preferences import Preferences
from bot.people.server import DuePosting, PostingKind
from bot.pictures import BoardRow, BoardScene, board_picture
from bot.ranking.board_lines import Sort, Standing
from bot.ranking.periods import Period
from bot.ranking.tallies import PeriodTotals
from bot.rows.member_rows import DailySum
from bot.texts import Words

__all__ = ["FEATURE", "Week", "draw", "week_poster"]

_DAY_MS: Final = 86_400_000
_ROWS: Final = 5
_USUAL: Final = Preferences()


@dataclass(frozen=True, slots=True)
class Week:
    """The data about one week of a server.

    Attributes:
        since: when the week began, in epoch milliseconds.
        best: the members who have won the most games, the best first.
        daily: the members' points in the deals of the day, summed over the week, the best first.
        puzzle: the number of the puzzle that the week offers to all. None if there is none.
        names: the names of all these members, by id.
    """

    since: int
    totals: PeriodTotals
    best: tuple[Standing, ...]
    daily: tuple[DailySum, ...]
    names: Mapping[int, str]
    puzzle: int | None = None


def draw(words: Words, week: Week, *, pictures: bool = True) -> Message:
    """Returns the public message about a week: a picture, or only lines if the bot may not post files in the
    channel.
    """
    title = words("week.title", first=words.date(week.since), last=words.date(week.since + 6 * _DAY_MS))
    tiles, rows = _tiles(words, week.totals), tuple(_row(words, week, row) for row in week.best)
    facts = join_facts(*(f"{figure} {about}" for figure, about in tiles))
    lines = [facts, *(f"{row.mark}. {row.name} · {row.value}" for row in rows)]
    picture = None
    if pictures:
        scene = BoardScene(title, rows, tiles, formatting.style_of(words, _USUAL))
        picture = Picture("week.png", scene, lambda: board_picture(scene).data)
    alt = shorten(plain("\n".join([title, *lines])), formatting.LONGEST_ALT)
    return Message(
        layout(
            page_frame(
                text(f"## {words('week.heading')}"),
                text("\n".join([f"**{title}**", *lines])) if picture is None else picture.gallery(alt),
                _daily(words, week),
                buttons(find_opponent(words), None if week.puzzle is None else puzzle_button(words, week.puzzle)),
            )
        ),
        () if picture is None else (picture,),
    )


def _tiles(words: Words, totals: PeriodTotals) -> tuple[tuple[str, str], ...]:
    tiles = [
        (words.number(totals.games), words.count("week.games", totals.games)),
        (words.number(totals.members), words.count("week.members", totals.members)),
    ]
    if totals.voles:
        tiles.append((words.number(totals.voles), words.count("week.voles", totals.voles)))
    return tuple(tiles)


def _row(words: Words, week: Week, row: Standing) -> BoardRow:
    won = words("pages.board.games", won=row.won, played=row.played)
    return BoardRow(str(row.place), known_name(words, week.names, row.user_id, plain=True), won, share=row.share)


def _daily(words: Words, week: Week) -> discord.ui.TextDisplay[discord.ui.LayoutView] | None:
    """Returns the best member by deals of the day. If several are equal, all are named."""
    if not week.daily or week.daily[0].points <= 0:
        return None
    best = [row for row in week.daily if row.points == week.daily[0].points]
    names = words.join([f"**{known_name(words, week.names, row.user_id)}**" for row in best[:_ROWS]])
    return text(words("week.daily", names=names, points=words.count("pages.points", best[0].points)))


def week_poster(app: App, client: discord.Client) -> Poster:
    """Returns the task that posts the week in servers."""
    return Poster(app, client, PostingKind.WEEK, partial(_draw, app))


async def _draw(app: App, words: Words, guild: discord.Guild, posting: DuePosting) -> Message | None:
    """Draws the week before that of the posting. None if it had no game."""
    people, at = app.people, posting.at - 7 * _DAY_MS
    totals = await people.results.totals(guild.id, Period.WEEK, at)
    if not totals.games:
        return None
    board = await standings.leaderboard(
        people, guild.id, Period.WEEK, at, Sort.WON, limit=_ROWS, page=0, min_games=1, reader=0
    )
    daily = await daily_deals.best_of_week(people, guild.id, day_of(at))
    named = {*(row.user_id for row in board.rows), *(row.user_id for row in daily)}
    names = await people.profiles.names(named)
    channel = guild.get_channel(posting.channel_id)
    pictures = channel is not None and channel.permissions_for(guild.me).attach_files
    puzzle = await puzzles.puzzle_of_the_week(people, guild.id, posting.at)
    week = Week(Period.WEEK.since(at), totals, board.rows, daily, names, puzzle)
    return draw(words, week, pictures=pictures)


FEATURE = Feature("week")
