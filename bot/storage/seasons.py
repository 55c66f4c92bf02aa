"""The seasons of a server: finds the season in which a game counts, and closes seasons that have ended."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, func, insert, select, update

from bot.ranking.periods import SeasonKind
from bot.storage.rating_board import rating_board
from bot.storage.repositories.columns import read_object
from bot.storage.schema.rating_tables import rating_orders, season_champions, seasons
from bot.storage.schema.tables import guilds
from bot.storage.strength_fits import fit, keep_fit

_KIND: Final = "season"
"""The name of a server's setting for the length of its seasons. A server without the setting has no seasons."""
_MOST_CHAMPIONS: Final = 10
_SEASON = seasons.c


def season_of(connection: Connection, guild_id: int, at: int) -> int:
    """Returns the season in which a game counts. A season is named by its first moment, in epoch milliseconds.

    If that season is not stored yet, stores it. A season that has begun goes on to its end, even if the server changes
    its setting meanwhile. A closed season gets no more games: a late game, or a game from a clock that was set back,
    counts in the next season. The caller must have locked the server's row of `rating_orders`.

    Args:
        at: when the game ended, in epoch milliseconds.

    Returns:
        The first moment of the season. If the game counts in no season, the first moment of the last season before the
        game, as a number below zero. 0 if no season had begun.
    """
    here = _SEASON.guild_id == guild_id
    closed_until = connection.scalar(select(func.max(_SEASON.ends_at)).where(here, _SEASON.closed_at.is_not(None)))
    season = season_at(connection, guild_id, max(at, closed_until or 0))
    if season is None:
        earlier = select(func.max(_SEASON.season_at)).where(here, _SEASON.season_at <= max(at, closed_until or 0))
        return -(connection.scalar(earlier) or 0)
    since, ends_at, has_begun = season
    if not has_begun:
        connection.execute(insert(seasons), {"guild_id": guild_id, "season_at": since, "ends_at": ends_at})
    return since


def season_at(connection: Connection, guild_id: int, at: int) -> tuple[int, int, bool] | None:
    """Returns the beginning and the end of the season that holds the moment `at`, and whether the season is stored.

    All moments are epoch milliseconds. Returns None if no season is stored for that moment, and the server has no
    seasons now.
    """
    here = _SEASON.guild_id == guild_id
    running = select(_SEASON.season_at, _SEASON.ends_at).where(here, _SEASON.season_at <= at, _SEASON.ends_at > at)
    row = connection.execute(running.order_by(_SEASON.season_at)).first()
    if row is not None:
        return row.season_at, row.ends_at, True
    try:
        kind = SeasonKind(read_object(connection, guilds.c.settings, guild_id).get(_KIND))
    except ValueError:
        return None
    since, ends_at = kind.bounds(at)
    # If the server has changed the kind of its seasons, a season of the new kind begins where the old one ends.
    before = connection.scalar(select(func.max(_SEASON.ends_at)).where(here, _SEASON.ends_at <= at))
    after = connection.scalar(select(func.min(_SEASON.season_at)).where(here, _SEASON.season_at > at))
    return max(since, before or since), min(ends_at, after or ends_at), False


def close_seasons(connection: Connection, guild_id: int, now: int) -> None:
    """Closes those seasons of a server that have ended, and stores their champions. Each season is closed once."""
    # This takes the same lock as a game that is entered, so that the game counts either before the end or after it.
    connection.execute(select(rating_orders.c.games).where(rating_orders.c.guild_id == guild_id).with_for_update())
    has_ended = (_SEASON.guild_id == guild_id) & _SEASON.closed_at.is_(None) & (_SEASON.ends_at <= now)
    ended = select(_SEASON.season_at, _SEASON.ends_at).where(has_ended).order_by(_SEASON.season_at)
    for since, ends_at in connection.execute(ended).all():
        keep_fit(connection, fit(connection, guild_id, since, ends_at, now))
        key = {"guild_id": guild_id, "season_at": since}
        # A season has at most `_MOST_CHAMPIONS` champions.
        first = rating_board(connection, guild_id, now, _MOST_CHAMPIONS, 0, 0, since)
        if champions := [key | {"user_id": line.user_id} for line in first.rows if line.place == 1]:
            connection.execute(insert(season_champions), champions)
        this = (_SEASON.guild_id == guild_id) & (_SEASON.season_at == since)
        connection.execute(update(seasons).where(this).values(closed_at=now, role_due=1))
