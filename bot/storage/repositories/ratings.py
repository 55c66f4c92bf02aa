"""Ratings: the board of a server, a person's own line, how a game moved them. Knows no rule of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, case, delete, exists, func, null, select, true

from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.rating_rows import (
    ALL_SERVERS,
    EVERYWHERE_OPPONENTS,
    EVERYWHERE_SERVERS,
    PLACE_DAYS,
    PLACE_GAMES,
    PLACE_OPPONENTS,
    SEASON_GAMES,
    MemberRating,
    RatedGame,
    Rating,
    RatingLine,
    Season,
    Seasons,
)
from bot.storage.ratings import ALL_TIME, rebuild
from bot.storage.rows import RankingPage, page_start
from bot.storage.schema.ratings import (
    everywhere_people,
    everywhere_servers,
    rated_games,
    rating_orders,
    ratings,
    season_champions,
    seasons,
    unrated_people,
)
from bot.storage.seasons import close_seasons, season_at
from bot.storage.standings import places

_DAY_MS: Final = 86_400_000
_MOST_CHAMPIONS: Final = 10
_NOW, _GAME, _SEASON, _CHOSEN = ratings.c, rated_games.c, seasons.c, everywhere_people.c


class RatingRepository(Repository):
    """The ratings of members, server by server."""

    @reads
    def board(
        self,
        connection: Connection,
        guild_id: int,
        at: int,
        limit: int = 10,
        offset: int = 0,
        reader: int = 0,
        season: int = ALL_TIME,
    ) -> RankingPage[RatingLine]:
        """The members by the lower ends of what counts, then those without a place. Past the end: the last page.

        Who was erased, or wants no rating, is not on it, nor on that of all servers who has not chosen to be.

        Args:
            at: the moment, for who has not played lately; in a season that is not asked.
            reader: whose own line is looked for.
            season: when it began.
        """
        return _board(connection, guild_id, at, limit, offset, reader, season)

    async def seasons(self, guild_id: int, now: int, *, may_end: bool = True) -> Seasons:
        """The seasons of a server. Those whose time is over are ended by this (`may_end`), with their champions."""
        found, is_over = await self._seasons(guild_id, now)
        if not is_over or not may_end:
            return found
        await self._close(guild_id, now)
        return (await self._seasons(guild_id, now))[0]

    @reads
    def _seasons(self, connection: Connection, guild_id: int, now: int) -> tuple[Seasons, bool]:
        """The seasons, and whether one has to be ended first."""
        here = _SEASON.guild_id == guild_id
        over = select(_SEASON.season_at).where(here, _SEASON.closed_at.is_(None), _SEASON.ends_at <= now)
        running = season_at(connection, guild_id, now)
        closed = select(_SEASON.season_at, _SEASON.ends_at).where(here, _SEASON.closed_at.is_not(None))
        last = connection.execute(closed.order_by(_SEASON.season_at.desc()).limit(1)).first()
        return Seasons(
            None if running is None else Season(*running[:2]),
            None if last is None else Season(*last),
            () if last is None else _champions(connection, guild_id, last.season_at),
        ), connection.execute(over.limit(1)).first() is not None

    @writes
    def _close(self, connection: Connection, guild_id: int, now: int) -> None:
        def champions_of(since: int) -> tuple[int, ...]:
            # More than a page of equals would be none.
            first = _board(connection, guild_id, now, _MOST_CHAMPIONS, 0, 0, since)
            return tuple(line.user_id for line in first.rows if line.place == 1)

        close_seasons(connection, guild_id, now, champions_of)

    @reads
    def of(self, connection: Connection, guild_id: int, user_id: int) -> MemberRating | None:
        """A member's rating and the rated games behind it; None without one, and for who wants none."""
        unwanted = exists().where(unrated_people.c.user_id == _NOW.user_id)
        asked = select(_NOW.rating, _NOW.deviation, _NOW.games, _NOW.title).where(
            _NOW.guild_id == guild_id, _NOW.season_at == ALL_TIME, _NOW.user_id == user_id, ~unwanted
        )
        row = connection.execute(asked).first()
        return None if row is None else MemberRating(Rating(row.rating, row.deviation), row.games, row.title)

    @reads
    def curve(self, connection: Connection, guild_id: int, user_id: int, last: int = 50) -> tuple[Rating, ...]:
        """A member's rating after each of their `last` rated games, oldest first; empty for who wants none."""
        unwanted = exists().where(unrated_people.c.user_id == _GAME.user_id)
        asked = (
            select(_GAME.rating, _GAME.deviation)
            .where(_GAME.user_id == user_id, _GAME.guild_id == guild_id, ~unwanted)
            .order_by(_GAME.number.desc())
            .limit(last)
        )
        return tuple(Rating(row.rating, row.deviation) for row in connection.execute(asked))[::-1]

    @reads
    def game(self, connection: Connection, table_id: int, game_no: int) -> RatedGame | None:
        """How a game moved the ratings of its players in its server; None: it was not rated."""
        asked = select(_GAME.user_id, _GAME.won, _GAME.rating, _GAME.deviation, _GAME.gain, _GAME.title)
        this = (_GAME.table_id == table_id) & (_GAME.game_no == game_no) & (_GAME.guild_id != ALL_SERVERS)
        rows = connection.execute(asked.where(this)).all()
        if not rows:
            return None
        winner = next(row.user_id for row in rows if row.won)
        after = {row.user_id: Rating(row.rating, row.deviation) for row in rows}
        gains, titles = ({row.user_id: getattr(row, name) for row in rows} for name in ("gain", "title"))
        return RatedGame(winner, after, gains, titles)

    @reads
    def is_wanted(self, connection: Connection, user_id: int) -> bool:
        """Whether a person wants a rating."""
        return connection.scalar(select(unrated_people.c.user_id).where(unrated_people.c.user_id == user_id)) is None

    @writes
    def want(self, connection: Connection, user_id: int, at: int, *, wanted: bool) -> None:
        """Notes whether a person wants a rating, from the next game on; what there is stays, unseen, for later."""
        if wanted:
            connection.execute(delete(unrated_people).where(unrated_people.c.user_id == user_id))
        else:
            connection.execute(insert_new(connection, unrated_people), {"user_id": user_id, "at": at})

    @reads
    def is_everywhere(self, connection: Connection, user_id: int) -> bool:
        """Whether a person has chosen to be rated in all servers."""
        return connection.scalar(select(_CHOSEN.user_id).where(_CHOSEN.user_id == user_id)) is not None

    @writes
    def choose_everywhere(self, connection: Connection, user_id: int, at: int, *, chosen: bool) -> None:
        """Notes whether a person is rated in all servers, from the next game on; what there is stays, unseen."""
        if chosen:
            connection.execute(insert_new(connection, everywhere_people), {"user_id": user_id, "at": at})
        else:
            connection.execute(delete(everywhere_people).where(_CHOSEN.user_id == user_id))

    @reads
    def servers(self, connection: Connection) -> tuple[int, ...]:
        """The servers that have rated games, and `ALL_SERVERS`."""
        return tuple(connection.scalars(select(rating_orders.c.guild_id).order_by(rating_orders.c.guild_id)))

    @writes
    def rebuild(self, connection: Connection, guild_id: int) -> int:
        """Counts the ratings of a server anew, from its rated games in their order. Returns their number."""
        return rebuild(connection, guild_id)


