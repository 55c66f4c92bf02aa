"""Schema 0012 adds standings: sums over games, which the bot updates with each game.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision: str | None = "0011"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_SUMS = ("played", "won", "points", "voles", "kings", "deals")
_STRICT = {"sqlite_strict": True, "sqlite_with_rowid": False}
_GAMES = """
SELECT games.guild_id, games.ended_at, games.table_id, games.game_no, user_id, adversary_id,
    won, points, voles, kings, game_players.deals
FROM games JOIN game_players ON game_players.table_id = games.table_id AND game_players.game_no = games.game_no
WHERE winner IS NOT NULL AND counted = 1
ORDER BY games.ended_at, games.table_id, games.game_no
"""


def upgrade() -> None:
    """Creates the tables `standings`, `rivals` and `streaks`, and fills them from the stored games.

    Before, each page of a leaderboard counted all games again.
    """
    op.add_column("game_players", sa.Column("guild_id", _BIG, nullable=False, server_default="0"))
    op.add_column("game_players", sa.Column("ended_at", _BIG, nullable=False, server_default="0"))
    op.execute(
        "UPDATE game_players SET (guild_id, ended_at) = (SELECT games.guild_id, games.ended_at FROM games"
        " WHERE games.table_id = game_players.table_id AND games.game_no = game_players.game_no)"
    )
    op.create_index(
        "ix_game_players_history", "game_players", ["user_id", "guild_id", "ended_at", "table_id", "game_no"]
    )
    standings = op.create_table(
        "standings",
        *_key("guild_id"),
        sa.Column("period", sa.Text, nullable=False),
        *_key("since", "user_id"),
        *_counts(*_SUMS),
        sa.PrimaryKeyConstraint("guild_id", "period", "since", "user_id", name="pk_standings"),
        **_STRICT,
    )
    rivals = op.create_table(
        "rivals",
        *_key("guild_id", "user_id", "adversary_id"),
        *_counts("played", "won"),
        *_key("last_at"),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "adversary_id", name="pk_rivals"),
        **_STRICT,
    )
    streaks = op.create_table(
        "streaks",
        *_key("guild_id", "user_id"),
        *_counts("streak", "best_streak"),
        *_key("last_at", "last_table"),
        *_counts("last_game"),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_streaks"),
        **_STRICT,
    )
    _fill(standings, rivals, streaks)


def _key(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, _BIG, nullable=False) for name in names]


def _counts(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]


def _fill(standings: sa.Table, rivals: sa.Table, streaks: sa.Table) -> None:
    sums: dict[tuple[int, str, int, int], list[int]] = defaultdict(lambda: [0] * len(_SUMS))
    met: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    rows: dict[tuple[int, int], dict[str, int]] = {}
    for guild, at, table, number, user, other, won, *counts in op.get_bind().execute(sa.text(_GAMES)):
        if _is_house(user):
            continue
        played, victories, _ = met.get((guild, user, other), (0, 0, 0))
        met[guild, user, other] = (played + 1, victories + won, at)
        if _is_house(other):
            continue
        for period, since in _periods(at):
            row = sums[guild, period, since, user]
            row[:] = [one + more for one, more in zip(row, (1, won, *counts), strict=True)]
        before = rows.get((guild, user), {"streak": 0, "best_streak": 0})
        streak = max(before["streak"], 0) + 1 if won else min(before["streak"], 0) - 1
        best = max(before["best_streak"], streak)
        last = {"last_at": at, "last_table": table, "last_game": number}
        rows[guild, user] = {"streak": streak, "best_streak": best} | last
    _insert(
        standings,
        [
            dict(zip(("guild_id", "period", "since", "user_id", *_SUMS), (*key, *values), strict=True))
            for key, values in sums.items()
        ],
    )
    names = ("guild_id", "user_id", "adversary_id", "played", "won", "last_at")
    _insert(rivals, [dict(zip(names, (*key, *values), strict=True)) for key, values in met.items()])
    _insert(streaks, [{"guild_id": guild, "user_id": user} | row for (guild, user), row in rows.items()])


def _insert(table: sa.Table, rows: Sequence[Mapping[str, object]]) -> None:
    for start in range(0, len(rows), 1000):
        op.get_bind().execute(sa.insert(table), [dict(row) for row in rows[start : start + 1000]])


def _is_house(user: int) -> bool:
    return 4_000_000 <= user < 4_000_100


def _periods(at: int) -> list[tuple[str, int]]:
    day = datetime.fromtimestamp(at // 1000, UTC).replace(hour=0, minute=0, second=0)
    begun = {
        "year": day.replace(month=1, day=1),
        "month": day.replace(day=1),
        "week": day - timedelta(days=day.weekday()),
    }
    return [("all", 0), *((period, int(moment.timestamp()) * 1000) for period, moment in begun.items())]
