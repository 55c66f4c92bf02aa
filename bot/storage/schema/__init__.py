"""The tables of the database, and their version.

Importing one module loads the metadata of all, because an erasure has to know every table.
"""

from bot.storage.schema import (
    galerie_tables,
    owners,
    privacy,
    puzzles,
    ratings,
    standings,
    stories,
    tables,
    tournaments,
)

__all__ = [
    "galerie_tables",
    "owners",
    "privacy",
    "puzzles",
    "ratings",
    "standings",
    "stories",
    "tables",
    "tournaments",
]
