"""The tables of the database. A comment at each index says which rows the index finds.

The same schema is used on SQLite (with STRICT tables: a value of a wrong type is an error, and is not converted) and on
PostgreSQL. Times are in epoch milliseconds. A change of this schema needs a migration in
`bot/storage/migrations/versions`; a test compares the two. This module knows no driver and no rule of the game.
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
"""Marks a column with people's ids. When a person is erased, another id replaces theirs in the column.

A person's export has the rows in which such a column has their id, except columns that `not_given` marks
(`bot.storage.privacy.personal`)."""
PERSON_DELETED: Final = {"person": "deleted"}
"""Marks a column with people's ids. When a person is erased, the rows with their id are deleted."""
PERSON_KEPT: Final = {"person": "kept"}
"""Marks a column with people's ids. When a person is erased, the rows with their id stay until their usual time is
over."""
NOT_GIVEN: Final = "not given"


def not_given(why: str) -> dict[str, str]:
    """Marks a column that a person's export leaves out.

    If the column has people's ids, the export does not look for the person in it: it leaves out a row in which their id
    stands only in such columns.

    Args:
        why: the reason, for people who read the schema.
    """
    return {NOT_GIVEN: why}


# A STRICT table of SQLite has INTEGER for whole numbers of all sizes, and accepts no other name.
BIG: Final = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def strict_table(name: str, *parts: SchemaItem, by_key: bool = False, **options: Any) -> Table:
    """Creates a table of the schema's `metadata`. On SQLite it is STRICT: a value of a wrong type is an error.

    Args:
        by_key: whether SQLite stores the rows in the order of their key. Then the columns of the key must come first;
            `bot.storage.backends.soundness` has the reason.
    """
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=not by_key, **options)


_IN_GAMES: Final = not_given("seats has the open tables, game_players the ended games")
OTHERS_ROW: Final = not_given("the row is the other person's")
_IN_GAME: Final = not_given("the row of the game says the same")

# All tables. AUTOINCREMENT, so that no id is assigned twice. `house` is 1 if the house may have to move. `drawn` is the
# version that the table's messages showed when it was last stored. `pace` is "live" or "correspondence".
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
# The open tables and challenges, everywhere or in a server.
Index("ix_tables_status", tables.c.status, tables.c.guild_id)
# The tables whose messages may be out of date, at a start: undrawn_tables.
_UNDRAWN = text("drawn < version")
Index("ix_tables_undrawn", tables.c.id, sqlite_where=_UNDRAWN, postgresql_where=_UNDRAWN)

# The outages for which time is still owed to a table. The next change of the table enters them into its log.
outage_credits = strict_table(
    "outage_credits",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    Column("until", BIG, primary_key=True),
    Column("since", BIG, nullable=False),
    CheckConstraint("since < until", name="some_time"),
    by_key=True,
)

# The log. Its key settles a race: two writers cannot have the same number in the same table. The rows are stored in the
# order of the key, so that those of a table are next to each other.
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

