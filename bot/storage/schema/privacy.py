"""The tables of privacy: erasures under way, when people were seen last, which servers the bot has left.

A part of the metadata of `bot.storage.schema.tables`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Index

from bot.storage.schema.tables import BIG, PERSON_DELETED, not_given, strict_table

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
