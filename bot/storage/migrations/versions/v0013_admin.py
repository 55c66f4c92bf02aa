"""Schema 0013 adds bans from stakes and the log of managers' acts, and lets managers reset purses.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.guards_0013 import changes

revision = "0013"
down_revision: str | None = "0012"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables `bans` and `admin_log`, and replaces the triggers of the ledger."""
    op.create_table(
        "bans",
        sa.Column("guild_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("until", _BIG),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_bans"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "admin_log",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("by_id", _BIG, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("user_id", _BIG),
        sa.Column("on_table", _BIG),
        sa.Column("until", _BIG),
        sa.Column("amount", _BIG),
        sa.Column("cause", _BIG),
        sa.PrimaryKeyConstraint("id", name="pk_admin_log"),
        sqlite_strict=True,
    )
    op.create_index("ix_admin_log_guild", "admin_log", ["guild_id", "id"])
    op.create_index("ux_admin_log_cause", "admin_log", ["cause"], unique=True)
    connection = op.get_bind()
    for statement in changes(connection.dialect.name):
        connection.exec_driver_sql(statement)
