"""Schema 0039 adds puzzles, people's tries at them, and people's ratings as solvers.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision: str | None = "0038"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables of puzzles. The bot fills in its stock when a member first asks for a puzzle."""
    op.create_table(
        "puzzles",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("added_at", _BIG, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("solution", sa.Text, nullable=False),
        sa.Column("difficulty", sa.Integer, nullable=False),
        sa.Column("table_id", _BIG),
        sa.Column("game_no", sa.Integer),
        sa.Column("state", sa.Text, nullable=False, server_default="live"),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("solved", sa.Integer, nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"], name="fk_puzzles_games"),
        sa.CheckConstraint("state IN ('live', 'withdrawn')", name="ck_puzzles_state"),
        sa.CheckConstraint("(table_id IS NULL) = (game_no IS NULL)", name="ck_puzzles_source_is_whole"),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("ix_puzzles_key", "puzzles", ["key"], unique=True)
    op.create_index("ix_puzzles_open", "puzzles", ["state", "guild_id", "rating"])
    op.create_index("ix_puzzles_game", "puzzles", ["table_id", "game_no"])
    op.create_table(
        "puzzle_tries",
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("puzzle_id", _BIG, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("choice", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("moved", sa.Integer, nullable=False),
        sa.Column("liked", sa.Integer),
        sa.CheckConstraint("solved IN (0, 1) AND liked IN (-1, 1)", name="ck_puzzle_tries_answered"),
        sa.PrimaryKeyConstraint("user_id", "puzzle_id", name="pk_puzzle_tries"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_tries_puzzle", "puzzle_tries", ["puzzle_id", "liked"])
    op.create_table(
        "puzzle_players",
        sa.Column("user_id", _BIG, nullable=False, autoincrement=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("solved", sa.Integer, nullable=False, server_default="0"),
        sa.Column("puzzle_id", _BIG),
        sa.PrimaryKeyConstraint("user_id", name="pk_puzzle_players"),
        sqlite_strict=True,
    )
