"""Reads the lines of the leaderboard by strength."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, case, exists, func, null, select, true

from bot.ranking.board_lines import places
from bot.ranking.rating_model import (
    ALL_SERVERS,
    EVERYWHERE_SERVERS,
    PLACE_DAYS,
    PlaceAsks,
    Rating,
    RatingLine,
    place_asks,
)
from bot.rows.paging import RankingPage, page_start
from bot.storage.schema.rating_tables import everywhere_people, everywhere_servers, ratings, strengths, unrated_people

_DAY_MS: Final = 86_400_000
_LINE, _NOW = strengths.c, ratings.c


def rating_board(
    connection: Connection,
    guild_id: int,
    at: int,
    limit: int,
    offset: int,
    reader: int,
    season_at: int,
    without: Collection[int] = (),
) -> RankingPage[RatingLine]:
    """Returns a page of the board by strength.

    Members with a place come first, strongest first, then the others by rating.

    The board leaves out people who were erased or who want no rating. The board of all servers has only members who
    chose to be on it. If the offset is past the end, returns the last page.

    Args:
        at: the present moment, in epoch milliseconds. On the board of all time, members who have not played lately have
            no place.
        reader: the person whose own line is added to the page.
        season_at: when the season of the board began, in epoch milliseconds; 0 for the board of all time.
        without: people who are left out.
    """
    asks, is_everywhere = place_asks(guild_id, season_at), guild_id == ALL_SERVERS
    lately = true() if season_at else _LINE.last_at >= at - PLACE_DAYS * _DAY_MS
    placed = (_LINE.counted >= asks.games) & (_LINE.opponents >= asks.opponents) & lately
    here = (_LINE.guild_id == guild_id) & (_LINE.season_at == season_at) & (_LINE.user_id > 0)
    here &= ~exists().where(unrated_people.c.user_id == _LINE.user_id)
    here &= _LINE.user_id.not_in(without)
    servers: ColumnElement[Any] = null()
    if is_everywhere:
        here &= exists().where(everywhere_people.c.user_id == _LINE.user_id)
        played = select(func.count()).where(everywhere_servers.c.user_id == _LINE.user_id)
        servers = played.scalar_subquery()
        placed &= servers >= EVERYWHERE_SERVERS
    key = case((placed, _LINE.strength), else_=-1)
    line = (
        select(strengths, _NOW.rating, _NOW.deviation, _NOW.title)
        .add_columns(lately.label("lately"), key.label("key"), servers.label("servers"))
        .join_from(strengths, ratings, (_NOW.guild_id == _LINE.guild_id) & (_NOW.user_id == _LINE.user_id))
        .where(here)
    )

    def place(worth: float) -> int:
        above = select(func.count()).select_from(strengths).where(here, key > worth)
        return 1 + (connection.scalar(above) or 0)

    total = connection.scalar(select(func.count()).select_from(strengths).where(here)) or 0
    start = page_start(total, limit, offset)
    by = (key.desc(), _NOW.rating.desc(), _NOW.deviation, _LINE.user_id)
    rows = connection.execute(line.order_by(*by).limit(limit).offset(start)).all()
    own = connection.execute(line.where(_LINE.user_id == reader)).first() if reader else None
    ranks = places([row.key for row in rows], start, place)
    line_of = partial(_line_of, asks=asks)
    lines = tuple(line_of(row, rank) for rank, row in zip(ranks, rows, strict=True))
    mine = None if own is None else line_of(own, place(own.key))
    return RankingPage(lines, total, start, mine)


def _line_of(row: Any, place: int, *, asks: PlaceAsks) -> RatingLine:
    return RatingLine(
        place=place if row.key >= 0 else None,
        user_id=row.user_id,
        rating=Rating(row.rating, row.deviation),
        strength=row.strength,
        counted=row.counted,
        games=row.games,
        opponents=row.opponents,
        is_lately=bool(row.lately),
        asks=asks,
        title=row.title,
        servers=row.servers,
    )
