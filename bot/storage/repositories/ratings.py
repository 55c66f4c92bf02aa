"""Reads ratings: the board of a server, a person's own rating, and how a game changed ratings."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, exists, select

from bot.ranking.periods import Season, Seasons
from bot.ranking.rating_model import ALL_SERVERS, MemberRating, RatedGame, Rating, RatingLine
from bot.rows.paging import RankingPage
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.rating_board import rating_board
from bot.storage.rating_entries import rebuild
from bot.storage.schema.rating_tables import (
    everywhere_people,
    rated_games,
    rating_orders,
    ratings,
    season_champions,
    seasons,
    strengths,
    unrated_people,
)
from bot.storage.seasons import close_seasons, season_at
from bot.storage.strength_fits import ALL_TIME, fit_if_due, keep_fit

_NOW, _LINE, _GAME, _SEASON, _CHOSEN = ratings.c, strengths.c, rated_games.c, seasons.c, everywhere_people.c


class RatingRepository(Repository):
    """The ratings and strengths of members in each server."""

    async def board(
        self,
        guild_id: int,
        at: int,
        limit: int = 10,
        offset: int = 0,
        reader: int = 0,
        season: int = ALL_TIME,
        without: Collection[int] = (),
    ) -> RankingPage[RatingLine]:
        """Returns a page of the board by strength; see `rating_board.rating_board`.

        If games were rated since the strengths of the board were computed, computes them first.

        Args:
            at: the present moment, in epoch milliseconds. On the board of all time, members who have not played lately
                have no place.
            reader: the person whose own line is added to the page.
            season: when the season of the board began, in epoch milliseconds; `ALL_TIME` for the board of all time.
            without: people who are left out.
        """
        await self._fit(guild_id, season, at)
        return await self._connections.read(
            lambda connection: rating_board(connection, guild_id, at, limit, offset, reader, season, without)
        )

    async def _fit(self, guild_id: int, season: int, at: int) -> bool:
        """Fits the strengths of a board, if that is due. Returns whether it was."""
        fit = await self._connections.read(lambda connection: fit_if_due(connection, guild_id, season, at))
        if fit is not None:
            await self._connections.write(lambda connection: keep_fit(connection, fit))
        return fit is not None

    async def seasons(self, guild_id: int, now: int, *, may_end: bool = True) -> Seasons:
        """Returns the running season of a server, the last one, and its champions.

        If `may_end`, first closes the seasons that have ended, and stores their champions.
        """
        seasons, must_close = await self._seasons(guild_id, now)
        if not must_close or not may_end:
            return seasons
        await self._close(guild_id, now)
        return (await self._seasons(guild_id, now))[0]

    @reads
    def _seasons(self, connection: Connection, guild_id: int, now: int) -> tuple[Seasons, bool]:
        """Returns the seasons, and whether one has to be closed."""
        here = _SEASON.guild_id == guild_id
        ended = select(_SEASON.season_at).where(here, _SEASON.closed_at.is_(None), _SEASON.ends_at <= now)
        running = season_at(connection, guild_id, now)
        closed = select(_SEASON.season_at, _SEASON.ends_at).where(here, _SEASON.closed_at.is_not(None))
        last = connection.execute(closed.order_by(_SEASON.season_at.desc()).limit(1)).first()
        return Seasons(
            None if running is None else Season(*running[:2]),
            None if last is None else Season(*last),
            () if last is None else _champions(connection, guild_id, last.season_at),
        ), connection.execute(ended.limit(1)).first() is not None

    @writes
    def _close(self, connection: Connection, guild_id: int, now: int) -> None:
        close_seasons(connection, guild_id, now)

    @reads
    def of(self, connection: Connection, guild_id: int, user_id: int) -> MemberRating | None:
        """Returns a member's rating and number of rated games, or None if they have no rating or want none."""
        unwanted = exists().where(unrated_people.c.user_id == _NOW.user_id)
        same = (_LINE.guild_id == _NOW.guild_id) & (_LINE.user_id == _NOW.user_id) & (_LINE.season_at == ALL_TIME)
        query = (
            select(_NOW.rating, _NOW.deviation, _LINE.games, _NOW.title)
            .join_from(ratings, strengths, same)
            .where(_NOW.guild_id == guild_id, _NOW.user_id == user_id, ~unwanted)
        )
        row = connection.execute(query).first()
        return None if row is None else MemberRating(Rating(row.rating, row.deviation), row.games, row.title)

    @reads
    def curve(self, connection: Connection, guild_id: int, user_id: int, last: int = 50) -> tuple[Rating, ...]:
        """Returns a member's rating after each of their `last` rated games, oldest first.

        Returns nothing if the member wants no rating.
        """
        unwanted = exists().where(unrated_people.c.user_id == _GAME.user_id)
        query = (
            select(_GAME.rating, _GAME.deviation)
            .where(_GAME.user_id == user_id, _GAME.guild_id == guild_id, ~unwanted)
            .order_by(_GAME.number.desc())
            .limit(last)
        )
        return tuple(Rating(row.rating, row.deviation) for row in connection.execute(query))[::-1]

    async def game(self, table_id: int, game_no: int, at: int) -> RatedGame | None:
        """Returns how a game changed the ratings in its server, or None if it was not rated.

        Args:
            at: the present moment, in epoch milliseconds. If the strengths of the board are out of date, they are
                computed first, because a player may have reached a title.
        """
        game = (_GAME.table_id == table_id) & (_GAME.game_no == game_no) & (_GAME.guild_id != ALL_SERVERS)
        query = select(rated_games).where(game)
        rows = await self._connections.read(lambda connection: connection.execute(query).all())
        if rows and await self._fit(rows[0].guild_id, ALL_TIME, at):
            rows = await self._connections.read(lambda connection: connection.execute(query).all())
        winner = next((row.user_id for row in rows if row.won), None)
        if winner is None:
            return None
        after = {row.user_id: Rating(row.rating, row.deviation) for row in rows}
        gains, titles = ({row.user_id: getattr(row, name) for row in rows} for name in ("gain", "title"))
        return RatedGame(winner, after, gains, titles)

    @reads
    def is_wanted(self, connection: Connection, user_id: int) -> bool:
        """Whether a person wants a rating."""
        return connection.scalar(select(unrated_people.c.user_id).where(unrated_people.c.user_id == user_id)) is None

    @writes
    def want(self, connection: Connection, user_id: int, at: int, *, wanted: bool) -> None:
        """Stores whether a person wants a rating, from the next game on.

        If they want none, their rating stays stored, but is not shown.
        """
        if wanted:
            connection.execute(delete(unrated_people).where(unrated_people.c.user_id == user_id))
        else:
            connection.execute(insert_new(connection, unrated_people), {"user_id": user_id, "at": at})

    @reads
    def is_everywhere(self, connection: Connection, user_id: int) -> bool:
        """Whether a person has chosen to be rated over all servers together, too."""
        return connection.scalar(select(_CHOSEN.user_id).where(_CHOSEN.user_id == user_id)) is not None

    @writes
    def choose_everywhere(self, connection: Connection, user_id: int, at: int, *, chosen: bool) -> None:
        """Stores whether a person is rated over all servers together, too, from the next game on.

        If they choose not to be, that rating stays stored.
        """
        if chosen:
            connection.execute(insert_new(connection, everywhere_people), {"user_id": user_id, "at": at})
        else:
            connection.execute(delete(everywhere_people).where(_CHOSEN.user_id == user_id))

    @reads
    def servers(self, connection: Connection) -> tuple[int, ...]:
        """Returns the servers with rated games. `ALL_SERVERS` is one of them if games over all servers are rated."""
        return tuple(connection.scalars(select(rating_orders.c.guild_id).order_by(rating_orders.c.guild_id)))

    @writes
    def rebuild(self, connection: Connection, guild_id: int) -> int:
        """Computes the ratings of a server again, from its rated games in their order. Returns the number of games."""
        return rebuild(connection, guild_id)


def _champions(connection: Connection, guild_id: int, season: int) -> tuple[int, ...]:
    champion = season_champions.c
    query = select(champion.user_id).where(
        champion.guild_id == guild_id,
        champion.season_at == season,
        champion.user_id > 0,
        ~exists().where(unrated_people.c.user_id == champion.user_id),
    )
    return tuple(connection.scalars(query.order_by(champion.user_id)))
