"""The tables of tournaments; see `bot.storage.schema.tables`, of whose metadata they are a part."""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Text, text

from bot.storage.schema.tables import BIG, PERSON_REPLACED, not_given, strict_table

_WITH_PEOPLE: Final = not_given("the section of tournaments says which the person has opened")

# What was agreed, and how far it has come, as JSON without names: people stand in `tournament_people` alone.
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
# A channel has one at a time: open_tournament.
Index("ux_tournaments_on", tournaments.c.channel_id, unique=True, sqlite_where=_IS_ON, postgresql_where=_IS_ON)
# The last one of a channel: tournament_at.
Index("ix_tournaments_channel", tournaments.c.channel_id, tournaments.c.id)
# Those that are on, at a start: open_tournaments.
Index("ix_tournaments_status", tournaments.c.status)

# Who is in it: by the order in which they came (`number`, from 1), by their seeds once it has begun.
tournament_people = strict_table(
    "tournament_people",
    Column("tournament_id", BIG, ForeignKey("tournaments.id"), primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    by_key=True,
)
# The tournaments of a person: forget.
Index("ix_tournament_people_user", tournament_people.c.user_id)

# Which table plays which pairing; one that comes to nothing is played again, with the next `attempt`.
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

# Where the disposable pictures of a tournament are.
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
