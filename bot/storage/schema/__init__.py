"""The tables of the database as SQLAlchemy describes them, and the version of this schema.

If one of these modules is imported, all of them are, because an erasure has to know every table.
"""

from bot.storage.schema import (
    duplicate_tables,
    galerie_tables,
    owner_tables,
    privacy_tables,
    puzzle_tables,
    rating_tables,
    standing_tables,
    story_tables,
    tables,
    tournament_tables,
)

__all__ = [
    "duplicate_tables",
    "galerie_tables",
    "owner_tables",
    "privacy_tables",
    "puzzle_tables",
    "rating_tables",
    "standing_tables",
    "story_tables",
    "tables",
    "tournament_tables",
]
