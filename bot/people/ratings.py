"""Ratings in a server: the board, a member's own, how a game moved them, and who wants none."""

from __future__ import annotations

from bot.people.service import People
from bot.storage import (
    KNOWN_OPPONENTS,
    PLACE_DAYS,
    PLACE_GAMES,
    PLACE_OPPONENTS,
    SHARE_GAMES,
    SHARE_POINTS,
    RankingPage,
    RatedGame,
    Rating,
    RatingLine,
)

__all__ = [
    "KNOWN_OPPONENTS",
    "PLACE_DAYS",
    "PLACE_GAMES",
    "PLACE_OPPONENTS",
    "SHARE_GAMES",
    "SHARE_POINTS",
    "RatedGame",
    "Rating",
    "RatingLine",
    "board",
    "curve_of",
    "is_wanted",
    "of_game",
    "of_member",
    "want",
]


async def board(
    people: People, guild_id: int, at: int, *, limit: int, page: int, reader: int
) -> RankingPage[RatingLine]:
    """The members by the lower ends of what counts: a page (from 0), or the last one; with the reader's own line.

    Args:
        at: the moment, for who has not played lately.
    """
    return await people.ratings.board(guild_id, at, limit=limit, offset=page * limit, reader=reader)


async def of_member(people: People, guild_id: int, user_id: int) -> tuple[Rating, int] | None:
    """A member's rating and the rated games behind it; None without one, and for who wants none."""
    return await people.ratings.of(guild_id, user_id)


async def curve_of(people: People, guild_id: int, user_id: int) -> tuple[Rating, ...]:
    """A member's rating after each of their last fifty rated games, oldest first; empty for who wants none."""
    return await people.ratings.curve(guild_id, user_id)


async def of_game(people: People, table_id: int, game_no: int) -> RatedGame | None:
    """How a game moved the ratings of its players; None: it was not rated."""
    return await people.ratings.game(table_id, game_no)


async def is_wanted(people: People, user_id: int) -> bool:
    """Whether a person wants a rating."""
    return await people.ratings.is_wanted(user_id)


async def want(people: People, user_id: int, *, wanted: bool) -> None:
    """Notes whether a person wants a rating, from the next game on."""
    await people.ratings.want(user_id, people.now(), wanted=wanted)
