"""New cards may be bought from the bank (Law 44): its guard lets it take chips for them. No way down: a backup is."""

from __future__ import annotations

from alembic import op

from bot.storage.migrations.guards_0004 import changes

revision = "0004"
down_revision: str | None = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From the advice of backers; no card has been bought yet."""
    connection = op.get_bind()
    for statement in changes(connection.dialect.name):
        connection.exec_driver_sql(statement)
