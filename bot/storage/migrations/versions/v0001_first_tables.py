"""Schema 0001: the first tables, for the logs of tables, messages, results, people and servers.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates all tables of the first schema in an empty database."""
    op.create_table(
        "tables",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("channel_id", _BIG, nullable=False),
        sa.Column("thread_id", _BIG),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("north_id", _BIG),
        sa.Column("south_id", _BIG),
        sa.Column("challenger_id", _BIG, nullable=False),
        sa.Column("challenged_id", _BIG),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("deadline", _BIG),
        sa.Column("opened_at", _BIG, nullable=False),
        sa.Column("updated_at", _BIG, nullable=False),
        sa.CheckConstraint("status <> 'closed' OR deadline IS NULL", name=op.f("ck_tables_closed_waits_for_nothing")),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_status", "tables", ["status", "guild_id"])
    waits = sa.text("deadline IS NOT NULL")
    op.create_index("ix_tables_deadline", "tables", ["deadline"], sqlite_where=waits, postgresql_where=waits)
    op.create_table(
        "events",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_events_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("interaction_id", _BIG, nullable=False, autoincrement=False),
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_commands"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_commands_tables"),
        sqlite_strict=True,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("user_id", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user", "seats", ["user_id"])
    op.create_table(
        "messages",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("slot", sa.Text, nullable=False),
        sa.Column("channel_id", _BIG, nullable=False),
        sa.Column("message_id", _BIG, nullable=False),
        sa.Column("state_hash", sa.Text, nullable=False),
        sa.Column("updated_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "slot", name="pk_messages"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_messages_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_messages_message", "messages", ["message_id"])
    _results()
    _people()


def _results() -> None:
    op.create_table(
        "games",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("game_no", sa.Integer, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("started_at", _BIG, nullable=False),
        sa.Column("ended_at", _BIG, nullable=False),
        sa.Column("winner", sa.Text),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("north_score", sa.Integer, nullable=False),
        sa.Column("south_score", sa.Integer, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "game_no", name="pk_games"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_games_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_games_guild", "games", ["guild_id", "ended_at", "table_id", "game_no"])
    op.create_table(
        "game_players",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("game_no", sa.Integer, nullable=False),
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("adversary_id", _BIG, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("voles", sa.Integer, nullable=False),
        sa.Column("kings", sa.Integer, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.CheckConstraint("won IN (0, 1)", name=op.f("ck_game_players_won_or_not")),
        sa.PrimaryKeyConstraint("table_id", "game_no", "user_id", name="pk_game_players"),
        sa.ForeignKeyConstraint(
            ["table_id", "game_no"], ["games.table_id", "games.game_no"], name="fk_game_players_games"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_game_players_user", "game_players", ["user_id"])


def _people() -> None:
    op.create_table(
        "players",
        sa.Column("user_id", _BIG, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text),
        sa.Column("preferences", sa.Text, nullable=False, server_default="{}"),
        sa.PrimaryKeyConstraint("user_id", name="pk_players"),
        sqlite_strict=True,
    )
    op.create_table(
        "guilds",
        sa.Column("guild_id", _BIG, nullable=False, autoincrement=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
        sqlite_strict=True,
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", _BIG, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_one_row")),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
        sqlite_strict=True,
    )
