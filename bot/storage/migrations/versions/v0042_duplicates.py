"""Schema 0042 adds duplicate matches. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision: str | None = "0041"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table."""
    op.create_table(
        "duplicates",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("inviter_id", _BIG, nullable=False),
        sa.Column("partner_id", _BIG, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("opened_at", _BIG, nullable=False),
        sa.Column("asked_at", _BIG),
        sa.Column("started_at", _BIG),
        sa.Column("until", _BIG, nullable=False),
        sa.Column("inviter_seed", sa.Text, nullable=False),
        sa.Column("inviter_named", sa.Integer, nullable=False, server_default="0"),
        sa.Column("inviter_press", _BIG),
        sa.Column("partner_seed", sa.Text, nullable=False),
        sa.Column("partner_named", sa.Integer, nullable=False, server_default="0"),
        sa.Column("partner_press", _BIG),
        sa.CheckConstraint("inviter_named IN (0, 1) AND partner_named IN (0, 1)", name="ck_duplicates_named_or_not"),
        sa.PrimaryKeyConstraint("id", name="pk_duplicates"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("ix_duplicates_inviter", "duplicates", ["inviter_id"])
    op.create_index("ix_duplicates_partner", "duplicates", ["partner_id"])
