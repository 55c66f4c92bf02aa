"""Schema 0040 adds reports of puzzles, their themes, and the games that were searched for puzzles.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision: str | None = "0039"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables, and adds the columns without values.

    The bot fills in the themes of puzzles when a member first chooses a theme.
    """
    op.add_column("puzzles", sa.Column("theme", sa.Text))
    op.add_column("puzzles", sa.Column("day", sa.Text))
    op.add_column("puzzle_players", sa.Column("theme", sa.Text))
    op.create_table(
        "puzzle_reports",
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("puzzle_id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "puzzle_id", name="pk_puzzle_reports"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_reports_puzzle", "puzzle_reports", ["puzzle_id"])
    op.create_table(
        "searched_games",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("game_no", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "game_no"], ["games.table_id", "games.game_no"], name="fk_searched_games_games"
        ),
        sa.PrimaryKeyConstraint("table_id", "game_no", name="pk_searched_games"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
