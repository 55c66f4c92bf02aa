"""Schema 0014 adds a table for the compressed logs of closed tables.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision: str | None = "0013"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty table `packed_logs`. The running bot packs the logs of old tables later, a few at a time."""
    op.create_table(
        "packed_logs",
        sa.Column("table_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_packed_logs"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_packed_logs_tables"),
        sqlite_strict=True,
    )
