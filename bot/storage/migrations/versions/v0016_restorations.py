"""When the database was restored from a backup. No way down: a backup is the way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision: str | None = "0015"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """From the keys in first columns. A copy of an older schema that was restored has the table already."""
    op.create_table(
        "restorations",
        sa.Column("at", _BIG, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("at", name="pk_restorations"),
        if_not_exists=True,
        sqlite_strict=True,
    )
