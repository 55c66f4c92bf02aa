"""Schema 0010 adds current erasures, the last sighting of each person, and the servers that the bot left.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables `erasures`, `sightings` and `departures`."""
    op.create_table(
        "erasures",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("stand_in", _BIG, nullable=False),
        sa.Column("asked_at", _BIG, nullable=False),
        sa.Column("table_id", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_erasures"),
        sqlite_strict=True,
    )
    op.create_table(
        "sightings",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_sightings"),
        sqlite_strict=True,
    )
    op.create_index("ix_sightings_at", "sightings", ["at"])
    op.create_table(
        "departures",
        sa.Column("guild_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_departures"),
        sqlite_strict=True,
    )
