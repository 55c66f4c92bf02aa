"""The tables of those who manage a server; see `bot.storage.schema.tables`, of whose metadata they are a part."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.storage.schema.tables import PERSON_KEPT, PERSON_REPLACED, metadata

_BIG = BigInteger().with_variant(Integer(), "sqlite")

# Who may not play for chips in a server; no `until`: for good. An erasure sheds no ban that holds.
bans = Table(
    "bans",
    metadata,
    Column("guild_id", _BIG, primary_key=True, autoincrement=False),
    Column("user_id", _BIG, primary_key=True, autoincrement=False, info=PERSON_KEPT),
    Column("until", _BIG),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# What managers have done (fair_rows.AdminEntry).
admin_log = Table(
    "admin_log",
    metadata,
    Column("id", _BIG, primary_key=True),
    Column("guild_id", _BIG, nullable=False),
    Column("at", _BIG, nullable=False),
    Column("by_id", _BIG, nullable=False, info=PERSON_REPLACED),
    Column("action", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("user_id", _BIG, info=PERSON_REPLACED),
    Column("on_table", _BIG),
    Column("until", _BIG),
    Column("amount", _BIG),
    Column("cause", _BIG),
    sqlite_strict=True,
)
# The log of a server, newest first.
Index("ix_admin_log_guild", admin_log.c.guild_id, admin_log.c.id)
# Whether an interaction was carried out.
Index("ux_admin_log_cause", admin_log.c.cause, unique=True)
