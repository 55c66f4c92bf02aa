"""How far the machine's clock was off at the last heartbeat. No way down: a backup is the way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision: str | None = "0031"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """From the heartbeat of before, when no clock was held against another."""
    op.add_column("heartbeat", sa.Column("clock_off", _BIG, nullable=False, server_default="0"))
