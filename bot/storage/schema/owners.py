"""Which process owns the tables of which servers, where several run on one database; the sessions that all begin."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Integer

from bot.storage.schema.tables import BIG, strict_table

# A group of tables: those of the servers of one shard. `shards` is how many groups there are, the same in all rows; no
# row: one process runs alone. `epoch` is raised whenever the group changes hands, and all that its owner writes carries
# it. `holder` and `successor` are numbers of processes, and `beat_at` and `claimed_at` moments of the database's clock,
# 0 where there is none; `sign_at` is the holder's last sign of life by its own clock or, with `stopped`, the moment
# since which the clocks of these servers stand.
owners = strict_table(
    "owners",
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
    Column("epoch", BIG, nullable=False),
    Column("holder", BIG, nullable=False),
    Column("beat_at", BIG, nullable=False),
    Column("leaving", Integer, nullable=False),
    Column("successor", BIG, nullable=False),
    Column("claimed_at", BIG, nullable=False),
    Column("sign_at", BIG, nullable=False),
    Column("stopped", Integer, nullable=False),
    CheckConstraint("0 <= shard AND shard < shards", name="one_of_them"),
)

# When the next session at the gateway may be begun, by `shard % max_concurrency`: Discord counts those of all
# processes, and of the ones before them.
session_starts = strict_table(
    "session_starts",
    Column("kind", Integer, primary_key=True, autoincrement=False),
    Column("next_at", BIG, nullable=False),
)

# How many sessions Discord still gives, less those begun since it was asked, and when it gives the whole number again.
session_limit = strict_table(
    "session_limit",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("remaining", Integer, nullable=False),
    Column("resets_at", BIG, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)

# One row while the bot is under maintenance.
maintenance = strict_table(
    "maintenance",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)
