"""The tables of privacy: erasures under way, when people were seen last, which servers the bot has left.

A part of the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table

from bot.storage.schema.tables import PERSON_DELETED, metadata

_BIG = BigInteger().with_variant(Integer(), "sqlite")

# A person who is being erased, until nothing names them: the row goes with the last step, and with it the only place
# that joins the two ids. Every table up to `table_id` is done.
erasures = Table(
    "erasures",
    metadata,
    Column("user_id", _BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("stand_in", _BIG, nullable=False),
    Column("asked_at", _BIG, nullable=False),
    Column("table_id", _BIG, nullable=False),
    sqlite_strict=True,
)

# When a person was last seen, to the day.
sightings = Table(
    "sightings",
    metadata,
    Column("user_id", _BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("at", _BIG, nullable=False),
    sqlite_strict=True,
)
# Who was not seen for long: retention.
Index("ix_sightings_at", sightings.c.at)

# The servers that the bot has left, and when.
departures = Table(
    "departures",
    metadata,
    Column("guild_id", _BIG, primary_key=True, autoincrement=False),
    Column("at", _BIG, nullable=False),
    sqlite_strict=True,
)
