"""Schema 0015 reorders the columns of `outage_credits`, and stores which commands are registered.

In SQLite 3.40 and older, `PRAGMA integrity_check` reports a sound table as damaged if the table is stored in the order
of its key and other columns stand between those of the key. So the bot refused to back up a sound database. There is no
downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision: str | None = "0014"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the column `heartbeat.registered`. On SQLite, creates `outage_credits` again with all its rows.

    PostgreSQL does not store rows in the order of a key, so its table does not change.
    """
    op.add_column("heartbeat", sa.Column("registered", sa.Text))
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    owed = connection.execute(sa.text("SELECT table_id, until, since FROM outage_credits")).mappings().all()
    op.drop_table("outage_credits")
    credits_ = op.create_table(
        "outage_credits",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("until", _BIG, nullable=False),
        sa.Column("since", _BIG, nullable=False),
        sa.CheckConstraint("since < until", name=op.f("ck_outage_credits_some_time")),
        sa.PrimaryKeyConstraint("table_id", "until", name="pk_outage_credits"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_outage_credits_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.bulk_insert(credits_, [dict(row) for row in owed])
