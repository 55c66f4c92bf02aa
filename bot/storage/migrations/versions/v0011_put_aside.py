"""Schema 0011 adds the list of tables that were closed because their logs cannot be read.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision: str | None = "0010"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `put_aside`."""
    op.create_table(
        "put_aside",
        sa.Column("table_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("frozen", sa.Integer, nullable=False),
        sa.CheckConstraint("frozen IN (0, 1)", name=op.f("ck_put_aside_frozen_or_not")),
        sa.PrimaryKeyConstraint("table_id", name="pk_put_aside"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_put_aside_tables"),
        sqlite_strict=True,
    )
