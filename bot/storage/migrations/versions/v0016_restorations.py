"""Schema 0016 stores when the database was restored from a backup.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision: str | None = "0015"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the table `restorations`, if it does not exist.

    A restored copy with an older schema has the table already: the restoration creates it.
    """
    op.create_table(
        "restorations",
        sa.Column("at", _BIG, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("at", name="pk_restorations"),
        if_not_exists=True,
        sqlite_strict=True,
    )
