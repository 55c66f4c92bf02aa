"""Schema 0027 adds ratings over all servers together, for people who choose to have one.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision: str | None = "0026"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables `everywhere_people` and `everywhere_servers`."""
    op.create_table(
        "everywhere_people",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_everywhere_people"),
        sqlite_strict=True,
    )
    op.create_table(
        "everywhere_servers",
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "guild_id", name="pk_everywhere_servers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
