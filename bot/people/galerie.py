"""The boards of the galerie (the people around a table) in a server: the gains of its members on their bets, and the
quality of their advice.
"""

from __future__ import annotations

from bot.people.boards import of_members
from bot.people.service import People
from bot.ranking.board_lines import GalerieLine, GalerieSort
from bot.ranking.periods import Period, Season
from bot.rows.paging import RankingPage


async def board(
    people: People,
    guild_id: int,
    sort: GalerieSort,
    span: Period | Season,
    at: int,
    *,
    limit: int,
    page: int,
    reader: int,
) -> RankingPage[GalerieLine]:
    """Returns a page of the board of the galerie (the people around tables, who bet and advise), the best members
    first.

    Pages are numbered from 0. Past the end, returns the last page.

    Args:
        sort: what the order goes by: gains on bets, or quality of advice.
        span: the season, or the kind of period.
        at: a moment in epoch milliseconds. If `span` is a kind of period, the period that holds this moment counts.
        reader: the member whose own line is returned too.
    """
    since, until = (span.since(at), None) if isinstance(span, Period) else (span.since, span.ends_at)
    return await of_members(
        people,
        guild_id,
        lambda left: people.galerie.board(
            guild_id, sort, since, until, limit=limit, offset=page * limit, reader=reader, without=left
        ),
        lambda shown: [row.user_id for row in shown.rows],
    )
