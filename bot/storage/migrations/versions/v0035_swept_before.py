"""Up to which moment the owner has allowed to erase however many people. No way down: a backup is the way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision: str | None = "0034"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """From the heartbeat of before, when people were erased however many they were."""
    op.add_column("heartbeat", sa.Column("swept_before", _BIG, nullable=False, server_default="0"))