# The logs of closed tables, each as one compressed text, which is much smaller than the rows.
packed_logs = strict_table(
    "packed_logs",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

# The people named in a packed log, or in the row of a table whose log is deleted. An erasure and an export find their
# tables here, and read no other packed logs. Written when a log is packed. The id 0 stands for the people of a log that
# could not be read then.
packed_people = strict_table(
    "packed_people",
    Column(
        "user_id", BIG, primary_key=True, info=PERSON_DELETED | not_given("the export has the acts at these tables")
    ),
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    by_key=True,
)
# The people of a table: delete_logs.
Index("ix_packed_people_table", packed_people.c.table_id)

# Tables whose logs cannot be read: when each was put aside, why, and whether chips stay frozen on it.
put_aside = strict_table(
    "put_aside",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("at", BIG, nullable=False),
    Column("reason", Text, nullable=False),
    Column("frozen", Integer, nullable=False),
    CheckConstraint("frozen IN (0, 1)", name="frozen_or_not"),
)

# The interactions that were carried out, with the version of the table after each, to notice a repeated delivery.
commands = strict_table(
    "commands",
    Column("interaction_id", BIG, primary_key=True, autoincrement=False),
    Column("table_id", BIG, ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
)

# The people who sit at an open table. The rows are deleted when it closes.
seats = strict_table(
    "seats",
    Column("table_id", BIG, ForeignKey("tables.id"), primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    by_key=True,
)
# The tables of a person: open_of.
Index("ix_seats_user", seats.c.user_id)

# The places of the messages of a table.
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
# The row of a message that was deleted on Discord: find.
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
# The games of a person in a server, newest first: history, profile.
Index(
    "ix_game_players_history",
    game_players.c.user_id,
    game_players.c.guild_id,
    game_players.c.ended_at,
    game_players.c.table_id,
    game_players.c.game_no,
)
# The games of a person: profile, erasure; and of a pair: the limit of games that count.
Index("ix_game_players_pair", game_players.c.user_id, game_players.c.opponent_id)

# The result of a backer's advice in a game (`bot.rows.commits.AdviceGiven`).
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
# The advice of a person: profile, erasure.
Index("ix_advice_user", advice.c.user_id)

# A person in all servers: the name last seen, and the preferences (JSON).
players = strict_table(
    "players",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("name", Text),
    Column("preferences", Text, nullable=False, server_default="{}"),
)

# The current or last quiz of a person, and the record (`bot.rows.member_rows.Quiz`).
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

# A person's try at the deal of a day, or at one of a challenge or of a duplicate: then `day` has another key
# (`bot.rows.member_rows.Daily`). The server is the one in which the try began.
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
# The best of a day in a server: best_of_day.
Index("ix_dailies_board", dailies.c.guild_id, dailies.c.day)

# The reminder that a person has chosen: the hour (UTC), the moment of the next one, NULL while reminders are off, and
# the moment of the last one. `refused` is 1 if Discord refused the direct message, until the person has read that.
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
# The reminders that are due: due.
Index("ix_reminders_due", reminders.c.due_at)

# The channel of a person's direct messages, NULL while it is being opened or after it was refused, and the moment at
# which the bot asked Discord for it. New channels are opened at a pace that all processes share.
direct_channels = strict_table(
    "direct_channels",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("channel_id", BIG),
    Column("asked_at", BIG, nullable=False),
)
# The channels that were asked for lately: reserve.
Index("ix_direct_channels_asked", direct_channels.c.asked_at)

guilds = strict_table(
    "guilds",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

# The last moment at which the bot is known to have run, the release that drew the messages, and the digest of the
# registered commands: one row.
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

# The shards that were away at the last heartbeat, each with the number of all shards, and the moment since which the
# clocks of its servers stand.
away_shards = strict_table(
    "away_shards",
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
    Column("since", BIG, nullable=False),
    CheckConstraint("0 <= shard AND shard < shards", name="one_of_them"),
)

# The servers that were unavailable at the last heartbeat while their shard was there, and the moment since which their
# clocks stand. They are also owed the time from the last sign of their shard, as all its servers are.
away_servers = strict_table(
    "away_servers",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False),
)

# The moments at which the database was restored from a backup. Players may have seen events that it lacks.
restorations = strict_table("restorations", Column("at", BIG, primary_key=True, autoincrement=False))

# The accounts of the ledger of a server. `holder` is a person's id or, for chips on a game, the table's id; `number` is
# then the number of the game. The bank, stored as 'house', issues chips, so its balance is below zero by the chips that
# all others have. An account begins with no chips, and only transactions move its balance: `guards` enforces this and
# the rules about whole transactions.
_MOST = 2**53
_OF_PURSES: Final = not_given("the same for every purse, or only the number of its row")
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
# The account of a holder, and all accounts of a server: every writer of the ledger, purse, richest_purses.
Index("ux_accounts_holder", accounts.c.guild_id, accounts.c.kind, accounts.c.holder, accounts.c.number, unique=True)

# The purses of a person in all servers: erasure.
_IS_PERSON = text("kind = 'person'")
Index("ix_accounts_person", accounts.c.holder, sqlite_where=_IS_PERSON, postgresql_where=_IS_PERSON)

# `cause` is the reason of the transaction, which no other has: an interaction, or a key such as that of a game's end.
# `against` is the account of the bank or of a game. All other accounts in it are those of people.
transactions = strict_table(
    "transactions",
    Column("id", BIG, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("against", BIG, ForeignKey("accounts.id"), nullable=False),
    Column("at", BIG, nullable=False),
)
# The transaction of a cause: every writer of the ledger.
Index("ux_transactions_cause", transactions.c.cause, unique=True)
# The chips on a game: held_on.
Index("ix_transactions_against", transactions.c.against)

# The chips that a transaction moves into an account (above zero) or out of it. Postings are written before their
# transaction, so the reference is deferred.
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
# The movements of a purse, newest first: movements.
Index("ix_postings_account", postings.c.account_id, postings.c.transaction_id)


@event.listens_for(metadata, "after_create")
def _put_guards(_metadata: MetaData, connection: Connection, **_options: object) -> None:
    for statement in guards(connection.dialect.name):
        connection.exec_driver_sql(statement)
