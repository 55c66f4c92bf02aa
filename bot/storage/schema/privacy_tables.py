"""The database's tables of privacy: erasures, sightings of people, servers that the bot left, blocks, journal.

They belong to the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Text

from bot.storage.schema.tables import BIG, OTHERS_ROW, PERSON_DELETED, PERSON_KEPT, not_given, strict_table

_FOR_SECONDS: Final = not_given("the row ends with the erasure, during which no data are given")

# A person who is being erased. The last step deletes the row, the only place that connects the two ids. `table_id` is
# the last table that is done.
erasures = strict_table(
    "erasures",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED | _FOR_SECONDS),
    Column("stand_in", BIG, nullable=False),
    Column("asked_at", BIG, nullable=False),
    Column("table_id", BIG, nullable=False),
)

# The day on which a person was last seen.
sightings = strict_table(
    "sightings",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("at", BIG, nullable=False),
)
# The people who were not seen for long: retention.
Index("ix_sightings_at", sightings.c.at)

# The servers that the bot has left, with the moment.
departures = strict_table(
    "departures",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False),
)

# The people who may not use the bot, by its owner's decision. An erasure does not end the block. `done` is 0 until the
# running bot has ended their games and taken back their challenges and bets.
blocked_people = strict_table(
    "blocked_people",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_KEPT),
    Column("at", BIG, nullable=False),
    Column(
        "done",
        Integer,
        nullable=False,
        server_default="0",
        info=not_given("the same for all, once the bot has read the row"),
    ),
    CheckConstraint("done IN (0, 1)", name="done_or_not"),
)

# The servers that the bot leaves, by its owner's decision, every time or (`once`) a single time. The column is not
# called `guild_id`, because the row must stay when all rows of a server are deleted.
blocked_servers = strict_table(
    "blocked_servers",
    Column("server_id", BIG, primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False),
    Column("once", Integer, nullable=False),
    CheckConstraint("once IN (0, 1)", name="once_or_not"),
)

# The people whom a member has blocked. Only the member knows of the row, never the other person.
member_blocks = strict_table(
    "member_blocks",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("blocked_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED | OTHERS_ROW),
    Column("at", BIG, nullable=False),
    by_key=True,
)
# The members who have blocked a person: erasure.
Index("ix_member_blocks_blocked", member_blocks.c.blocked_id)

# The key of the marks, if it is not in a file next to the database: one row.
mark_keys = strict_table(
    "mark_keys",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)

# The erased people, each by a mark (`bot.storage.privacy.marks`), with the moment of the last erasure. The rows of the
# tables below protect others from these people, and are kept for `KEPT_MS`.
kept_people = strict_table(
    "kept_people",
    Column("mark", Text, primary_key=True),
    Column("at", BIG, nullable=False),
)
# The people whose time is over: drop_old.
Index("ix_kept_people_at", kept_people.c.at)

# The chips that an erased person had in a server, and the last day on which they took the allowance, if it is recent.
kept_purses = strict_table(
    "kept_purses",
    Column("mark", Text, ForeignKey("kept_people.mark"), primary_key=True),
    Column("guild_id", BIG, primary_key=True),
    Column("balance", BIG, nullable=False),
    Column("allowance_on", Text),
    CheckConstraint("balance >= 0", name="none_below_zero"),
    by_key=True,
)

# An opponent of an erased person in a server: whether the two had rated games, and how many of their games counted on
# the day of the erasure, which `day_at` names by its first moment.
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
# The opponents who are erased later: erasure.
Index("ix_kept_pairs_opponent", kept_pairs.c.opponent_id)

# The members who have blocked an erased person.
kept_blocks = strict_table(
    "kept_blocks",
    Column("mark", Text, ForeignKey("kept_people.mark"), primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_DELETED),
    Column("at", BIG, nullable=False),
    by_key=True,
)
# The blocks of a member: erasure.
Index("ix_kept_blocks_user", kept_blocks.c.user_id)

# The deals of the day that an erased person had begun, until no one can play them any more.
kept_days = strict_table(
    "kept_days",
    Column("mark", Text, ForeignKey("kept_people.mark"), primary_key=True),
    Column("day", Text, primary_key=True),
    by_key=True,
)

# The owner's acts about people and servers, and the erasures (`journal.Entry`). A person is named only by a mark
# (`bot.storage.privacy.marks`).
journal = strict_table(
    "journal",
    Column("id", BIG, primary_key=True),
    Column("at", BIG, nullable=False),
    Column("action", Text, nullable=False),
    Column("mark", Text),
    Column("server_id", BIG),
    CheckConstraint("(mark IS NULL) <> (server_id IS NULL)", name="person_or_server"),
)
