"""The tables of privacy: erasures, when people were seen last, which servers the bot has left; blocks, and the journal.

A part of the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Text

from bot.storage.schema.tables import BIG, OTHERS_ROW, PERSON_DELETED, PERSON_KEPT, not_given, strict_table

_FOR_SECONDS: Final = not_given("it goes with the erasure, during which no data are given")

# A person who is being erased, until nothing names them: the row goes with the last step, and with it the only place
# that joins the two ids. Every table up to `table_id` is done.
erasures = strict_table(
    "erasures",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED | _FOR_SECONDS),
    Column("stand_in", BIG, nullable=False),
    Column("asked_at", BIG, nullable=False),
    Column("table_id", BIG, nullable=False),
)

# When a person was last seen, to the day.
sightings = strict_table(
    "sightings",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("at", BIG, nullable=False),
)
# Who was not seen for long: retention.
Index("ix_sightings_at", sightings.c.at)

# The servers that the bot has left, and when.
departures = strict_table(
    "departures",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False),
)

# Who may not use the bot, by its owner's will; an erasure does not shed it. `done` is 0 until the running bot has given
# up what the person had at tables.
blocked_people = strict_table(
    "blocked_people",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_KEPT),
    Column("at", BIG, nullable=False),
    Column("done", Integer, nullable=False, server_default="0", info=not_given("the same once the bot has seen it")),
    CheckConstraint("done IN (0, 1)", name="done_or_not"),
)

# Servers that the bot leaves, by its owner's will: whenever it is in them, or (`once`) a single time. Not `guild_id`:
# the row outlasts all that is deleted of the server.
blocked_servers = strict_table(
    "blocked_servers",
    Column("server_id", BIG, primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False),
    Column("once", Integer, nullable=False),
    CheckConstraint("once IN (0, 1)", name="once_or_not"),
)

# Whom a member has blocked, for themselves. The row is theirs alone: the other person is never told of it.
member_blocks = strict_table(
    "member_blocks",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("blocked_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED | OTHERS_ROW),
    Column("at", BIG, nullable=False),
    by_key=True,
)
# Who has blocked a person: forget.
Index("ix_member_blocks_blocked", member_blocks.c.blocked_id)

# The secret with which people are marked, where no file outside of the database holds it: one row.
mark_keys = strict_table(
    "mark_keys",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)

# The people who were erased, each by a mark (`bot.storage.privacy.marks`), and when last. What protects others outlives
# the erasure in the tables below, until `KEPT_MS` after it.
kept_people = strict_table(
    "kept_people",
    Column("mark", Text, primary_key=True),
    Column("at", BIG, nullable=False),
)
# Whose time is over: drop_old.
Index("ix_kept_people_at", kept_people.c.at)

# The chips that an erased person had in a server, and the last of these days on which they took the allowance.
kept_purses = strict_table(
    "kept_purses",
    Column("mark", Text, ForeignKey("kept_people.mark"), primary_key=True),
    Column("guild_id", BIG, primary_key=True),
    Column("balance", BIG, nullable=False),
    Column("allowance_on", Text),
    CheckConstraint("balance >= 0", name="none_below_zero"),
    by_key=True,
)

# An opponent of an erased person: whether they had rated games in a server, and how many counted there on the day of
# the erasure, by its first moment.
kept_pairs = strict_table(
    "kept_pairs",
    Column("mark", Text, ForeignKey("kept_people.mark"), primary_key=True),
    Column("guild_id", BIG, primary_key=True),
    Column("opponent_id", BIG, primary_key=True, info=PERSON_DELETED | OTHERS_ROW),
    Column("rated", Integer, nullable=False),
    Column("day_at", BIG, nullable=False),
    Column("games", Integer, nullable=False),
    CheckConstraint("rated IN (0, 1)", name="rated_or_not"),
    by_key=True,
)
# The opponents who are erased themselves: forget.
Index("ix_kept_pairs_opponent", kept_pairs.c.opponent_id)

# Who has blocked an erased person.
kept_blocks = strict_table(
    "kept_blocks",
    Column("mark", Text, ForeignKey("kept_people.mark"), primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_DELETED),
    Column("at", BIG, nullable=False),
    by_key=True,
)
# Whose blocks they are: forget.
Index("ix_kept_blocks_user", kept_blocks.c.user_id)

# The deals of the day that an erased person had begun, while their days may last.
kept_days = strict_table(
    "kept_days",
    Column("mark", Text, ForeignKey("kept_people.mark"), primary_key=True),
    Column("day", Text, primary_key=True),
    by_key=True,
)

# What was done about people and servers by the owner, and which people were erased (journal.Entry). A person stands
# here by a mark alone (`bot.storage.privacy.marks`).
journal = strict_table(
    "journal",
    Column("id", BIG, primary_key=True),
    Column("at", BIG, nullable=False),
    Column("action", Text, nullable=False),
    Column("mark", Text),
    Column("server_id", BIG),
    CheckConstraint("(mark IS NULL) <> (server_id IS NULL)", name="person_or_server"),
)
