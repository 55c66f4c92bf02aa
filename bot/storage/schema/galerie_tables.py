"""The tables of the galerie's results: what each bystander made of bets and of advice, a row a game; sums of bets.

A part of the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, Integer

from bot.storage.schema.tables import BIG, PERSON_REPLACED, strict_table

# What a bystander had on a game that was paid, side bets with it, and what came back; written with the payment.
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
# All that a board adds up, so that it reads no row: board.
Index("ix_bet_results_board", *(bet_results.c[name] for name in ("guild_id", "at", "user_id", "bet", "returned")))
# The bets of a person: forget.
Index("ix_bet_results_user", bet_results.c.user_id)

# The sums of a bystander's bets in each month (UTC), by its first moment, and of all months, by -1: a board of many
# games reads one row of each member, or one for each month.
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

# Of the decisions at which a backer has advised in a game, those that were looked at after it, and those of them at
# which nothing was better.
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
# All that a board adds up, so that it reads no row: board.
Index("ix_advice_results_board", *(advice_results.c[name] for name in ("guild_id", "at", "user_id", "given", "best")))
# The advice of a person: forget.
Index("ix_advice_results_user", advice_results.c.user_id)
