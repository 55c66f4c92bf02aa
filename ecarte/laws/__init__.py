"""The fifty-five laws of écarté as data: numbers, chapters, how a table keeps each; and how to find one.

    law(43).chapter               Chapter.PLAYING
    for_position(view)            the laws that bear on the state of a table, the likeliest first
    Index(entries).find("king")   the laws in which a word stands, the likeliest first

A law is kept in one of three ways (`Keeping`): a table enforces it, offers the right that it gives, or is such that it
cannot be broken. The sentences are the reader's: an `Index` takes those of one language.
"""

from __future__ import annotations

from ecarte.laws._for_position import Around, for_position
from ecarte.laws._law import Chapter, Keeping, Law
from ecarte.laws._laws import LAWS
from ecarte.laws._search import Entry, Index

__all__ = ["LAWS", "Around", "Chapter", "Entry", "Index", "Keeping", "Law", "for_position", "law"]


def law(number: int) -> Law:
    """The law of this number, from 1 to 55. Raises `LookupError` for any other."""
    if not 1 <= number <= len(LAWS):
        raise LookupError(f"there is no law {number}")
    return LAWS[number - 1]
