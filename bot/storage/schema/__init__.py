"""The tables of the database, and their version.

Importing one part loads the metadata of all, since an erasure goes over every table.
"""

from bot.storage.schema import galerie_tables, owners, privacy, ratings, standings, stories, tables, tournaments

__all__ = ["galerie_tables", "owners", "privacy", "ratings", "standings", "stories", "tables", "tournaments"]
