"""Schema 0028 adds the errors of players that the review after each game finds.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision: str | None = "0027"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_KEY = ("table_id", "game_no", "user_id", "kind")


def upgrade() -> None:
    """Creates the empty table `error_results`. Earlier games are not reviewed again."""
    op.create_table(
        "error_results",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("game_no", sa.Integer, nullable=False),
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("errors", sa.Integer, nullable=False),
        sa.Column("cost", sa.Integer, nullable=False),
        sa.CheckConstraint("errors > 0 AND cost > 0", name="ck_error_results_some"),
        sa.ForeignKeyConstraint(
            ["table_id", "game_no"], ["games.table_id", "games.game_no"], name="fk_error_results_games"
        ),
        sa.PrimaryKeyConstraint(*_KEY, name="pk_error_results"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_error_results_user", "error_results", ["user_id", "guild_id", "kind", "errors", "cost"])