def _board(
    connection: Connection, guild_id: int, at: int, limit: int, offset: int, reader: int, season: int
) -> RankingPage[RatingLine]:
    asked = SEASON_GAMES if season else PLACE_GAMES
    lately = true() if season else _NOW.last_at >= at - PLACE_DAYS * _DAY_MS
    is_everywhere = guild_id == ALL_SERVERS
    opponents = EVERYWHERE_OPPONENTS if is_everywhere else PLACE_OPPONENTS
    placed = (_NOW.board_games >= asked) & (_NOW.opponents >= opponents) & lately
    here = (_NOW.guild_id == guild_id) & (_NOW.season_at == season) & (_NOW.user_id > 0)
    here &= ~exists().where(unrated_people.c.user_id == _NOW.user_id)
    servers: ColumnElement[Any] = null()
    if is_everywhere:
        here &= exists().where(_CHOSEN.user_id == _NOW.user_id)
        played = select(func.count()).where(everywhere_servers.c.user_id == _NOW.user_id)
        servers = played.scalar_subquery()
        placed &= servers >= EVERYWHERE_SERVERS
    key = case((placed, _NOW.board_rating - _NOW.board_deviation), else_=-1)
    line = select(ratings, lately.label("lately"), key.label("key"), servers.label("servers")).where(here)

    def place(worth: float) -> int:
        above = select(func.count()).select_from(ratings).where(here, key > worth)
        return 1 + (connection.scalar(above) or 0)

    total = connection.scalar(select(func.count()).select_from(ratings).where(here)) or 0
    start = page_start(total, limit, offset)
    by = (key.desc(), case((placed, 0), else_=_NOW.board_games).desc(), _NOW.board_deviation, _NOW.user_id)
    rows = connection.execute(line.order_by(*by).limit(limit).offset(start)).all()
    own = connection.execute(line.where(_NOW.user_id == reader)).first() if reader else None
    ranks = places([row.key for row in rows], start, place)
    people = {row.user_id for row in rows} | {reader}
    reached = select(_NOW.user_id, _NOW.title).where(
        _NOW.guild_id == guild_id, _NOW.season_at == ALL_TIME, _NOW.user_id.in_(people)
    )
    titles = {row.user_id: row.title for row in connection.execute(reached)}
    line_of = partial(_line_of, asked=asked, opponents=opponents, titles=titles)
    lines = tuple(line_of(row, rank) for rank, row in zip(ranks, rows, strict=True))
    mine = None if own is None else line_of(own, place(own.key))
    return RankingPage(lines, total, start, mine)


def _champions(connection: Connection, guild_id: int, season: int) -> tuple[int, ...]:
    champion = season_champions.c
    asked = select(champion.user_id).where(
        champion.guild_id == guild_id,
        champion.season_at == season,
        champion.user_id > 0,
        ~exists().where(unrated_people.c.user_id == champion.user_id),
    )
    return tuple(connection.scalars(asked.order_by(champion.user_id)))


def _line_of(row: Any, place: int, *, asked: int, opponents: int, titles: Mapping[int, int]) -> RatingLine:
    return RatingLine(
        place=place if row.key >= 0 else None,
        user_id=row.user_id,
        rating=Rating(row.board_rating, row.board_deviation),
        number=row.rating,
        counted=row.board_games,
        games=row.games,
        opponents=row.opponents,
        is_lately=bool(row.lately),
        asked=asked,
        title=titles.get(row.user_id, 0),
        asked_opponents=opponents,
        servers=row.servers,
    )
