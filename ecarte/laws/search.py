"""Finding a law by its number or by words, with case, accents and spelling forgiven.

Works on the laws that it is given, and knows no one of them. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from ecarte.laws.law import LANGUAGES, Law

__all__ = ["Index"]

_LAW_WORDS: Final = frozenset({"law", "laws", "loi", "lois", "n", "no", "nr"})
_WORD: Final = re.compile(r"[a-z0-9]+")
_LONGEST: Final = 100
_IN_HEADING, _IN_CHAPTER, _IN_GIST, _ELSEWHERE = 4, 3, 2, 1


class Index:
    """The words of some laws, by language."""

    def __init__(self, laws: Iterable[Law]) -> None:
        self._laws = tuple(laws)
        self._words = {language: [_fields(law, language) for law in self._laws] for language in LANGUAGES}

    def find(self, wanted: str, language: str) -> tuple[Law, ...]:
        """The laws that answer, the likeliest first; none where nothing is asked. Raises `KeyError` for a language."""
        words = self._words[language]
        asked = _asked(wanted)
        if not asked:
            return ()
        if len(asked) == 1 and asked[0].isdecimal():
            digits = asked[0].lstrip("0")
            exact = [law for law in self._laws if str(law.number) == digits]
            return tuple(exact + [law for law in self._laws if _begins(law, digits)])
        ranked = [(_rank(fields, asked), law) for fields, law in zip(words, self._laws, strict=True)]
        # Of two that answer alike the shorter heading is nearer to what was asked.
        ranked.sort(key=lambda it: (-it[0], len(it[1].heading.said_in(language)), it[1].number))
        return tuple(law for rank, law in ranked if rank)

    def nearest(self, wanted: str, language: str, most: int) -> tuple[Law, ...]:
        """The laws whose numbers, or whose words, are nearest to what is asked for: `most`, or all."""
        asked, words = _asked(wanted), self._words[language]
        if len(asked) == 1 and asked[0].isdecimal():
            number = int(asked[0])
            return tuple(sorted(self._laws, key=lambda law: (abs(law.number - number), law.number))[:most])
        likeness = [sum(_likeness(word, fields) for word in asked) for fields in words]
        ranked = sorted(zip(likeness, self._laws, strict=True), key=lambda it: (-it[0], it[1].number))
        return tuple(law for _, law in ranked[:most])


def _plain(text: str) -> str:
    """Without accents, in small letters."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _asked(wanted: str) -> list[str]:
    return [word for word in _WORD.findall(_plain(wanted[:_LONGEST])) if word not in _LAW_WORDS]


def _fields(law: Law, language: str) -> dict[str, int]:
    """Every word of a law, and what it is worth to find it."""
    worth: dict[str, int] = {}
    differs = "" if law.differs is None else law.differs.said_in(language)
    salon = "" if law.salon_how is None else law.salon_how.said_in(language)
    texts = (
        (f"{differs} {salon} {law.how.said_in(language)}", _ELSEWHERE),
        (law.gist.said_in(language), _IN_GIST),
        (law.chapter.title.said_in(language), _IN_CHAPTER),
        (law.heading.said_in(language), _IN_HEADING),
    )
    for text, value in texts:
        worth |= dict.fromkeys(_WORD.findall(_plain(text)), value)
    return worth


def _rank(fields: dict[str, int], asked: list[str]) -> int:
    """How well a law answers: 0 where one of the words begins none of its own; whole words count double."""
    ranks = [max((value + value * (own == word) for own, value in fields.items() if own.startswith(word)), default=0)
             for word in asked]  # fmt: skip
    return sum(ranks) if all(ranks) else 0


def _begins(law: Law, digits: str) -> bool:
    own = str(law.number)
    return bool(digits) and own != digits and own.startswith(digits)


def _likeness(word: str, fields: dict[str, int]) -> float:
    return max(SequenceMatcher(None, word, own).ratio() + value / 100 for own, value in fields.items())
