"""Schema 0004 lets players buy new cards from the bank (Law 44).

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

from alembic import op

from bot.storage.migrations.guards_0004 import changes

revision = "0004"
down_revision: str | None = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Replaces the triggers of the ledger, so that the bank may take chips for new cards. No row changes."""
    connection = op.get_bind()
    for statement in changes(connection.dialect.name):
        connection.exec_driver_sql(statement)
