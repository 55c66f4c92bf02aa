"""Schema 0019 stores which of the bot's connections to Discord (shards) are away, and since when.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision: str | None = "0018"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `away_shards`.

    Before, the bot had one connection, and stored no heartbeat while that connection was away.
    """
    op.create_table(
        "away_shards",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("since", _BIG, nullable=False),
        sa.CheckConstraint("0 <= shard AND shard < shards", name=op.f("ck_away_shards_one_of_them")),
        sa.PrimaryKeyConstraint("shard", name="pk_away_shards"),
        sqlite_strict=True,
    )
