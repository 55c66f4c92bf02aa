"""Schema 0033 adds the rows about an erased person that stay for a year because they protect other people.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision: str | None = "0032"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the empty tables of these rows, and the table of the key that makes marks of ids (`mark_keys`).

    No such rows were stored about people who were erased before this migration.
    """
    is_person = sa.text("kind = 'person'")
    op.create_index("ix_accounts_person", "accounts", ["holder"], sqlite_where=is_person, postgresql_where=is_person)
    op.create_table(
        "mark_keys",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mark_keys"),
        sa.CheckConstraint("id = 1", name="ck_mark_keys_one_row"),
        sqlite_strict=True,
    )
    op.create_table(
        "kept_people",
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_kept_people"),
        sqlite_strict=True,
    )
    op.create_index("ix_kept_people_at", "kept_people", ["at"])
    _create(
        "kept_purses",
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("balance", _BIG, nullable=False),
        sa.Column("allowance_on", sa.Text),
        sa.CheckConstraint("balance >= 0", name="ck_kept_purses_none_below_zero"),
        key=("guild_id",),
    )
    _create(
        "kept_pairs",
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("opponent_id", _BIG, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("day_at", _BIG, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.CheckConstraint("rated IN (0, 1)", name="ck_kept_pairs_rated_or_not"),
        key=("guild_id", "opponent_id"),
    )
    op.create_index("ix_kept_pairs_opponent", "kept_pairs", ["opponent_id"])
    _create(
        "kept_blocks",
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        key=("user_id",),
    )
    op.create_index("ix_kept_blocks_user", "kept_blocks", ["user_id"])
    _create("kept_days", sa.Column("day", sa.Text, nullable=False), key=("day",))


def _create(name: str, *columns: sa.Column[object] | sa.CheckConstraint, key: tuple[str, ...]) -> None:
    """Creates a table about marked people."""
    op.create_table(
        name,
        sa.Column("mark", sa.Text, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("mark", *key, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["mark"], ["kept_people.mark"], name=f"fk_{name}_kept_people"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
