"""The tables of the database, each index with the question that it answers. Knows no driver and no rule of the game.

One schema serves SQLite (STRICT tables: a wrong type is an error, not a conversion) and PostgreSQL. Times are epoch
milliseconds. A change here needs a migration in `bot/storage/migrations/versions`: a test compares the two.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    event,
    text,
)
from sqlalchemy.schema import SchemaItem

from bot.storage.schema.guards import guards

PERSON_REPLACED: Final = {"person": "replaced"}
"""Marks a column that holds a person's id: where a person is erased, another id takes its place.

A person who asks for their data is given the rows in which a marked column has their id, but for columns marked by
`not_given`: `bot.storage.privacy.personal`.
"""
PERSON_DELETED: Final = {"person": "deleted"}
"""Marks a column that holds a person's id: where a person is erased, the row goes."""
PERSON_KEPT: Final = {"person": "kept"}
"""Marks a column that holds a person's id: where a person is erased, the row stays until its own time is over."""
NOT_GIVEN: Final = "not given"


def not_given(why: str) -> dict[str, str]:
    """Marks a column whose rows, or whose content, a person is not given with their data; `why` is for readers."""
    return {NOT_GIVEN: why}


# SQLite calls every whole number INTEGER and takes no other word for it in a STRICT table.
BIG: Final = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def strict_table(name: str, *parts: SchemaItem, by_key: bool = False, **options: Any) -> Table:
    """Returns a new table of `metadata`, strict in its types.

    Args:
        by_key: its rows lie in the order of their key, which is in its first columns: `bot.storage.backends.soundness`.
    """
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=not by_key, **options)


_IN_GAMES: Final = not_given("seats tell the open tables, game_players the games that are over")
OTHERS_ROW: Final = not_given("the row is the other person's")
_IN_GAME: Final = not_given("the row of the game says the same")

