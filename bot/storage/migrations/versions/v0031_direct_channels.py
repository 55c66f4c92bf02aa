"""Schema 0031 stores the channel of each person's direct messages.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision: str | None = "0030"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `direct_channels`. The bot asks Discord once for the channel of each person."""
    op.create_table(
        "direct_channels",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("channel_id", _BIG),
        sa.Column("asked_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_direct_channels"),
        sqlite_strict=True,
    )
    op.create_index("ix_direct_channels_asked", "direct_channels", ["asked_at"])
