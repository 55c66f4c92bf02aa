"""Schema 0032 stores how far the machine's clock was off at the last heartbeat.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision: str | None = "0031"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the column `heartbeat.clock_off`, in milliseconds. It is 0 until the next heartbeat."""
    op.add_column("heartbeat", sa.Column("clock_off", _BIG, nullable=False, server_default="0"))
