"""The database's tables of tournaments. They belong to the metadata of `bot.storage.schema.tables`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Text, text

from bot.storage.schema.tables import BIG, PERSON_REPLACED, not_given, strict_table

_WITH_PEOPLE: Final = not_given("the section of tournaments has those that the person opened")

# A tournament with its terms and its state, as JSON without names. Only `tournament_people` names people.
tournaments = strict_table(
    "tournaments",
    Column("id", BIG, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("channel_id", BIG, nullable=False),
    Column("opener_id", BIG, nullable=False, info=PERSON_REPLACED | _WITH_PEOPLE),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("deadline", BIG),
    Column("opened_at", BIG, nullable=False),
    Column("updated_at", BIG, nullable=False),
    CheckConstraint("status IN ('open', 'running', 'over', 'cancelled')", name="known_status"),
    CheckConstraint("status = 'running' OR deadline IS NULL", name="only_a_running_one_waits"),
    sqlite_autoincrement=True,
)
_IS_ON = text("status IN ('open', 'running')")
# A channel has one open or running tournament at a time: open.
Index("ux_tournaments_on", tournaments.c.channel_id, unique=True, sqlite_where=_IS_ON, postgresql_where=_IS_ON)
# The last tournament of a channel: last_opened_at.
Index("ix_tournaments_channel", tournaments.c.channel_id, tournaments.c.id)
# The open and running tournaments, at a start: all_open.
Index("ix_tournaments_status", tournaments.c.status)

# The people in a tournament. `number`, from 1, is the order in which they entered or, once it has begun, their seed.
tournament_people = strict_table(
    "tournament_people",
    Column("tournament_id", BIG, ForeignKey("tournaments.id"), primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    by_key=True,
)
# The tournaments of a person: erasure.
Index("ix_tournament_people_user", tournament_people.c.user_id)

# The table of each pairing. A pairing without a result is played again, with the next `attempt`.
tournament_games = strict_table(
    "tournament_games",
    Column("tournament_id", BIG, ForeignKey("tournaments.id"), primary_key=True),
    Column("round_no", Integer, primary_key=True),
    Column("pairing_no", Integer, primary_key=True),
    Column("attempt", Integer, primary_key=True),
    Column("table_id", BIG, ForeignKey("tables.id"), nullable=False),
    by_key=True,
)
Index("ux_tournament_games_table", tournament_games.c.table_id, unique=True)

# The interactions that were carried out, with the version of the tournament after each.
tournament_commands = strict_table(
    "tournament_commands",
    Column("interaction_id", BIG, primary_key=True, autoincrement=False),
    Column("tournament_id", BIG, ForeignKey("tournaments.id"), nullable=False),
    Column("version", Integer, nullable=False),
)

# The places of the messages of a tournament.
tournament_messages = strict_table(
    "tournament_messages",
    Column("tournament_id", BIG, ForeignKey("tournaments.id"), primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("channel_id", BIG, nullable=False),
    Column("message_id", BIG, nullable=False),
    Column("state_hash", Text, nullable=False),
    Column("updated_at", BIG, nullable=False),
    by_key=True,
)
