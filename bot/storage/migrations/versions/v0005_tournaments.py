"""Schema 0005 adds tournaments, their participants, and the tables that play their pairings.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables of tournaments."""
    op.create_table(
        "tournaments",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("channel_id", _BIG, nullable=False),
        sa.Column("opener_id", _BIG, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("deadline", _BIG),
        sa.Column("opened_at", _BIG, nullable=False),
        sa.Column("updated_at", _BIG, nullable=False),
        sa.CheckConstraint(
            "status IN ('open', 'running', 'over', 'cancelled')", name=op.f("ck_tournaments_known_status")
        ),
        sa.CheckConstraint(
            "status = 'running' OR deadline IS NULL", name=op.f("ck_tournaments_only_a_running_one_waits")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    is_on = sa.text("status IN ('open', 'running')")
    op.create_index(
        "ux_tournaments_on", "tournaments", ["channel_id"], unique=True, sqlite_where=is_on, postgresql_where=is_on
    )
    op.create_index("ix_tournaments_channel", "tournaments", ["channel_id", "id"])
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_table(
        "tournament_people",
        sa.Column("tournament_id", _BIG, nullable=False),
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name="pk_tournament_people"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_people_tournaments"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_people_user", "tournament_people", ["user_id"])
    op.create_table(
        "tournament_games",
        sa.Column("tournament_id", _BIG, nullable=False),
        sa.Column("round_no", sa.Integer, nullable=False),
        sa.Column("pairing_no", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("table_id", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round_no", "pairing_no", "attempt", name="pk_tournament_games"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_games_tournaments"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_tournament_games_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ux_tournament_games_table", "tournament_games", ["table_id"], unique=True)
    op.create_table(
        "tournament_commands",
        sa.Column("interaction_id", _BIG, nullable=False, autoincrement=False),
        sa.Column("tournament_id", _BIG, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_tournament_commands"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_commands_tournaments"),
        sqlite_strict=True,
    )
    op.create_table(
        "tournament_messages",
        sa.Column("tournament_id", _BIG, nullable=False),
        sa.Column("slot", sa.Text, nullable=False),
        sa.Column("channel_id", _BIG, nullable=False),
        sa.Column("message_id", _BIG, nullable=False),
        sa.Column("state_hash", sa.Text, nullable=False),
        sa.Column("updated_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "slot", name="pk_tournament_messages"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_messages_tournaments"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