# The index of all tables. AUTOINCREMENT, so that the id of a table is never given to another. `house` is 1 where the
# house may have to move; `drawn` is the version that its messages were last seen to show; `pace` is "live" or
# "correspondence".
tables = strict_table(
    "tables",
    Column("id", BIG, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("channel_id", BIG, nullable=False),
    Column("thread_id", BIG),
    Column("status", Text, nullable=False),
    Column("north_id", BIG, info=PERSON_REPLACED | _IN_GAMES),
    Column("south_id", BIG, info=PERSON_REPLACED | _IN_GAMES),
    Column("challenger_id", BIG, nullable=False, info=PERSON_REPLACED | _IN_GAMES),
    Column("challenged_id", BIG, info=PERSON_REPLACED | _IN_GAMES),
    Column("version", Integer, nullable=False),
    Column("deadline", BIG),
    Column("opened_at", BIG, nullable=False),
    Column("updated_at", BIG, nullable=False),
    Column("house", Integer, nullable=False, server_default="0"),
    Column("drawn", Integer, nullable=False, server_default="0"),
    Column("pace", Text, nullable=False, server_default="live"),
    CheckConstraint("status <> 'closed' OR deadline IS NULL", name="closed_waits_for_nothing"),
    sqlite_autoincrement=True,
)
# What is on, everywhere or in a server, and the challenges that stand there.
Index("ix_tables_status", tables.c.status, tables.c.guild_id)
# What may not be shown as it stands, at a start: undrawn.
_UNDRAWN = text("drawn < version")
Index("ix_tables_undrawn", tables.c.id, sqlite_where=_UNDRAWN, postgresql_where=_UNDRAWN)

# What the clocks of a table are still owed for outages: taken into its log with its next change.
outage_credits = strict_table(
    "outage_credits",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    Column("until", BIG, primary_key=True),
    Column("since", BIG, nullable=False),
    CheckConstraint("since < until", name="some_time"),
    by_key=True,
)

# The log. Its key settles a race: two writers cannot both have the same number in the same table. Stored in the order
# of the key, so that the log of a table lies together.
events = strict_table(
    "events",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BIG, nullable=False),
    Column("type", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
    by_key=True,
)

# The logs of tables that are closed, each as one compressed text: a game is small, its rows are not.
packed_logs = strict_table(
    "packed_logs",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

# The people who stand in a packed log, or in the row of a table whose log is deleted: an erasure and an export look up
# their tables here, and read no other logs. Written when a log is packed. 0: a log that could not be read then.
packed_people = strict_table(
    "packed_people",
    Column("user_id", BIG, primary_key=True, info=PERSON_DELETED | not_given("the tables say what they hold")),
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    by_key=True,
)
# The people of a table: delete_logs.
Index("ix_packed_people_table", packed_people.c.table_id)

# Tables whose logs cannot be read any more: when each was put aside and why, and whether chips stay frozen on it.
put_aside = strict_table(
    "put_aside",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False),
    Column("reason", Text, nullable=False),
    Column("frozen", Integer, nullable=False),
    CheckConstraint("frozen IN (0, 1)", name="frozen_or_not"),
)

# The interactions that were carried out, with the version of the table after each: so a repeated delivery is noticed.
commands = strict_table(
    "commands",
    Column("interaction_id", BIG, primary_key=True, autoincrement=False),
    Column("table_id", BIG, ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
)

# Who sits at an open table; emptied when it closes.
seats = strict_table(
    "seats",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    by_key=True,
)
# Where a person sits: open_tables_of.
Index("ix_seats_user", seats.c.user_id)

# Where the disposable pictures of a table are.
table_messages = strict_table(
    "messages",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("channel_id", BIG, nullable=False),
    Column("message_id", BIG, nullable=False),
    Column("state_hash", Text, nullable=False),
    Column("updated_at", BIG, nullable=False),
    by_key=True,
)
# Of what a message is the picture, when Discord says that it was deleted: find_message.
Index("ix_messages_message", table_messages.c.message_id)

games = strict_table(
    "games",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("started_at", BIG, nullable=False),
    Column("ended_at", BIG, nullable=False),
    Column("winner", Text),
    Column("how", Text, nullable=False),
    Column("north_score", Integer, nullable=False),
    Column("south_score", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("counted", Integer, nullable=False, server_default="1"),
    by_key=True,
)
# The games of a server in a period, and newest first: leaderboard, history.
Index("ix_games_guild", games.c.guild_id, games.c.ended_at, games.c.table_id, games.c.game_no)

game_players = strict_table(
    "game_players",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("adversary_id", BIG, key="opponent_id", nullable=False, info=PERSON_REPLACED | OTHERS_ROW),
    Column("seat", Text, nullable=False),
    Column("won", Integer, nullable=False, info=_IN_GAME),
    Column("points", Integer, nullable=False),
    Column("voles", Integer, nullable=False),
    Column("kings", Integer, nullable=False),
    Column("deals", Integer, nullable=False, info=_IN_GAME),
    Column("guild_id", BIG, nullable=False, server_default="0", info=_IN_GAME),
    Column("ended_at", BIG, nullable=False, server_default="0", info=_IN_GAME),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    CheckConstraint("won IN (0, 1)", name="won_or_not"),
    by_key=True,
)
# The games of a person in a server, newest first: history of one, profile.
Index(
    "ix_game_players_history",
    game_players.c.user_id,
    game_players.c.guild_id,
    game_players.c.ended_at,
    game_players.c.table_id,
    game_players.c.game_no,
)
# The games of a person: profile, history of one, forget; and of a pair: the limit of what counts.
Index("ix_game_players_pair", game_players.c.user_id, game_players.c.opponent_id)

# What the advice of a backer in a game came to (records.AdviceGiven).
advice = strict_table(
    "advice",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("given", Integer, nullable=False),
    Column("followed", Integer, nullable=False),
    Column("made", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    CheckConstraint("given > 0 AND followed BETWEEN 0 AND given AND made BETWEEN 0 AND followed", name="some_of_some"),
    by_key=True,
)
# The advice of a person: profile, forget.
Index("ix_advice_user", advice.c.user_id)

# A person everywhere: the name last seen, and the preferences (JSON). An id below zero: forgotten.
players = strict_table(
    "players",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("name", Text),
    Column("preferences", Text, nullable=False, server_default="{}"),
)

# The quiz that a person takes, or took last, and the record (quizzes.Quiz).
quizzes = strict_table(
    "quizzes",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("run", Integer, nullable=False),
    Column("started_at", BIG, nullable=False),
    Column("ended_at", BIG),
    Column("asked", Text, nullable=False),
    Column("answers", Text, nullable=False),
    Column("best_right", Integer),
    Column("best_ms", BIG),
    Column("finished", Integer, nullable=False, server_default="0"),
    CheckConstraint("(best_right IS NULL) = (best_ms IS NULL)", name="best_is_whole"),
)

# A person's try at the deal of a day (dailies.Daily); the server is the one in which it was begun.
dailies = strict_table(
    "dailies",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("day", Text, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("started_at", BIG, nullable=False),
    Column("moves", Text, nullable=False),
    Column("ended_at", BIG),
    Column("points", Integer),
    Column("tricks", Integer),
    Column("shared_at", BIG),
    CheckConstraint(
        "(ended_at IS NULL) = (points IS NULL) AND (ended_at IS NULL) = (tricks IS NULL)", name="end_is_whole"
    ),
)
# Who did best on a day, in a server.
Index("ix_dailies_board", dailies.c.guild_id, dailies.c.day)

# The reminder that a person has chosen: the hour (UTC), when it falls due next, NULL while it is off, and when the last
# one was due. `refused` is 1 where Discord took no direct message, until the person has read that.
reminders = strict_table(
    "reminders",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("hour", Integer, nullable=False),
    Column("due_at", BIG),
    Column("last_at", BIG),
    Column("refused", Integer, nullable=False, server_default="0"),
    CheckConstraint("hour BETWEEN 0 AND 23", name="hour_of_day"),
    CheckConstraint("refused IN (0, 1)", name="refused_or_not"),
)
# Whose reminders fall due: due.
Index("ix_reminders_due", reminders.c.due_at)

# The channel of a person's direct messages, NULL where it is being opened or was refused, and when Discord was asked
# for it: channels that are new are opened at a pace, which all processes share.
direct_channels = strict_table(
    "direct_channels",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("channel_id", BIG),
    Column("asked_at", BIG, nullable=False),
)
# How many were asked for lately: reserve.
Index("ix_direct_channels_asked", direct_channels.c.asked_at)

guilds = strict_table(
    "guilds",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

# When the bot was last known to run, which release drew the messages, and which commands it registered: one row.
heartbeat = strict_table(
    "heartbeat",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False),
    Column("release", Text),
    Column("registered", Text),
    CheckConstraint("id = 1", name="one_row"),
    Column("clock_off", BIG, nullable=False, server_default="0"),
    Column("swept_before", BIG, nullable=False, server_default="0"),
)

# The connections to Discord that were away at the last heartbeat, each with how many there were, and since when the
# clocks of its servers stand.
away_shards = strict_table(
    "away_shards",
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
    Column("since", BIG, nullable=False),
    CheckConstraint("0 <= shard AND shard < shards", name="one_of_them"),
)

# The servers that were unavailable at the last heartbeat, their shard being there, and since when their clocks stand.
# The time from the last sign of their shard on is owed to them as to all its servers.
away_servers = strict_table(
    "away_servers",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False),
)

# When the database was restored from a backup: players may have seen more than it knows.
restorations = strict_table("restorations", Column("at", BIG, primary_key=True, autoincrement=False))

# The ledger: who holds how many chips in a server. `holder` is a person's id or, for chips on a game, the table's, with
# `number` the game's. The bank, stored as 'house', issues chips, so it owes what the others hold. An account begins
# with nothing; transactions alone move its balance. That, and what holds for a whole transaction, is in `guards`.
_MOST = 2**53
_OF_PURSES: Final = not_given("the same for every purse, or but a number of its row")
accounts = strict_table(
    "accounts",
    Column("id", BIG, primary_key=True, info=_OF_PURSES),
    Column("guild_id", BIG, nullable=False),
    Column("kind", Text, nullable=False, info=_OF_PURSES),
    Column("holder", BIG, nullable=False, info=PERSON_REPLACED),
    Column("number", Integer, nullable=False, info=_OF_PURSES),
    Column("balance", BIG, nullable=False, server_default="0"),
    CheckConstraint(
        "(kind = 'person' AND holder <> 0 AND number = 0)"
        " OR (kind = 'escrow' AND holder > 0 AND number <> 0)"
        " OR (kind = 'house' AND holder = 0 AND number = 0)",
        name="known_kind",
    ),
    CheckConstraint(
        f"CASE kind WHEN 'house' THEN balance BETWEEN -{_MOST} AND 0 ELSE balance BETWEEN 0 AND {_MOST} END",
        name="none_below_zero",
    ),
)
# Whose is which, and all of a server: every writer of the ledger, purse, richest, treasury.
Index("ux_accounts_holder", accounts.c.guild_id, accounts.c.kind, accounts.c.holder, accounts.c.number, unique=True)

# The purses of a person in all servers: finish.
_IS_PERSON = text("kind = 'person'")
Index("ix_accounts_person", accounts.c.holder, sqlite_where=_IS_PERSON, postgresql_where=_IS_PERSON)

# `cause` is what it is done for, once: an interaction, or a key such as that of a game's end. `against` is the account
# of the bank or of a game; all others that it moves are persons'.
transactions = strict_table(
    "transactions",
    Column("id", BIG, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("against", BIG, ForeignKey("accounts.id"), nullable=False),
    Column("at", BIG, nullable=False),
)
# Whether something was done before: every writer of the ledger.
Index("ux_transactions_cause", transactions.c.cause, unique=True)
# What lies on a game: held_on.
Index("ix_transactions_against", transactions.c.against)

# What a transaction moves, in (above zero) or out. They are written before it, hence the deferred reference.
postings = strict_table(
    "postings",
    Column(
        "transaction_id", BIG, ForeignKey("transactions.id", deferrable=True, initially="DEFERRED"), primary_key=True
    ),
    Column("account_id", BIG, ForeignKey("accounts.id"), primary_key=True),
    Column("amount", BIG, nullable=False),
    CheckConstraint(f"amount <> 0 AND amount BETWEEN -{_MOST} AND {_MOST}", name="some_chips"),
    by_key=True,
)
# What has moved in a purse, newest first: movements.
Index("ix_postings_account", postings.c.account_id, postings.c.transaction_id)


@event.listens_for(metadata, "after_create")
def _put_guards(_metadata: MetaData, connection: Connection, **_options: object) -> None:
    for statement in guards(connection.dialect.name):
        connection.exec_driver_sql(statement)
