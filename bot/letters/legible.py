"""Makes names and other texts of people legible: no invisible letters, no change of a line's direction, no tall stacks
of accents.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_JOINER, _NON_JOINER, _EMOJI_STYLE, _BLACK_FLAG = "\u200d", "\u200c", "\ufe0f", "\U0001f3f4"
# These are drawn as nothing, though Unicode counts them among letters, marks and signs.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159")
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_TAGS, _TONES, _FLAGS = range(0xE0020, 0xE0080), range(0x1F3FB, 0x1F400), range(0x1F1E6, 0x1F200)
_LATER_JAMO = range(0x1160, 0x1200)
# Vowels that are letters to Unicode and belong to the letter before: am in Thai and Lao.
_SPACING_VOWELS = "\u0e33\u0eb3"
_VIRAMA = 9
# The most marks of one letter: above, below and through it, and in all.
_MOST_ACCENTS, _MOST_MARKS = 3, 6
_FROM_RIGHT = frozenset(("R", "AL"))
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


@lru_cache(maxsize=4096)
def strip_invisible(text: str) -> str:
    """Returns a text on one line, without invisible characters and with at most as many accents on a letter as a
    language uses.

    Removes controls of direction, characters without width, halves of characters, and accents without a letter. Keeps
    the characters that join the parts of an emoji or the letters of a word. Returns an empty string if no visible
    character remains.
    """
    line: list[str] = []
    letters = unicodedata.normalize("NFC", text)
    for letter, after in zip(letters, letters[1:] + "\0", strict=False):
        if letter.isspace() or letter == "\u2800":
            line.append(" ")
        elif _stays(letter, line, after):
            line.append(letter)
    return " ".join("".join(line).split())


@lru_cache(maxsize=4096)
def isolate(text: str) -> str:
    """Returns a text, with isolating controls around it if any of its letters runs from right to left.

    So the text does not change the direction of the line in which it stands.
    """
    if any(unicodedata.bidirectional(letter) in _FROM_RIGHT for letter in text):
        return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}"
    return text


def split_clusters(text: str) -> list[str]:
    """Splits a text into its clusters. A cluster is what a reader sees as one letter: a letter with its marks, an emoji
    with its parts, a flag.
    """
    parts: list[str] = []
    for letter in text:
        if parts and _continues(parts[-1], letter):
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts


def _stays(letter: str, line: list[str], after: str) -> bool:
    code, category = ord(letter), unicodedata.category(letter)
    before = line[-1] if line else " "
    if letter == _EMOJI_STYLE:
        return not before.isspace() and not before.isalpha() and before != letter
    if code in _TAGS:
        return before == _BLACK_FLAG or ord(before) in _TAGS
    if letter in (_JOINER, _NON_JOINER):
        return _joins(before, after)
    if letter in _BLANKS or category in ("Cc", "Cf", "Cs") or any(code in selectors for selectors in _SELECTORS):
        return False
    if category == "Cn":
        # A sign newer than this Python's Unicode may be visible. A noncharacter never is.
        return code & 0xFFFE != 0xFFFE and code not in range(0xFDD0, 0xFDF0)
    return category[0] != "M" or _bears(line, letter)


def _joins(before: str, after: str) -> bool:
    if unicodedata.combining(before) == _VIRAMA:
        return after.isalpha()
    if unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before):
        return unicodedata.bidirectional(after) == "AL"
    return _is_sign(before) and _is_sign(after)


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter) in ("So", "Sm", "Sk", "Cn") or letter == _EMOJI_STYLE


def _bears(line: list[str], mark: str) -> bool:
    """Whether the letter at the end of a line takes one more mark."""
    if not line or line[-1] == " " or line[-1] == mark:
        return False
    marks: list[str] = []
    for letter in reversed(line[-_MOST_MARKS:]):
        if unicodedata.category(letter)[0] != "M":
            break
        marks.append(letter)
    accents = sum(1 for letter in marks if unicodedata.combining(letter) not in (0, _VIRAMA))
    return len(marks) < _MOST_MARKS and (not unicodedata.combining(mark) or accents < _MOST_ACCENTS)


def _continues(part: str, letter: str) -> bool:
    code, last = ord(letter), part[-1]
    if unicodedata.category(letter)[0] == "M" or letter in (_JOINER, _NON_JOINER) or letter in _SPACING_VOWELS:
        return last != " "
    if code in _TAGS or code in _TONES or (last == _JOINER and not letter.isspace()):
        return True
    if code in _FLAGS:
        return len(part) == 1 and ord(part) in _FLAGS
    if code in _LATER_JAMO:
        return "HANGUL" in unicodedata.name(last, "")
    return unicodedata.combining(last) == _VIRAMA and letter.isalpha()
