"""The database's tables of standings: sums over the games that count, which the bot updates with each game.

They belong to the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, Integer, Text

from bot.storage.schema.tables import BIG, OTHERS_ROW, PERSON_REPLACED, strict_table

# The sums of a member's games against members, for each period of a leaderboard (`bot.ranking.periods.Period`). `since`
# is the first moment of the period, or 0 for all time.
standings = strict_table(
    "standings",
    Column("guild_id", BIG, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("since", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("voles", Integer, nullable=False),
    Column("kings", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    by_key=True,
)

# The numbers of a member's games against one opponent, or against a level of the house.
rivals = strict_table(
    "rivals",
    Column("guild_id", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("adversary_id", BIG, key="opponent_id", primary_key=True, info=PERSON_REPLACED | OTHERS_ROW),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("last_at", BIG, nullable=False),
    by_key=True,
)

# The games that a member has won (below zero: lost) in a row up to their last game, and the most that they ever won in
# a row.
streaks = strict_table(
    "streaks",
    Column("guild_id", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("last_at", BIG, nullable=False),
    Column("last_table", BIG, nullable=False),
    Column("last_game", Integer, nullable=False),
    by_key=True,
)

# The errors of a player that the review found after a game, by the kind of decision: their number, and their cost in
# hundredths of a game.
error_results = strict_table(
    "error_results",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("kind", Text, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("errors", Integer, nullable=False),
    Column("cost", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    CheckConstraint("errors > 0 AND cost > 0", name="some"),
    by_key=True,
)
# The errors of a person in a server, summed from the index alone: profile, erasure.
Index("ix_error_results_user", *(error_results.c[name] for name in ("user_id", "guild_id", "kind", "errors", "cost")))
