"""How many sessions Discord still gives. No way down: a backup is the way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision: str | None = "0029"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """From the sums of bets. Until a session begins, there is no row."""
    op.create_table(
        "session_limit",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("remaining", sa.Integer(), nullable=False),
        sa.Column("resets_at", _BIG, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_session_limit_one_row")),
        sa.PrimaryKeyConstraint("id", name="pk_session_limit"),
        sqlite_strict=True,
    )
