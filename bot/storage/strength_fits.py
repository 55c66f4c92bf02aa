"""Fits the strengths of a board to its pairs, and keeps what was found. Knows no rule of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, func, select, update

from bot.ranking.rating_model import place_asks, title_of
from bot.ranking.strengths import MEAN, MemberStrength, PairResults, counting, strengths
from bot.storage.backends.base import upsert
from bot.storage.schema.ratings import rated_games, rating_orders, rating_pairs, ratings, seasons, strength_fits
from bot.storage.schema.ratings import strengths as lines

ALL_TIME: Final = 0
"""In the place of a season."""
_DAY_MS: Final = 86_400_000
_AT_ONCE: Final = 2000
"""A board of up to this many pairs is fitted at each look after a change, a larger one at most once in as many
milliseconds as it has pairs."""
_PAIR, _LINE, _FIT = rating_pairs.c, lines.c, strength_fits.c
UNKNOWN: Final = MemberStrength(MEAN, 0)
"""The strength of a member without a game that counts."""
_SET: Final = (
    update(lines)
    .where(_LINE.guild_id == bindparam("server"), _LINE.season_at == bindparam("season"))
    .where(_LINE.user_id == bindparam("person"))
    .values(strength=bindparam("found"), counted=bindparam("of"))
)


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths of a board that was fitted, where they are not those stored.

    Attributes:
        row: of `strength_fits`.
        before: the row that it replaces, if any.
        changed: by member.
        titles: the members who have reached a higher title, with it.
    """

    row: Mapping[str, int]
    before: Row[Any] | None
    changed: Mapping[int, MemberStrength]
    titles: Mapping[int, int]


def fit_if_due(connection: Connection, guild_id: int, season_at: int, at: int) -> Fit | None:
    """Fits a board whose strengths are older than its games or its day; None: the stored ones serve.

    A season that is over is fitted once.
    """
    before = connection.execute(_last_fit(guild_id, season_at)).first()
    until, season = at - at % _DAY_MS, seasons.c
    asked = select(season.ends_at, season.closed_at).where(season.guild_id == guild_id, season.season_at == season_at)
    row = connection.execute(asked).first() if season_at else None
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
    """Fits a board, whatever was found before.

    Args:
        until: the moment before which members had to be known.
    """
    pairs, found = strengths_now(connection, guild_id, season_at, until)
    here = (_LINE.guild_id == guild_id) & (_LINE.season_at == season_at)
    stored = connection.execute(select(_LINE.user_id, _LINE.strength, _LINE.counted).where(here))
    changed = {
        line.user_id: now
        for line in stored
        if (now := found.get(line.user_id, UNKNOWN)) != (line.strength, line.counted)
    }
    titles: dict[int, int] = {}
    if season_at == ALL_TIME:
        reached = select(ratings.c.user_id, ratings.c.title).where(ratings.c.guild_id == guild_id)
        for user_id, title in connection.execute(reached):
            higher = title_of(*found.get(user_id, UNKNOWN))
            if higher > title:
                titles[user_id] = higher
    before = connection.execute(_last_fit(guild_id, season_at)).first()
    row = {"guild_id": guild_id, "season_at": season_at, "number": _last_number(connection, guild_id)}
    return Fit(row | {"until": until, "at": at, "pairs": pairs}, before, changed, titles)


def keep_fit(connection: Connection, found: Fit) -> None:
    """Stores strengths and titles, unless another fit was stored meanwhile.

    It only changes lines: one that has gone to another id meanwhile stays as it is.
    """
    guild_id, season_at = found.row["guild_id"], found.row["season_at"]
    # Held as by a game that is entered, or by another fit.
    connection.execute(select(rating_orders.c.games).where(rating_orders.c.guild_id == guild_id).with_for_update())
    if connection.execute(_last_fit(guild_id, season_at)).first() != found.before:
        return
    upsert(connection, strength_fits, found.row)
    if found.changed:
        board = {"server": guild_id, "season": season_at}
        rows = [
            board | {"person": user_id, "found": now.strength, "of": now.counted}
            for user_id, now in sorted(found.changed.items())
        ]
        connection.execute(_SET, rows)
    for user_id, title in sorted(found.titles.items()):
        game = rated_games.c
        last = select(func.max(game.number)).where(game.user_id == user_id, game.guild_id == guild_id)
        this = (game.guild_id == guild_id) & (game.user_id == user_id) & (game.number == last.scalar_subquery())
        # No game: while a person is erased, all their games may have another id already.
        if connection.execute(update(rated_games).where(this).values(title=title)).rowcount:
            mine = (ratings.c.guild_id == guild_id) & (ratings.c.user_id == user_id)
            connection.execute(update(ratings).where(mine).values(title=title))


def strengths_now(
    connection: Connection, guild_id: int, season_at: int, until: int
) -> tuple[int, Mapping[int, MemberStrength]]:
    """How many pairs a board has, and what their results say of each member."""
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
    # Each pair stands there twice.
    asked = select(*key, *sums).where(which, _PAIR.user_id < _PAIR.opponent_id).group_by(*key).order_by(*key)
    return [PairResults(*row) for row in connection.execute(asked)]
