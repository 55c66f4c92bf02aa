"""Schema 0002 adds the ledger of chips: accounts, transactions, postings, and the triggers that guard them.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.guards_0002 import guards

revision = "0002"
down_revision: str | None = "0001"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables of the ledger and their triggers."""
    op.create_table(
        "accounts",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("holder", _BIG, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("balance", _BIG, nullable=False, server_default="0"),
        sa.CheckConstraint(
            "(kind = 'person' AND holder <> 0 AND number = 0)"
            " OR (kind = 'escrow' AND holder > 0 AND number <> 0)"
            " OR (kind = 'house' AND holder = 0 AND number = 0)",
            name=op.f("ck_accounts_known_kind"),
        ),
        sa.CheckConstraint(
            "CASE kind WHEN 'house' THEN balance BETWEEN -9007199254740992 AND 0"
            " ELSE balance BETWEEN 0 AND 9007199254740992 END",
            name=op.f("ck_accounts_none_below_zero"),
        ),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sqlite_strict=True,
    )
    op.create_index("ux_accounts_holder", "accounts", ["guild_id", "kind", "holder", "number"], unique=True)
    op.create_table(
        "transactions",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("against", _BIG, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_transactions"),
        sa.ForeignKeyConstraint(["against"], ["accounts.id"], name="fk_transactions_accounts"),
        sqlite_strict=True,
    )
    op.create_index("ux_transactions_cause", "transactions", ["cause"], unique=True)
    op.create_index("ix_transactions_against", "transactions", ["against"])
    op.create_table(
        "postings",
        sa.Column("transaction_id", _BIG, nullable=False),
        sa.Column("account_id", _BIG, nullable=False),
        sa.Column("amount", _BIG, nullable=False),
        sa.CheckConstraint(
            "amount <> 0 AND amount BETWEEN -9007199254740992 AND 9007199254740992",
            name=op.f("ck_postings_some_chips"),
        ),
        sa.PrimaryKeyConstraint("transaction_id", "account_id", name="pk_postings"),
        sa.ForeignKeyConstraint(
            ["transaction_id"],
            ["transactions.id"],
            name="fk_postings_transactions",
            deferrable=True,
            initially="DEFERRED",
        ),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_postings_accounts"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_postings_account", "postings", ["account_id", "transaction_id"])
    connection = op.get_bind()
    for statement in guards(connection.dialect.name):
        connection.exec_driver_sql(statement)
