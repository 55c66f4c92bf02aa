"""Computes ("fits") the strengths of all members on a board from the results of all pairs, and stores them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, func, select, update

from bot.ranking.rating_model import place_asks, title_of
from bot.ranking.strengths import MEAN, MemberStrength, PairResults, counting, strengths
from bot.storage.backends.base import upsert
from bot.storage.schema.rating_tables import rated_games, rating_orders, rating_pairs, ratings, seasons, strength_fits
from bot.storage.schema.rating_tables import strengths as lines

ALL_TIME: Final = 0
"""Stands for all time, in place of the first moment of a season."""
_DAY_MS: Final = 86_400_000
_AT_ONCE: Final = 2000
"""A board of at most this many pairs is fitted whenever it is read after a change. A larger one is fitted at most once
in as many milliseconds as it has pairs."""
_PAIR, _LINE, _FIT = rating_pairs.c, lines.c, strength_fits.c
UNKNOWN: Final = MemberStrength(MEAN, 0)
"""The strength of a member who has no game that counts."""
_SET: Final = (
    update(lines)
    .where(_LINE.guild_id == bindparam("server"), _LINE.season_at == bindparam("season"))
    .where(_LINE.user_id == bindparam("person"))
    .values(strength=bindparam("strength_"), counted=bindparam("counted_"))
)


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths on a board that were computed again and have changed.

    Attributes:
        row: the new row of `strength_fits`.
        before: the row that it replaces; None if there was none.
        changed: the changed strengths, by member.
        titles: the higher titles that members have reached, by member.
    """

    row: Mapping[str, int]
    before: Row[Any] | None
    changed: Mapping[int, MemberStrength]
    titles: Mapping[int, int]


def fit_if_due(connection: Connection, guild_id: int, season_at: int, at: int) -> Fit | None:
    """Computes the strengths on a board again if games were rated, or if a day has begun, since this was last done.

    Returns None if neither has happened, or if a large board was computed a short time ago. The strengths of a closed
    season are computed only if they never were.

    Args:
        season_at: when the season of the board began, in epoch milliseconds; `ALL_TIME` for the board of all time.
        at: the present moment, in epoch milliseconds.
    """
    before = connection.execute(_last_fit(guild_id, season_at)).first()
    until, season = at - at % _DAY_MS, seasons.c
    query = select(season.ends_at, season.closed_at).where(season.guild_id == guild_id, season.season_at == season_at)
    row = connection.execute(query).first() if season_at else None
    if row is not None:
        if row.closed_at is not None and before is not None:
            return None
        until = min(until, row.ends_at)
    if before is not None:
        if (before.number, before.until) == (_last_number(connection, guild_id), until):
            return None
        if before.pairs > _AT_ONCE and before.at <= at < before.at + before.pairs:
            return None
    return fit(connection, guild_id, season_at, until, at)


def fit(connection: Connection, guild_id: int, season_at: int, until: int, at: int) -> Fit:
    """Computes the strengths on a board again, even if nothing has changed since this was last done.

    Args:
        until: only members who had enough opponents before this moment count; see `strengths.counting`.
    """
    pairs, fitted = strengths_now(connection, guild_id, season_at, until)
    here = (_LINE.guild_id == guild_id) & (_LINE.season_at == season_at)
    stored = connection.execute(select(_LINE.user_id, _LINE.strength, _LINE.counted).where(here))
    changed = {
        line.user_id: now
        for line in stored
        if (now := fitted.get(line.user_id, UNKNOWN)) != (line.strength, line.counted)
    }
    titles: dict[int, int] = {}
    if season_at == ALL_TIME:
        stored_titles = select(ratings.c.user_id, ratings.c.title).where(ratings.c.guild_id == guild_id)
        for user_id, title in connection.execute(stored_titles):
            new_title = title_of(*fitted.get(user_id, UNKNOWN))
            if new_title > title:
                titles[user_id] = new_title
    before = connection.execute(_last_fit(guild_id, season_at)).first()
    row = {"guild_id": guild_id, "season_at": season_at, "number": _last_number(connection, guild_id)}
    return Fit(row | {"until": until, "at": at, "pairs": pairs}, before, changed, titles)


def keep_fit(connection: Connection, new: Fit) -> None:
    """Stores the strengths and titles from `fit`. If another fit was stored since `fit` has run, does nothing.

    Inserts no row for a member. If a member is being erased, and their row has another id by now, the row does not
    change.
    """
    guild_id, season_at = new.row["guild_id"], new.row["season_at"]
    # This takes the same lock as a game that is entered, or another fit.
    connection.execute(select(rating_orders.c.games).where(rating_orders.c.guild_id == guild_id).with_for_update())
    if connection.execute(_last_fit(guild_id, season_at)).first() != new.before:
        return
    upsert(connection, strength_fits, new.row)
    if new.changed:
        board = {"server": guild_id, "season": season_at}
        rows = [
            board | {"person": user_id, "strength_": now.strength, "counted_": now.counted}
            for user_id, now in sorted(new.changed.items())
        ]
        connection.execute(_SET, rows)
    for user_id, title in sorted(new.titles.items()):
        game = rated_games.c
        last = select(func.max(game.number)).where(game.user_id == user_id, game.guild_id == guild_id)
        this = (game.guild_id == guild_id) & (game.user_id == user_id) & (game.number == last.scalar_subquery())
        # During an erasure all games of a person may have another id already. Then no row changes.
        if connection.execute(update(rated_games).where(this).values(title=title)).rowcount:
            mine = (ratings.c.guild_id == guild_id) & (ratings.c.user_id == user_id)
            connection.execute(update(ratings).where(mine).values(title=title))


def strengths_now(
    connection: Connection, guild_id: int, season_at: int, until: int
) -> tuple[int, Mapping[int, MemberStrength]]:
    """Computes the strengths on a board. Returns the number of pairs of members, and each member's strength."""
    most = place_asks(guild_id, season_at).of_one
    if season_at == ALL_TIME:
        pairs = _pairs(connection, _PAIR.guild_id == guild_id)
        return len(pairs), strengths(counting(pairs, until), of_one=most)
    pairs = _pairs(connection, (_PAIR.guild_id == guild_id) & (_PAIR.season_at == season_at))
    earlier = _pairs(connection, (_PAIR.guild_id == guild_id) & (func.abs(_PAIR.season_at) < season_at))
    return len(pairs) + len(earlier), strengths(counting(pairs, until), counting(earlier, season_at), most)


def _last_fit(guild_id: int, season_at: int) -> Select[Any]:
    return select(strength_fits).where(_FIT.guild_id == guild_id, _FIT.season_at == season_at)


def _last_number(connection: Connection, guild_id: int) -> int:
    return connection.scalar(select(rating_orders.c.games).where(rating_orders.c.guild_id == guild_id)) or 0


def _pairs(connection: Connection, which: ColumnElement[bool]) -> list[PairResults]:
    sums = func.sum(_PAIR.won), func.sum(_PAIR.games), func.min(_PAIR.first_at)
    key = _PAIR.user_id, _PAIR.opponent_id
    # Each pair has two rows, one for each view. One of them is enough.
    query = select(*key, *sums).where(which, _PAIR.user_id < _PAIR.opponent_id).group_by(*key).order_by(*key)
    return [PairResults(*row) for row in connection.execute(query)]
