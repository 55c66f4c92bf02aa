"""Finds laws by number, or by words of one language. Capitals, accents and small misspellings do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

_WORD: Final = re.compile(r"[a-z0-9]+")
_LONGEST: Final = 100
_IN_HEADING, _IN_CHAPTER, _IN_GIST, _ELSEWHERE = 4, 3, 2, 1


@dataclass(frozen=True, slots=True)
class Entry:
    """The texts of a law in one language. A word counts most in the heading, least in `rest`."""

    heading: str
    chapter: str
    gist: str
    rest: str


class Index:
    """Searches the laws in one language.

    Args:
        entries: the texts of each law, by its number.
        ignored: words of a question that say nothing about a law, such as "law".
    """

    def __init__(self, entries: Mapping[int, Entry], ignored: Iterable[str] = ()) -> None:
        self._entries = dict(sorted(entries.items()))
        self._ignored = frozenset(word for text in ignored for word in _words(text))
        self._worths = {number: _worths(entry) for number, entry in self._entries.items()}

    def find(self, wanted: str) -> tuple[int, ...]:
        """Returns the numbers of the laws that answer a question, the most relevant first.

        A number finds its law, then the laws whose numbers begin with it. Words find the laws that contain all of them,
        or longer words that begin with them; laws with the words in the heading come first. An empty question finds
        nothing.

        Args:
            wanted: the question: a number or some words.
        """
        asked = self._asked(wanted)
        if not asked:
            return ()
        if len(asked) == 1 and asked[0].isdecimal():
            digits = asked[0].lstrip("0")
            exact = [number for number in self._entries if str(number) == digits]
            return tuple(exact + [number for number in self._entries if _begins(number, digits)])
        ranks = {number: _rank(worths, asked) for number, worths in self._worths.items()}
        # Of two equal answers, the law with the shorter heading is closer to the question.
        answers = sorted(self._entries, key=lambda number: (-ranks[number], len(self._entries[number].heading), number))
        return tuple(number for number in answers if ranks[number])

    def nearest(self, wanted: str, most: int = 3) -> tuple[int, ...]:
        """Returns the numbers of the laws whose words are most similar to those of a question or, if the question is a
        number, the nearest numbers. Call it if `find` has no answer.

        Args:
            wanted: the question.
            most: how many laws to return.
        """
        asked = self._asked(wanted)
        if len(asked) == 1 and asked[0].isdecimal():
            target = int(asked[0])
            return tuple(sorted(self._entries, key=lambda number: (abs(number - target), number))[:most])
        known = {own for worths in self._worths.values() for own in worths}
        alike = [_likenesses(word, known) for word in asked]
        likeness = {
            number: sum(max(ratios[own] + worth / 100 for own, worth in worths.items()) for ratios in alike)
            for number, worths in self._worths.items()
        }
        return tuple(sorted(self._entries, key=lambda number: (-likeness[number], number))[:most])

    def _asked(self, wanted: str) -> list[str]:
        return [word for word in _words(wanted[:_LONGEST]) if word not in self._ignored]


def _words(text: str) -> list[str]:
    return _WORD.findall(_plain(text))


def _plain(text: str) -> str:
    """Returns the text in lower case, without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _worths(entry: Entry) -> dict[str, int]:
    """Returns how much each word of a law counts in the search."""
    worths: dict[str, int] = {}
    texts = (
        (entry.rest, _ELSEWHERE),
        (entry.gist, _IN_GIST),
        (entry.chapter, _IN_CHAPTER),
        (entry.heading, _IN_HEADING),
    )
    for text, worth in texts:
        worths |= dict.fromkeys(_words(text), worth)
    return worths


def _rank(worths: Mapping[str, int], asked: list[str]) -> int:
    """Returns how well a law answers a question. It is 0 if a word of the question begins no word of the law.

    A whole word counts double.
    """
    ranks = [max((worth + worth * (own == word) for own, worth in worths.items() if own.startswith(word)), default=0)
             for word in asked]  # fmt: skip
    return sum(ranks) if all(ranks) else 0


def _begins(number: int, digits: str) -> bool:
    own = str(number)
    return bool(digits) and own != digits and own.startswith(digits)


def _likenesses(word: str, known: Iterable[str]) -> dict[str, float]:
    """Returns how similar a word is to each known word, from 0 to 1.

    `SequenceMatcher` caches its analysis of the second sequence, so `word` is the second one.
    """
    matcher = SequenceMatcher(None, "", word)
    ratios: dict[str, float] = {}
    for own in known:
        matcher.set_seq1(own)
        ratios[own] = matcher.ratio()
    return ratios
