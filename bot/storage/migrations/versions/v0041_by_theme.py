"""Schema 0041 stores whether the puzzle that waits for a person came by a theme.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision: str | None = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column. Until now a waiting puzzle was dropped when its person changed the theme."""
    op.add_column("puzzle_players", sa.Column("by_theme", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE puzzle_players SET by_theme = 1 WHERE theme IS NOT NULL AND puzzle_id IS NOT NULL")
