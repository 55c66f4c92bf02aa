"""Schema 0024 adds the daily reminders that people have chosen. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision: str | None = "0023"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `reminders`."""
    op.create_table(
        "reminders",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("due_at", _BIG),
        sa.Column("last_at", _BIG),
        sa.Column("refused", sa.Integer, nullable=False, server_default="0"),
        sa.CheckConstraint("hour BETWEEN 0 AND 23", name="ck_reminders_hour_of_day"),
        sa.CheckConstraint("refused IN (0, 1)", name="ck_reminders_refused_or_not"),
        sa.PrimaryKeyConstraint("user_id", name="pk_reminders"),
        sqlite_strict=True,
    )
    op.create_index("ix_reminders_due", "reminders", ["due_at"])
