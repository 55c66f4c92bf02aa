"""Schema 0021 adds the people whom members have blocked for themselves.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision: str | None = "0020"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `member_blocks`."""
    op.create_table(
        "member_blocks",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("blocked_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_member_blocks"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_member_blocks_blocked", "member_blocks", ["blocked_id"])
