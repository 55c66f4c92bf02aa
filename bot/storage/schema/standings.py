"""The tables of standings: what the games that count add up to, written with each of them.

A part of the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from bot.storage.schema.tables import PERSON_REPLACED, metadata

_BIG = BigInteger().with_variant(Integer(), "sqlite")

# The sums of a member's games against members, for each period that a leaderboard knows (`rows.Period`) by its first
# moment; for all time that is 0.
standings = Table(
    "standings",
    metadata,
    Column("guild_id", _BIG, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("since", _BIG, primary_key=True),
    Column("user_id", _BIG, primary_key=True, info=PERSON_REPLACED),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("voles", Integer, nullable=False),
    Column("kings", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# The games of a member against one opponent, or the house.
rivals = Table(
    "rivals",
    metadata,
    Column("guild_id", _BIG, primary_key=True),
    Column("user_id", _BIG, primary_key=True, info=PERSON_REPLACED),
    Column("adversary_id", _BIG, primary_key=True, info=PERSON_REPLACED),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("last_at", _BIG, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# The games won (below zero: lost) in a row by a member, up to the game that ended last, and the most ever won in a row.
streaks = Table(
    "streaks",
    metadata,
    Column("guild_id", _BIG, primary_key=True),
    Column("user_id", _BIG, primary_key=True, info=PERSON_REPLACED),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("last_at", _BIG, nullable=False),
    Column("last_table", _BIG, nullable=False),
    Column("last_game", Integer, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
