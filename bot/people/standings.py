"""Standings in a server: the leaderboard, the richest, and what one person has played."""

from __future__ import annotations

from bot.people.service import People
from bot.storage import AdviceTotals, Favourite, Fortune, Page, Sort, Standing, Statistics

__all__ = [
    "AdviceTotals",
    "Favourite",
    "Fortune",
    "Page",
    "Sort",
    "Standing",
    "Statistics",
    "advice",
    "games_of",
    "leaderboard",
    "richest",
    "statistics",
]


async def leaderboard(
    people: People, guild_id: int, since: int | None, sort: Sort, *, limit: int, min_games: int
) -> Page[Standing]:
    """The members who have done best, by `sort`.

    Args:
        since: only games that ended at that moment or later.
        min_games: fewest games for `Sort.PERCENTAGE`.
    """
    return await people.results.leaderboard(guild_id, since, sort, limit=limit, min_games=min_games)


async def richest(people: People, guild_id: int, *, limit: int) -> Page[Fortune]:
    """The fullest purses."""
    return await people.ledger.richest(guild_id, limit=limit)


async def statistics(people: People, guild_id: int, user_id: int) -> Statistics:
    """What a person has played."""
    return await people.results.statistics(guild_id, user_id)


async def games_of(people: People, guild_id: int, user_id: int) -> int:
    """How many games that count a person has finished."""
    return (await people.results.tallies(guild_id, (user_id,))).get(user_id, (0, 0))[1]


async def advice(people: People, guild_id: int, user_id: int) -> AdviceTotals:
    """What a person's advice came to."""
    return await people.results.advice_of(guild_id, user_id)
