"""Schema 0026 adds the results of bystanders' bets and of backers' advice.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision: str | None = "0025"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}
_KEY = ("table_id", "game_no", "user_id")
_BETS = """
INSERT INTO bet_results (guild_id, at, table_id, game_no, user_id, bet, returned)
SELECT held.guild_id, paid.at, held.table_id, held.game_no, held.user_id,
       held.chips + CASE WHEN won.amount < 0 THEN -won.amount ELSE 0 END,
       CASE WHEN won.amount > 0 THEN won.amount ELSE 0 END
FROM (
    SELECT t.against, e.guild_id, e.holder AS table_id, e.number AS game_no, a.id AS account_id, a.holder AS user_id,
           CAST(-SUM(p.amount) AS BIGINT) AS chips
    FROM transactions t
    JOIN accounts e ON e.id = t.against AND e.kind = 'escrow' AND e.number > 0
    JOIN postings p ON p.transaction_id = t.id
    JOIN accounts a ON a.id = p.account_id AND a.kind = 'person'
    WHERE t.kind <> 'settlement'
    GROUP BY t.against, e.guild_id, e.holder, e.number, a.id, a.holder
    HAVING SUM(p.amount) < 0
) held
JOIN transactions paid ON paid.against = held.against AND paid.kind = 'settlement'
LEFT JOIN postings won ON won.transaction_id = paid.id AND won.account_id = held.account_id
WHERE EXISTS (SELECT 1 FROM game_players g WHERE g.table_id = held.table_id AND g.game_no = held.game_no)
AND NOT EXISTS (
    SELECT 1 FROM game_players g
    WHERE g.table_id = held.table_id AND g.game_no = held.game_no AND (
        g.user_id = held.user_id
        OR EXISTS (
            SELECT 1 FROM erasures s
            WHERE (s.user_id = g.user_id AND s.stand_in = held.user_id)
               OR (s.stand_in = g.user_id AND s.user_id = held.user_id)
        )
    )
)
"""


def upgrade() -> None:
    """Creates `bet_results`, filled from the ledger, and the empty table `advice_results`.

    `advice_results` is empty because earlier advice was not reviewed.
    """
    op.create_table(
        "bet_results",
        *_columns(),
        sa.Column("bet", _BIG, nullable=False),
        sa.Column("returned", _BIG, nullable=False),
        sa.CheckConstraint("bet > 0 AND returned >= 0", name="ck_bet_results_chips"),
        sa.PrimaryKeyConstraint(*_KEY, name="pk_bet_results"),
        **_BY_KEY,
    )
    op.create_table(
        "advice_results",
        *_columns(),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.CheckConstraint("given > 0 AND best BETWEEN 0 AND given", name="ck_advice_results_some_of_some"),
        sa.ForeignKeyConstraint(
            ["table_id", "game_no"], ["games.table_id", "games.game_no"], name="fk_advice_results_games"
        ),
        sa.PrimaryKeyConstraint(*_KEY, name="pk_advice_results"),
        **_BY_KEY,
    )
    op.execute(_BETS)
    for table, figures in (("bet_results", ("bet", "returned")), ("advice_results", ("given", "best"))):
        op.create_index(f"ix_{table}_board", table, ["guild_id", "at", "user_id", *figures])
        op.create_index(f"ix_{table}_user", table, ["user_id"])


def _columns() -> list[sa.Column[int]]:
    names = (*_KEY, "guild_id", "at")
    return [sa.Column(name, sa.Integer if name == "game_no" else _BIG, nullable=False) for name in names]
