"""The seasons of a server: in which one a game counts, and how one ends. Knows no rule of the game."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, func, insert, select, update

from bot.ranking.periods import SeasonKind
from bot.storage.rating_board import rating_board
from bot.storage.repositories.columns import read_object
from bot.storage.schema.ratings import rating_orders, season_champions, seasons
from bot.storage.schema.tables import guilds
from bot.storage.strength_fits import fit, keep_fit

_KIND: Final = "season"
"""The setting of a server: for how long its seasons last; without it there are none."""
_MOST_CHAMPIONS: Final = 10
_SEASON = seasons.c


def season_of(connection: Connection, guild_id: int, at: int) -> int:
    """Returns the season in which a game that ended at a moment counts, by its beginning; 0 or less: in none.

    Below zero it is the beginning of the last season before, for which such a game came too late.

    A season that has begun goes on to its end, whatever the server chooses meanwhile. One whose end was read takes no
    more games: those that come late, or by a clock that was set back, count in the next one. The row of the server's
    order is held by the caller.
    """
    here = _SEASON.guild_id == guild_id
    closed_until = connection.scalar(select(func.max(_SEASON.ends_at)).where(here, _SEASON.closed_at.is_not(None)))
    found = season_at(connection, guild_id, max(at, closed_until or 0))
    if found is None:
        begun = select(func.max(_SEASON.season_at)).where(here, _SEASON.season_at <= max(at, closed_until or 0))
        return -(connection.scalar(begun) or 0)
    since, ends_at, has_begun = found
    if not has_begun:
        connection.execute(insert(seasons), {"guild_id": guild_id, "season_at": since, "ends_at": ends_at})
    return since


def season_at(connection: Connection, guild_id: int, at: int) -> tuple[int, int, bool] | None:
    """Returns when the season of a moment begins and ends, and whether it has begun; None: the server has none."""
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
    # Of two kinds, the one that is chosen later begins where the other ends.
    before = connection.scalar(select(func.max(_SEASON.ends_at)).where(here, _SEASON.ends_at <= at))
    after = connection.scalar(select(func.min(_SEASON.season_at)).where(here, _SEASON.season_at > at))
    return max(since, before or since), min(ends_at, after or ends_at), False


def close_seasons(connection: Connection, guild_id: int, now: int) -> None:
    """Ends the seasons of a server whose time is over, and notes their champions; once."""
    # Held as by a game that is entered: it counts before the end, or after it.
    connection.execute(select(rating_orders.c.games).where(rating_orders.c.guild_id == guild_id).with_for_update())
    over = (_SEASON.guild_id == guild_id) & _SEASON.closed_at.is_(None) & (_SEASON.ends_at <= now)
    ended = select(_SEASON.season_at, _SEASON.ends_at).where(over).order_by(_SEASON.season_at)
    for since, ends_at in connection.execute(ended).all():
        keep_fit(connection, fit(connection, guild_id, since, ends_at, now))
        key = {"guild_id": guild_id, "season_at": since}
        # More than a page of equals would be none.
        first = rating_board(connection, guild_id, now, _MOST_CHAMPIONS, 0, 0, since)
        if champions := [key | {"user_id": line.user_id} for line in first.rows if line.place == 1]:
            connection.execute(insert(season_champions), champions)
        this = (_SEASON.guild_id == guild_id) & (_SEASON.season_at == since)
        connection.execute(update(seasons).where(this).values(closed_at=now, role_due=1))
