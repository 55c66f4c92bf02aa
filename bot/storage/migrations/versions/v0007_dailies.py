"""Schema 0007 adds people's tries at the deal of the day. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `dailies`."""
    op.create_table(
        "dailies",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("started_at", _BIG, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("ended_at", _BIG),
        sa.Column("points", sa.Integer),
        sa.Column("tricks", sa.Integer),
        sa.Column("shared_at", _BIG),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (points IS NULL) AND (ended_at IS NULL) = (tricks IS NULL)",
            name=op.f("ck_dailies_end_is_whole"),
        ),
        sa.PrimaryKeyConstraint("user_id", "day", name="pk_dailies"),
        sqlite_strict=True,
    )
    op.create_index("ix_dailies_board", "dailies", ["guild_id", "day"])
