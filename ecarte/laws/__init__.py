"""The fifty-five laws of écarté: what each says in our own words, how a table here keeps it, which tests stand behind.

    law(43).heading.said_in("en")     "Follow suit, and win if you can"
    find("roi", "fr")                 the laws in which the word stands, the likeliest first
    nearest("vol", "en")              what is nearest to a word that stands in none
    applying(view)                    the laws that bear on what stands on a table now, the likeliest first

A law is kept in one of three ways (`Keeping`): a table enforces it, offers the right that it gives, or is such that it
cannot be broken; the last needs a reason and a test as well. `python -m ecarte laws` prints them.
Sources: Laws 1-55 (Cavendish, 1886; 1-51 also as printed for the clubs later), a short club code, a modern description.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws import bystanders, cutting, dealing, exchanging, king, playing, scoring
from ecarte.laws.for_position import Around, applying
from ecarte.laws.law import LANGUAGES, Chapter, Keeping, Law, Text
from ecarte.laws.search import Index

__all__ = ["LANGUAGES", "LAWS", "Around", "Chapter", "Keeping", "Law", "Text", "applying", "find", "law", "nearest"]

LAWS: Final[tuple[Law, ...]] = (
    *cutting.LAWS,
    *dealing.LAWS,
    *king.LAWS,
    *exchanging.LAWS,
    *playing.LAWS,
    *scoring.LAWS,
    *bystanders.LAWS,
)
"""All of them, by number."""

_INDEX: Final = Index(LAWS)


def law(number: int) -> Law:
    """The law of this number, from 1 to 55. Raises `LookupError` for any other."""
    if not 1 <= number <= len(LAWS):
        raise LookupError(f"there is no law {number}")
    return LAWS[number - 1]


def find(wanted: str, language: str) -> tuple[Law, ...]:
    """The laws that answer to a number or to words of a language of `LANGUAGES`, the likeliest first.

    Case, accents and the word "law" do not matter. A number finds its law, and then those whose numbers begin with
    it; words find the laws in which all of them stand, those that have them in the heading before the others.
    """
    return _INDEX.find(wanted, language)


def nearest(wanted: str, language: str, most: int = 3) -> tuple[Law, ...]:
    """The laws nearest to what finds none: `most` at most, one at least."""
    return _INDEX.nearest(wanted, language, most)
