"""Schema 0008 stores for each game whether it counts for standings.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column `games.counted`. All earlier games count, as they did before."""
    op.add_column("games", sa.Column("counted", sa.Integer, nullable=False, server_default="1"))
    op.drop_index("ix_game_players_user", "game_players")
    op.create_index("ix_game_players_pair", "game_players", ["user_id", "adversary_id"])
