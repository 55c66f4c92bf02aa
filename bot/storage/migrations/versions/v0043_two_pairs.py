"""Schema 0043 adds duplicate matches of two pairs. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision: str | None = "0042"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the columns. All matches so far are against the house."""
    op.add_column("duplicates", sa.Column("two_pairs", sa.Integer, nullable=False, server_default="0"))
    for name in ("against_inviter", "against_partner"):
        op.add_column("duplicates", sa.Column(f"{name}_id", _BIG))
        op.add_column("duplicates", sa.Column(f"{name}_seed", sa.Text))
        op.add_column("duplicates", sa.Column(f"{name}_named", sa.Integer, nullable=False, server_default="0"))
        op.add_column("duplicates", sa.Column(f"{name}_press", _BIG))
        op.create_index(f"ix_duplicates_{name}", "duplicates", [f"{name}_id"])
