"""The database's tables of bystanders' bets and backers' advice: one row for each person and game, and sums of bets.

They belong to the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, Integer

from bot.storage.schema.tables import BIG, PERSON_REPLACED, strict_table

# The chips that a bystander bet on a paid game, side bets included, and the chips that came back. Written with the
# payment.
bet_results = strict_table(
    "bet_results",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("guild_id", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    Column("bet", BIG, nullable=False),
    Column("returned", BIG, nullable=False),
    CheckConstraint("bet > 0 AND returned >= 0", name="chips"),
    by_key=True,
)
# All columns that a board sums, so that it reads the index alone: board.
Index("ix_bet_results_board", *(bet_results.c[name] for name in ("guild_id", "at", "user_id", "bet", "returned")))
# The bets of a person: erasure.
Index("ix_bet_results_user", bet_results.c.user_id)

# The sums of a bystander's bets in each month (UTC) and in all months. `since` is the first moment of the month, or -1
# for all months. So a board of many games reads only one row for each member, or one for each member and month.
bet_sums = strict_table(
    "bet_sums",
    Column("guild_id", BIG, primary_key=True),
    Column("since", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("games", Integer, nullable=False),
    Column("bet", BIG, nullable=False),
    Column("returned", BIG, nullable=False),
    by_key=True,
)

# The decisions of a game at which a backer advised: how many were reviewed, and at how many of these no move was better
# than the advice.
advice_results = strict_table(
    "advice_results",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("guild_id", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    Column("given", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    CheckConstraint("given > 0 AND best BETWEEN 0 AND given", name="some_of_some"),
    by_key=True,
)
# All columns that a board sums, so that it reads the index alone: board.
Index("ix_advice_results_board", *(advice_results.c[name] for name in ("guild_id", "at", "user_id", "given", "best")))
# The advice of a person: erasure.
Index("ix_advice_results_user", advice_results.c.user_id)
