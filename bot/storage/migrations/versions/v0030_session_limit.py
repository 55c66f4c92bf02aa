"""Schema 0030 stores how many sessions Discord still allows, and which servers are unavailable.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision: str | None = "0029"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables `session_limit` and `away_servers`."""
    op.create_table(
        "session_limit",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("remaining", sa.Integer(), nullable=False),
        sa.Column("resets_at", _BIG, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_session_limit_one_row")),
        sa.PrimaryKeyConstraint("id", name="pk_session_limit"),
        sqlite_strict=True,
    )
    op.create_table(
        "away_servers",
        sa.Column("guild_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("since", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_away_servers"),
        sqlite_strict=True,
    )
