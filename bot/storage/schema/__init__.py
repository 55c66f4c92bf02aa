"""The tables of the database, and their version.

Whoever imports one part has the metadata of all: an erasure goes over every table.
"""

from bot.storage.schema import owners, privacy, ratings, standings, tables, tournaments

__all__ = ["owners", "privacy", "ratings", "standings", "tables", "tournaments"]
