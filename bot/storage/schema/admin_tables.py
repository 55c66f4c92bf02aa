"""The database's tables of what managers do in their servers.

They belong to the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Text

from bot.storage.schema.tables import BIG, PERSON_KEPT, PERSON_REPLACED, not_given, strict_table

# The people who may not play for chips in a server. A ban without `until` never ends. An erasure does not end a ban.
bans = strict_table(
    "bans",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_KEPT),
    Column("until", BIG),
    by_key=True,
)

# The acts of managers (`bot.rows.sanctions.AdminEntry`).
admin_log = strict_table(
    "admin_log",
    Column("id", BIG, primary_key=True, info=not_given("only the number of the row")),
    Column("guild_id", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    Column("by_id", BIG, nullable=False, info=PERSON_REPLACED),
    Column("action", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("user_id", BIG, info=PERSON_REPLACED),
    Column("on_table", BIG),
    Column("until", BIG),
    Column("amount", BIG),
    Column("cause", BIG, info=not_given("only the number of a press")),
)
# The log of a server, newest first.
Index("ix_admin_log_guild", admin_log.c.guild_id, admin_log.c.id)
# An interaction that may have been carried out.
Index("ux_admin_log_cause", admin_log.c.cause, unique=True)
