"""Which connections to Discord are away, and since when. No way down: a backup is the way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision: str | None = "0018"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """From the blocks. With one connection the heartbeat has said all: it stood still while that one was away."""
    op.create_table(
        "away_shards",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("since", _BIG, nullable=False),
        sa.CheckConstraint("0 <= shard AND shard < shards", name=op.f("ck_away_shards_one_of_them")),
        sa.PrimaryKeyConstraint("shard", name="pk_away_shards"),
        sqlite_strict=True,
    )
