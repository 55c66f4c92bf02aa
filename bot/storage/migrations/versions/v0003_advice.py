"""Schema 0003 adds the results of backers' advice in each game. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the table `advice`. It is empty, because no advice was stored before."""
    op.create_table(
        "advice",
        sa.Column("table_id", _BIG, nullable=False),
        sa.Column("game_no", sa.Integer, nullable=False),
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("followed", sa.Integer, nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.CheckConstraint(
            "given > 0 AND followed BETWEEN 0 AND given AND made BETWEEN 0 AND followed",
            name=op.f("ck_advice_some_of_some"),
        ),
        sa.PrimaryKeyConstraint("table_id", "game_no", "user_id", name="pk_advice"),
        sa.ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"], name="fk_advice_games"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_advice_user", "advice", ["user_id"])
