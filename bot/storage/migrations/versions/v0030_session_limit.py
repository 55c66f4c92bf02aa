"""How many sessions Discord still gives, and which servers are unavailable. No way down: a backup is the way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision: str | None = "0029"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """From the sums of bets. No session was counted, and clocks ran in such servers: there is no row."""
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
