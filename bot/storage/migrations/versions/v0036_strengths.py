"""Schema 0036 orders boards by strength: the most likely strengths by the results of all pairs of members.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision: str | None = "0035"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}
_MOMENTS = ("last_at", "first_at", "until", "at")
_ROWS = 1000


def upgrade() -> None:
    """Creates `strengths`, `rating_pairs` and `strength_fits`, and counts the results of each pair of members.

    `ratings` is created again without the columns for boards: `strengths` takes their place. The strengths on a board
    are computed when a reader first asks for that board.
    """
    connection = op.get_bind()
    before = [dict(row) for row in connection.execute(sa.text("SELECT * FROM ratings")).mappings()]
    op.drop_table("ratings")
    op.drop_column("rated_games", "season_gain")
    ratings = _create("ratings", ("guild_id", "user_id"), ("rating", "deviation"), {"title": "0"})
    strengths = _create(
        "strengths",
        ("guild_id", "season_at", "user_id"),
        ("games", "opponents", "last_at"),
        {"strength": "1500000", "counted": "0"},
    )
    pairs = _create(
        "rating_pairs", ("guild_id", "user_id", "opponent_id", "season_at"), ("won", "games", "first_at"), {}
    )
    _create("strength_fits", ("guild_id", "season_at"), ("number", "until", "at", "pairs"), {})
    _fill(ratings, [row for row in before if row["season_at"] == 0])
    _fill(strengths, before)
    _fill(pairs, _count_pairs({(row["guild_id"], row["user_id"]) for row in before}))


def _create(name: str, key: Sequence[str], values: Sequence[str], filled: dict[str, str]) -> sa.Table:
    columns = [sa.Column(one, _BIG, nullable=False) for one in key]
    columns += [sa.Column(one, _BIG if one in _MOMENTS else sa.Integer, nullable=False) for one in values]
    columns += [sa.Column(one, sa.Integer, nullable=False, server_default=default) for one, default in filled.items()]
    return op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"), **_BY_KEY)


def _fill(table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    names = {column.name for column in table.columns} & (rows[0].keys() if rows else set())
    for start in range(0, len(rows), _ROWS):
        some = rows[start : start + _ROWS]
        op.bulk_insert(table, [{name: row[name] for name in names} for row in some])


def _count_pairs(rated: set[tuple[int, int]]) -> list[dict[str, int]]:
    """Adds the rated games of each two up.

    Args:
        rated: servers and members, as ratings name them. During an erasure the games of a person have two ids.
    """
    connection = op.get_bind()
    ids: dict[int, tuple[int, int]] = {}
    for row in connection.execute(sa.text("SELECT user_id, stand_in FROM erasures")):
        ids[row.user_id] = ids[row.stand_in] = row.user_id, row.stand_in
    added: dict[tuple[int, ...], list[int]] = {}
    games = "SELECT guild_id, user_id, adversary_id, season_at, won, ended_at FROM rated_games"
    for guild_id, user_id, opponent_id, season_at, won, at in connection.execute(sa.text(games)):
        one, other = (
            next((each for each in ids.get(person, ()) if (guild_id, each) in rated), person)
            for person in (user_id, opponent_id)
        )
        pair = added.setdefault((guild_id, one, other, season_at), [0, 0, at])
        pair[:] = pair[0] + won, pair[1] + 1, min(pair[2], at)
    names = ("guild_id", "user_id", "opponent_id", "season_at", "won", "games", "first_at")
    return [dict(zip(names, (*key, *pair), strict=True)) for key, pair in added.items()]
