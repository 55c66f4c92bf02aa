"""Schema 0020 stores which process owns which group of tables, for bots that run as several processes.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision: str | None = "0019"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the tables `owners` and `session_starts`. They stay empty until several processes run."""
    op.create_table(
        "owners",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("epoch", _BIG, nullable=False),
        sa.Column("holder", _BIG, nullable=False),
        sa.Column("beat_at", _BIG, nullable=False),
        sa.Column("leaving", sa.Integer(), nullable=False),
        sa.Column("successor", _BIG, nullable=False),
        sa.Column("claimed_at", _BIG, nullable=False),
        sa.Column("sign_at", _BIG, nullable=False),
        sa.Column("stopped", sa.Integer(), nullable=False),
        sa.CheckConstraint("0 <= shard AND shard < shards", name=op.f("ck_owners_one_of_them")),
        sa.PrimaryKeyConstraint("shard", name="pk_owners"),
        sqlite_strict=True,
    )
    op.create_table(
        "session_starts",
        sa.Column("kind", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("kind", name="pk_session_starts"),
        sqlite_strict=True,
    )
