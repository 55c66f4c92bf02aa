"""Schema 0022 adds ratings. The first rated game is the first one after this migration.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision: str | None = "0021"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Creates the empty tables of ratings.

    Earlier games are not rated, because their terms are stored only in their logs.
    """
    op.create_table(
        "rating_orders",
        sa.Column("guild_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_rating_orders"),
        sqlite_strict=True,
    )
    op.create_table(
        "ratings",
        *_ids("guild_id", "user_id"),
        *_counts("rating", "deviation", "games", "opponents"),
        *_ids("last_at"),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_ratings"),
        **_BY_KEY,
    )
    op.create_table(
        "rated_games",
        *_ids("guild_id"),
        *_counts("number"),
        *_ids("user_id", "adversary_id", "table_id"),
        *_counts("game_no"),
        *_ids("ended_at"),
        *_counts("won", "rating", "deviation", "gain"),
        sa.PrimaryKeyConstraint("guild_id", "number", "user_id", name="pk_rated_games"),
        sa.CheckConstraint("won IN (0, 1)", name="ck_rated_games_won_or_not"),
        **_BY_KEY,
    )
    op.create_index("ix_rated_games_person", "rated_games", ["user_id", "guild_id", "number"])
    op.create_index("ix_rated_games_game", "rated_games", ["table_id", "game_no"])
    op.create_table(
        "unrated_people",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_unrated_people"),
        sqlite_strict=True,
    )


def _ids(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, _BIG, nullable=False) for name in names]


def _counts(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]
