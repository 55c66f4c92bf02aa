"""Schema 0025 adds seasons, their champions, and titles. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision: str | None = "0024"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}
_POINTS, _GAMES, _KNOWN = 10_000, 10, 3
_TITLES = (1_480_000, 1_500_000, 1_520_000, 1_540_000)


def upgrade() -> None:
    """Creates the tables of seasons, and gives members the titles that their rated games have reached.

    Earlier ratings become those of all time. The first season begins with the next game.
    """
    op.create_table(
        "seasons",
        *_ids("guild_id", "season_at", "ends_at"),
        sa.Column("closed_at", _BIG),
        sa.Column("role_due", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("guild_id", "season_at", name="pk_seasons"),
        **_BY_KEY,
    )
    op.create_table(
        "season_champions",
        *_ids("guild_id", "season_at", "user_id"),
        sa.Column("role_id", _BIG),
        sa.PrimaryKeyConstraint("guild_id", "season_at", "user_id", name="pk_season_champions"),
        **_BY_KEY,
    )
    op.add_column("rated_games", sa.Column("season_at", _BIG, nullable=False, server_default="0"))
    for name in ("season_gain", "title"):
        op.add_column("rated_games", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    titles = _fill_titles()
    # The key is another one: SQLite changes none in place.
    rows = [dict(row) for row in op.get_bind().execute(sa.text("SELECT * FROM ratings")).mappings()]
    op.drop_table("ratings")
    ratings = op.create_table(
        "ratings",
        *_ids("guild_id", "season_at", "user_id"),
        *_counts("rating", "deviation", "games", "opponents"),
        *_ids("last_at"),
        *(
            sa.Column(name, sa.Integer, nullable=False, server_default=default)
            for name, default in (
                ("board_rating", "1500000"),
                ("board_deviation", "60000"),
                ("board_games", "0"),
                ("begun_rating", "1500000"),
                ("begun_deviation", "60000"),
                ("title", "0"),
            )
        ),
        sa.PrimaryKeyConstraint("guild_id", "season_at", "user_id", name="pk_ratings"),
        **_BY_KEY,
    )
    op.bulk_insert(
        ratings,
        [row | {"season_at": 0, "title": titles.get((row["guild_id"], row["user_id"]), 0)} for row in rows],
    )


def _fill_titles() -> dict[tuple[int, int], int]:
    """Writes which title each game has reached; returns the highest of each member, under both ids of an erasure."""
    connection = op.get_bind()
    pairs = [
        (row.user_id, row.stand_in) for row in connection.execute(sa.text("SELECT user_id, stand_in FROM erasures"))
    ]
    ids = {stand_in: user_id for user_id, stand_in in pairs}
    met: defaultdict[tuple[int, int], dict[int, tuple[int, int]]] = defaultdict(dict)
    counted: defaultdict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
    titles: defaultdict[tuple[int, int], int] = defaultdict(int)
    reached: list[dict[str, int]] = []
    asked = "SELECT guild_id, number, user_id, adversary_id, gain FROM rated_games ORDER BY guild_id, number, won DESC"
    pair: list[Any] = []
    for row in connection.execute(sa.text(asked)):
        pair.append(row)
        if len(pair) < 2:
            continue
        for one in pair:
            user, other = (ids.get(each, each) for each in (one.user_id, one.adversary_id))
            _count(met, counted, one.guild_id, user, other, one.gain)
        for one in pair:
            member = one.guild_id, ids.get(one.user_id, one.user_id)
            title = _title(*counted[member])
            if title > titles[member]:
                titles[member] = title
                reached.append({"guild": one.guild_id, "number": one.number, "person": one.user_id, "title": title})
        pair = []
    if reached:
        change = "UPDATE rated_games SET title = :title WHERE guild_id = :guild AND number = :number"
        connection.execute(sa.text(f"{change} AND user_id = :person"), reached)
    both = dict(pairs)
    titles |= {(guild, both[one]): title for (guild, one), title in titles.items() if one in both}
    return titles


def _count(
    met: defaultdict[tuple[int, int], dict[int, tuple[int, int]]],
    counted: defaultdict[tuple[int, int], tuple[int, int]],
    guild: int,
    user: int,
    other: int,
    gain: int,
) -> None:
    """Adds a game to what counts of a member, and of those who count it from now on."""
    mine, theirs = met[guild, user], met[guild, other]
    is_new = other not in mine
    known = len(theirs) - (is_new and user in theirs)
    before = mine.get(other, (0, 0))
    mine[other] = after = before[0] + gain, before[1] + 1
    lost, won = _share(before, known), _share(after, known + is_new)
    points, games = counted[guild, user]
    counted[guild, user] = points - lost[0] + won[0], games - lost[1] + won[1]
    if is_new and len(mine) == _KNOWN:
        for one in mine:
            if one != other:
                points, games = counted[guild, one]
                share = _share(met[guild, one][user], _KNOWN)
                counted[guild, one] = points + share[0], games + share[1]


def _share(of_pair: tuple[int, int], opponents: int) -> tuple[int, int]:
    if opponents < _KNOWN:
        return 0, 0
    return max(-_POINTS, min(_POINTS, of_pair[0])), min(_GAMES, of_pair[1])


def _title(points: int, games: int) -> int:
    deviation = round(1 / math.sqrt(1 / 60**2 + games * (math.log(10) / 400 / 2) ** 2) * 1000)
    return sum(1_500_000 + points - deviation >= least for least in _TITLES)


def _ids(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, _BIG, nullable=False) for name in names]


def _counts(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]
