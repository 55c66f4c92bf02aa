"""Schema 0037 stores whether the owner's maintenance is on. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision: str | None = "0036"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the table `maintenance`. It is empty, which means that maintenance is off."""
    op.create_table(
        "maintenance",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", _BIG, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_maintenance_one_row")),
        sa.PrimaryKeyConstraint("id", name="pk_maintenance"),
        sqlite_strict=True,
    )
