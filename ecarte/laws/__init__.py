"""The fifty-five laws of écarté as data: number, chapter, how a table keeps each law; and a search.

    law(43).chapter               Chapter.PLAYING
    for_position(view)            the laws that apply to the state of a table, the most relevant first
    Index(entries).find("king")   the laws that contain a word, the most relevant first

A table keeps a law in one of three ways (`Keeping`): it enforces the law, it offers the right that the law gives, or
the law cannot be broken there. This package has no sentences: the caller gives an `Index` the texts of one language.
"""

from __future__ import annotations

from ecarte.laws._for_position import Around, for_position
from ecarte.laws._law import Chapter, Keeping, Law
from ecarte.laws._laws import LAWS
from ecarte.laws._search import Entry, Index

__all__ = ["LAWS", "Around", "Chapter", "Entry", "Index", "Keeping", "Law", "for_position", "law"]


def law(number: int) -> Law:
    """Returns the law with this number, from 1 to 55. Raises `LookupError` for any other number."""
    if not 1 <= number <= len(LAWS):
        raise LookupError(f"there is no law {number}")
    return LAWS[number - 1]
