"""Standings in a server: the leaderboard, the fullest purses, and the games of one person."""

from __future__ import annotations

from bot.people.boards import of_members
from bot.people.person import level_of
from bot.people.service import People
from bot.ranking.board_lines import Sort, Standing
from bot.ranking.periods import Period
from bot.rows.chips import Fortune
from bot.rows.paging import RankingPage
from ecarte.ai import Level


async def leaderboard(
    people: People,
    guild_id: int,
    period: Period,
    at: int,
    sort: Sort,
    *,
    limit: int,
    page: int,
    min_games: int,
    reader: int,
) -> RankingPage[Standing]:
    """Returns a page of the leaderboard of a server, the best members first. Pages are numbered from 0.

    Past the end, returns the last page.

    Args:
        sort: what the order goes by, such as games won or the share of games won.
        at: a moment in epoch milliseconds. Only games of the period that holds this moment count.
        min_games: how many games a member must have played for a place by `Sort.SHARE`.
        reader: the member whose own line is returned too.
    """
    return await of_members(
        people,
        guild_id,
        lambda left: people.results.leaderboard(
            guild_id,
            period,
            at,
            sort,
            limit=limit,
            offset=page * limit,
            min_games=min_games,
            reader=reader,
            without=left,
        ),
        lambda shown: [row.user_id for row in shown.rows],
    )


async def richest_purses(
    people: People, guild_id: int, *, limit: int, page: int = 0, reader: int
) -> RankingPage[Fortune]:
    """Returns a page of the board of purses, those with most chips first. The page has the reader's own line, too.

    Pages are numbered from 0. Past the end, returns the last page.
    """
    return await of_members(
        people,
        guild_id,
        lambda left: people.ledger.richest_purses(
            guild_id, limit=limit, offset=page * limit, reader=reader, without=left
        ),
        lambda shown: [row.user_id for row in shown.rows],
    )


async def against_house(people: People, guild_id: int | None, user_id: int) -> dict[Level, tuple[int, int]]:
    """Returns a person's numbers of games won and games played against the house (the computer player), by its level.

    Levels that the person has not met are left out.

    Args:
        guild_id: the id of the server whose games count. None to count games in all places.
    """
    met = await people.results.against_house(guild_id, user_id)
    return {level: (row.won, row.played) for row in met if (level := level_of(row.user_id)) is not None}


async def games_of(people: People, guild_id: int, user_id: int) -> int:
    """Returns how many games a person has finished in a server. Only games that count for standings are counted."""
    return (await people.results.tallies(guild_id, (user_id,))).get(user_id, (0, 0))[1]
