"""Schema 0038 adds the stories of games. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision: str | None = "0037"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_GAME = ["table_id", "game_no"]
_OF_GAMES = ["games.table_id", "games.game_no"]
_NUMBERS = ("house", "result", "dealt", "drawn", "cost", "telling")


def upgrade() -> None:
    """Creates the empty tables of stories. The bot's upkeep computes the stories of earlier games later."""
    op.create_table(
        "game_stories",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("game_no", sa.Integer, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(_GAME, _OF_GAMES, name="fk_game_stories_games"),
        sa.PrimaryKeyConstraint(*_GAME, name="pk_game_stories"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "story_results",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("game_no", sa.Integer, nullable=False),
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in _NUMBERS),
        sa.ForeignKeyConstraint(_GAME, _OF_GAMES, name="fk_story_results_games"),
        sa.CheckConstraint("house IN (0, 1) AND cost >= 0 AND telling >= 0", name="ck_story_results_counted"),
        sa.PrimaryKeyConstraint(*_GAME, "user_id", name="pk_story_results"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_story_results_user", "story_results", ["user_id", "guild_id", "at", *_NUMBERS])
