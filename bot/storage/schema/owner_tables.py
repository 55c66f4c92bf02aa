"""The database's tables that matter if the bot runs as several processes: owners of groups of tables, and sessions.

The row of maintenance is here, too.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Integer

from bot.storage.schema.tables import BIG, strict_table

# A group of tables, those in the servers of one shard. If one process runs alone, there are no rows. `shards` is the
# number of groups, the same in all rows. `epoch` is raised whenever the holder changes; the holder's writes are checked
# against it. `holder` and `successor` are numbers of processes, or 0. `beat_at` and `claimed_at` are moments of the
# database's clock, or 0. `sign_at` is the holder's last sign of life by its own clock or, with `stopped`, the moment
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

# The moment at which the next session at the gateway may begin, by `shard % max_concurrency`. Discord counts the
# sessions of all processes together, earlier processes included.
session_starts = strict_table(
    "session_starts",
    Column("kind", Integer, primary_key=True, autoincrement=False),
    Column("next_at", BIG, nullable=False),
)

# The number of sessions that Discord still allowed when it was last asked, less the sessions since then, and the moment
# at which Discord allows the full number again.
session_limit = strict_table(
    "session_limit",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("remaining", Integer, nullable=False),
    Column("resets_at", BIG, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)

# This table has one row during maintenance.
maintenance = strict_table(
    "maintenance",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)
