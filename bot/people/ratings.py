"""Ratings in a server: the board, a member's own, how a game moved them, and who wants none."""

from __future__ import annotations

from collections.abc import Collection

from bot.people.boards import of_members
from bot.people.service import People
from bot.storage import (
    ALL_SERVERS,
    EARLIER_WEIGHT,
    EVERYWHERE_SERVERS,
    KNOWN_OPPONENTS,
    PAIR_WEIGHT,
    PLACE_DAYS,
    MemberRating,
    RankingPage,
    RatedGame,
    Rating,
    RatingLine,
    Season,
    SeasonKind,
    Seasons,
    place_asks,
)

__all__ = [
    "ALL_SERVERS",
    "EARLIER_WEIGHT",
    "EVERYWHERE_SERVERS",
    "KNOWN_OPPONENTS",
    "PAIR_WEIGHT",
    "PLACE_DAYS",
    "MemberRating",
    "RatedGame",
    "Rating",
    "RatingLine",
    "Season",
    "SeasonKind",
    "Seasons",
    "board",
    "choose_everywhere",
    "curve_of",
    "is_everywhere",
    "is_wanted",
    "of_game",
    "of_member",
    "place_asks",
    "seasons",
    "want",
]


async def board(
    people: People, guild_id: int, at: int, *, limit: int, page: int, reader: int, season: Season | None = None
) -> RankingPage[RatingLine]:
    """The members with a place, the strongest first, then the others: a page (from 0), or the last one.

    With the reader's own line.

    Args:
        guild_id: the server, or `ALL_SERVERS`.
        at: the moment, for who has not played lately.
        season: None: of all time.
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
    """The seasons of a server now; one whose time is over is ended by this, with its champions.

    While the clock cannot be trusted, none is ended.
    """
    return await people.ratings.seasons(guild_id, people.now(), may_end=people.is_trusted())


async def of_member(people: People, guild_id: int, user_id: int) -> MemberRating | None:
    """A member's rating and the rated games behind it; None without one, and for who wants none."""
    return await people.ratings.of(guild_id, user_id)


async def curve_of(people: People, guild_id: int, user_id: int) -> tuple[Rating, ...]:
    """A member's rating after each of their last fifty rated games, oldest first; empty for who wants none."""
    return await people.ratings.curve(guild_id, user_id)


async def of_game(people: People, table_id: int, game_no: int) -> RatedGame | None:
    """How a game moved the ratings of its players; None: it was not rated."""
    return await people.ratings.game(table_id, game_no, people.now())


async def is_wanted(people: People, user_id: int) -> bool:
    """Whether a person wants a rating."""
    return await people.ratings.is_wanted(user_id)


async def want(people: People, user_id: int, *, wanted: bool) -> None:
    """Notes whether a person wants a rating, from the next game on."""
    await people.ratings.want(user_id, people.now(), wanted=wanted)


async def is_everywhere(people: People, user_id: int) -> bool:
    """Whether a person has chosen to be rated in all servers."""
    return await people.ratings.is_everywhere(user_id)


async def choose_everywhere(people: People, user_id: int, *, chosen: bool) -> None:
    """Notes whether a person is rated in all servers, from the next game on."""
    await people.ratings.choose_everywhere(user_id, people.now(), chosen=chosen)
