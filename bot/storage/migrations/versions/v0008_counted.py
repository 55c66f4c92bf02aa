"""Whether a game counts for standings. No way down: a backup is the way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From the deals of the day; every game so far counts as it did."""
    op.add_column("games", sa.Column("counted", sa.Integer, nullable=False, server_default="1"))
    op.drop_index("ix_game_players_user", "game_players")
    op.create_index("ix_game_players_pair", "game_players", ["user_id", "adversary_id"])
