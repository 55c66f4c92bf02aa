"""Schema 0029 adds the sums of each person's bets by month. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision: str | None = "0028"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_KEY = ("guild_id", "since", "user_id")
_SUMS = ("games", "bet", "returned")
_ALL_TIME, _ROWS = -1, 1000


def upgrade() -> None:
    """Creates the table `bet_sums`, and fills it from `bet_results`."""
    columns = {name: sa.Column(name, _BIG, nullable=False) for name in (*_KEY, *_SUMS)}
    columns["games"] = sa.Column("games", sa.Integer, nullable=False)
    sums = op.create_table(
        "bet_sums",
        *columns.values(),
        sa.PrimaryKeyConstraint(*_KEY, name="pk_bet_sums"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    added: defaultdict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0] * len(_SUMS))
    bets = sa.text("SELECT guild_id, at, user_id, bet, returned FROM bet_results")
    for guild_id, at, user_id, *chips in op.get_bind().execute(bets):
        for since in (_ALL_TIME, _month(at)):
            row = added[guild_id, since, user_id]
            row[:] = [one + more for one, more in zip(row, (1, *chips), strict=True)]
    rows = [dict(zip((*_KEY, *_SUMS), (*key, *row), strict=True)) for key, row in added.items()]
    for start in range(0, len(rows), _ROWS):
        op.bulk_insert(sums, rows[start : start + _ROWS])


def _month(at: int) -> int:
    day = datetime.fromtimestamp(at // 1000, UTC)
    return int(day.replace(day=1, hour=0, minute=0, second=0).timestamp()) * 1000
