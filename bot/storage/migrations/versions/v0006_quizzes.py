"""Schema 0006 adds the quizzes that people take against the clock.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `quizzes`."""
    op.create_table(
        "quizzes",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("started_at", _BIG, nullable=False),
        sa.Column("ended_at", _BIG),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("best_right", sa.Integer),
        sa.Column("best_ms", _BIG),
        sa.Column("finished", sa.Integer, nullable=False, server_default="0"),
        sa.CheckConstraint(
            "(best_right IS NULL) = (best_ms IS NULL)",
            name=op.f("ck_quizzes_best_is_whole"),
        ),
        sa.PrimaryKeyConstraint("user_id", name="pk_quizzes"),
        sqlite_strict=True,
    )
