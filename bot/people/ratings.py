"""The leaderboard of a server by rating, and its seasons."""

from __future__ import annotations

from collections.abc import Collection

from bot.people.boards import of_members
from bot.people.service import People
from bot.ranking.periods import Season, Seasons
from bot.ranking.rating_model import (
    ALL_SERVERS,
    RatingLine,
)
from bot.rows.paging import RankingPage


async def board(
    people: People, guild_id: int, at: int, *, limit: int, page: int, reader: int, season: Season | None = None
) -> RankingPage[RatingLine]:
    """Returns a page of the leaderboard by rating: first the members with a place, the strongest first, then the
    members without a place.

    Pages are numbered from 0. Past the end, returns the last page. The page has the reader's own line, too.

    Args:
        guild_id: the id of the server, or `ALL_SERVERS` for the leaderboard over all servers.
        at: the present moment, in epoch milliseconds. A member who has not played lately has no place.
        season: the season whose games count. None for all games.
    """
    since = 0 if season is None else season.since

    async def read(left: Collection[int]) -> RankingPage[RatingLine]:
        return await people.ratings.board(
            guild_id, at, limit=limit, offset=page * limit, reader=reader, season=since, without=left
        )

    if guild_id == ALL_SERVERS:
        return await read(())
    return await of_members(people, guild_id, read, lambda shown: [row.user_id for row in shown.rows])


async def seasons(people: People, guild_id: int) -> Seasons:
    """Returns the running season of a server, the last one, and its champions.

    If a season's time is over, first ends the season and stores its champions. While the clock cannot be trusted, ends
    no season.
    """
    return await people.ratings.seasons(guild_id, people.now(), may_end=people.is_trusted())


async def due_seasons(people: People) -> tuple[int, ...]:
    """Returns the ids of the servers whose season has to be ended: its time is over, and it was not ended yet.

    Empty while the clock cannot be trusted.
    """
    return await people.champions.over(people.now()) if people.is_trusted() else ()
