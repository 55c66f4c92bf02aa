"""Schema 0009 stores the values of open tables that a start of the bot needs, so that it reads no logs.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds columns to the tables `tables` and `heartbeat`, and creates the table `outage_credits`.

    After the migration the bot draws the messages of each open table again. The column `house` is set for the open
    tables at which the house plays or is challenged, and for all tables between two games.
    """
    op.drop_index("ix_tables_deadline", "tables")
    op.add_column("tables", sa.Column("house", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("drawn", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET drawn = version WHERE status = 'closed'")
    op.execute(
        "UPDATE tables SET house = 1 WHERE status = 'between' OR (status <> 'closed' AND ("
        "north_id BETWEEN 4000000 AND 4000099 OR south_id BETWEEN 4000000 AND 4000099"
        " OR challenged_id BETWEEN 4000000 AND 4000099))"
    )
    undrawn = sa.text("drawn < version")
    op.create_index("ix_tables_undrawn", "tables", ["id"], sqlite_where=undrawn, postgresql_where=undrawn)
    op.create_table(
        "outage_credits",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("since", _BIG, nullable=False),
        sa.Column("until", _BIG, nullable=False),
        sa.CheckConstraint("since < until", name=op.f("ck_outage_credits_some_time")),
        sa.PrimaryKeyConstraint("table_id", "until", name="pk_outage_credits"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_outage_credits_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.add_column("heartbeat", sa.Column("release", sa.Text))
