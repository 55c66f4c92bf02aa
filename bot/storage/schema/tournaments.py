"""The tables of tournaments; see `bot.storage.schema.tables`, of whose metadata they are a part."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.storage.schema.tables import PERSON_REPLACED, metadata

_BIG = BigInteger().with_variant(Integer(), "sqlite")

# What was agreed, and how far it has come, as JSON without names: people stand in `tournament_people` alone.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", _BIG, primary_key=True),
    Column("guild_id", _BIG, nullable=False),
    Column("channel_id", _BIG, nullable=False),
    Column("opener_id", _BIG, nullable=False, info=PERSON_REPLACED),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("deadline", _BIG),
    Column("opened_at", _BIG, nullable=False),
    Column("updated_at", _BIG, nullable=False),
    CheckConstraint("status IN ('open', 'running', 'over', 'cancelled')", name="known_status"),
    CheckConstraint("status = 'running' OR deadline IS NULL", name="only_a_running_one_waits"),
    sqlite_strict=True,
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
tournament_people = Table(
    "tournament_people",
    metadata,
    Column("tournament_id", _BIG, ForeignKey("tournaments.id"), primary_key=True),
    Column("user_id", _BIG, primary_key=True, info=PERSON_REPLACED),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
# The tournaments of a person: forget.
Index("ix_tournament_people_user", tournament_people.c.user_id)

# Which table plays which pairing; one that comes to nothing is played again, with the next `attempt`.
tournament_games = Table(
    "tournament_games",
    metadata,
    Column("tournament_id", _BIG, ForeignKey("tournaments.id"), primary_key=True),
    Column("round_no", Integer, primary_key=True),
    Column("pairing_no", Integer, primary_key=True),
    Column("attempt", Integer, primary_key=True),
    Column("table_id", _BIG, ForeignKey("tables.id"), nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
Index("ux_tournament_games_table", tournament_games.c.table_id, unique=True)

# The interactions that were carried out, with the version of the tournament after each.
tournament_commands = Table(
    "tournament_commands",
    metadata,
    Column("interaction_id", _BIG, primary_key=True, autoincrement=False),
    Column("tournament_id", _BIG, ForeignKey("tournaments.id"), nullable=False),
    Column("version", Integer, nullable=False),
    sqlite_strict=True,
)

# Where the disposable pictures of a tournament are.
tournament_messages = Table(
    "tournament_messages",
    metadata,
    Column("tournament_id", _BIG, ForeignKey("tournaments.id"), primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("channel_id", _BIG, nullable=False),
    Column("message_id", _BIG, nullable=False),
    Column("state_hash", Text, nullable=False),
    Column("updated_at", _BIG, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
