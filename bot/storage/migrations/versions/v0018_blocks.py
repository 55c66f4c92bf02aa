"""Schema 0018 adds the people and servers that the owner of the bot has blocked, and the journal.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision: str | None = "0017"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables `blocked_people`, `blocked_servers` and `journal`.

    The journal notes erasures and blocks. It does not know erasures from before this migration.
    """
    op.create_table(
        "blocked_people",
        sa.Column("user_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("done", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("done IN (0, 1)", name=op.f("ck_blocked_people_done_or_not")),
        sa.PrimaryKeyConstraint("user_id", name="pk_blocked_people"),
        sqlite_strict=True,
    )
    op.create_table(
        "blocked_servers",
        sa.Column("server_id", _BIG, autoincrement=False, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("once", sa.Integer(), nullable=False),
        sa.CheckConstraint("once IN (0, 1)", name=op.f("ck_blocked_servers_once_or_not")),
        sa.PrimaryKeyConstraint("server_id", name="pk_blocked_servers"),
        sqlite_strict=True,
    )
    op.create_table(
        "journal",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=True),
        sa.Column("server_id", _BIG, nullable=True),
        sa.CheckConstraint("(mark IS NULL) <> (server_id IS NULL)", name=op.f("ck_journal_person_or_server")),
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
        sqlite_strict=True,
    )
