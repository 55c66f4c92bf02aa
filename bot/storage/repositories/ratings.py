"""Ratings: the board of a server, a person's own line, how a game moved them. Knows no rule of the game."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, case, delete, exists, func, select

from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.rating_rows import PLACE_DAYS, PLACE_GAMES, PLACE_OPPONENTS, RatedGame, Rating, RatingLine
from bot.storage.ratings import rebuild
from bot.storage.rows import RankingPage
from bot.storage.schema.ratings import rated_games, rating_orders, ratings, unrated_people
from bot.storage.standings import places

_DAY_MS: Final = 86_400_000
_NOW, _GAME = ratings.c, rated_games.c


class RatingRepository(Repository):
    """The ratings of members, server by server."""

    @reads
    def board(
        self, connection: Connection, guild_id: int, at: int, limit: int = 10, offset: int = 0, reader: int = 0
    ) -> RankingPage[RatingLine]:
        """The members by the lower ends of what counts, then those without a place. Past the end: the last page.

        Who was erased, or wants no rating, is not on it.

        Args:
            at: the moment, for who has not played lately.
            reader: whose own line is looked for.
        """
        lately = _NOW.last_at >= at - PLACE_DAYS * _DAY_MS
        placed = (_NOW.board_games >= PLACE_GAMES) & (_NOW.opponents >= PLACE_OPPONENTS) & lately
        key = case((placed, _NOW.board_rating - _NOW.board_deviation), else_=-1)
        here = (_NOW.guild_id == guild_id) & (_NOW.user_id > 0)
        here &= ~exists().where(unrated_people.c.user_id == _NOW.user_id)
        line = select(ratings, lately.label("lately"), key.label("key")).where(here)

        def place(worth: float) -> int:
            above = select(func.count()).select_from(ratings).where(here, key > worth)
            return 1 + (connection.scalar(above) or 0)

        total = connection.scalar(select(func.count()).select_from(ratings).where(here)) or 0
        start = min(offset, max(0, total - 1) // limit * limit)
        by = (key.desc(), case((placed, 0), else_=_NOW.board_games).desc(), _NOW.board_deviation, _NOW.user_id)
        rows = connection.execute(line.order_by(*by).limit(limit).offset(start)).all()
        own = connection.execute(line.where(_NOW.user_id == reader)).first() if reader else None
        ranks = places([row.key for row in rows], start, place)
        lines = tuple(_line_of(row, rank) for rank, row in zip(ranks, rows, strict=True))
        return RankingPage(lines, total, start, None if own is None else _line_of(own, place(own.key)))

    @reads
    def of(self, connection: Connection, guild_id: int, user_id: int) -> tuple[Rating, int] | None:
        """A member's rating and the rated games behind it; None without one, and for who wants none."""
        unwanted = exists().where(unrated_people.c.user_id == _NOW.user_id)
        asked = select(_NOW.rating, _NOW.deviation, _NOW.games).where(
            _NOW.guild_id == guild_id, _NOW.user_id == user_id, ~unwanted
        )
        row = connection.execute(asked).first()
        return None if row is None else (Rating(row.rating, row.deviation), row.games)

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
        """How a game moved the ratings of its players; None: it was not rated."""
        asked = select(_GAME.user_id, _GAME.won, _GAME.rating, _GAME.deviation, _GAME.gain).where(
            _GAME.table_id == table_id, _GAME.game_no == game_no
        )
        rows = connection.execute(asked).all()
        if not rows:
            return None
        winner = next(row.user_id for row in rows if row.won)
        after = {row.user_id: Rating(row.rating, row.deviation) for row in rows}
        return RatedGame(winner, after, {row.user_id: row.gain for row in rows})

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
    def servers(self, connection: Connection) -> tuple[int, ...]:
        """The servers that have rated games."""
        return tuple(connection.scalars(select(rating_orders.c.guild_id).order_by(rating_orders.c.guild_id)))

    @writes
    def rebuild(self, connection: Connection, guild_id: int) -> int:
        """Counts the ratings of a server anew, from its rated games in their order. Returns their number."""
        return rebuild(connection, guild_id)


def _line_of(row: Any, place: int) -> RatingLine:
    return RatingLine(
        place=place if row.key >= 0 else None,
        user_id=row.user_id,
        rating=Rating(row.board_rating, row.board_deviation),
        number=row.rating,
        counted=row.board_games,
        games=row.games,
        opponents=row.opponents,
        is_lately=bool(row.lately),
    )
