"""Schema 0023 adds the numbers by which the board by rating is ordered.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import math
from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision: str | None = "0022"
branch_labels = None
depends_on = None

_POINTS, _GAMES, _KNOWN = 10_000, 10, 3


def upgrade() -> None:
    """Adds three columns to `ratings`, and computes their values from all rated games."""
    for name, default in (("board_rating", "1500000"), ("board_deviation", "60000"), ("board_games", "0")):
        op.add_column("ratings", sa.Column(name, sa.Integer, nullable=False, server_default=default))
    _fill()


def _fill() -> None:
    connection = op.get_bind()
    # During an erasure the games of a person have two ids, and the rating one of them.
    stand_ins = {
        row.user_id: row.stand_in for row in connection.execute(sa.text("SELECT user_id, stand_in FROM erasures"))
    }
    ids = {stand_in: user_id for user_id, stand_in in stand_ins.items()}
    met: defaultdict[tuple[int, int], dict[int, tuple[int, int]]] = defaultdict(dict)
    for row in connection.execute(sa.text("SELECT guild_id, user_id, adversary_id, gain FROM rated_games")):
        opponents = met[row.guild_id, ids.get(row.user_id, row.user_id)]
        opponent = ids.get(row.adversary_id, row.adversary_id)
        gain, games = opponents.get(opponent, (0, 0))
        opponents[opponent] = gain + row.gain, games + 1
    rows = []
    for (guild_id, user_id), opponents in met.items():
        counted = [share for one, share in opponents.items() if len(met[guild_id, one]) >= _KNOWN]
        gain = sum(max(-_POINTS, min(_POINTS, gain)) for gain, _ in counted)
        games = sum(min(_GAMES, games) for _, games in counted)
        deviation = 1 / math.sqrt(1 / 60**2 + games * (math.log(10) / 400 / 2) ** 2)
        values = {"rating": 1_500_000 + gain, "deviation": round(deviation * 1000), "games": games}
        rows.append({"guild": guild_id, "person": user_id, "stand_in": stand_ins.get(user_id, user_id)} | values)
    if rows:
        connection.execute(
            sa.text(
                "UPDATE ratings SET board_rating = :rating, board_deviation = :deviation, board_games = :games"
                " WHERE guild_id = :guild AND user_id IN (:person, :stand_in)"
            ),
            rows,
        )
