"""Damaged records for tests: the golden ones and those of random games, with bytes, words, lines and tags changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from ecarte.game import PACK, Manners, Rules
from ecarte.notation import write
from research.random_games import random_game

_FOLDER: Final = Path(__file__).parent / "records"
_SALON_GAMES: Final = 8
_WORDS: Final = tuple(
    word.encode()
    for word in (
        *("N", "S", "cut", "deal", "dealer", "hands", "turned", "score", "end", "king", "none", "proposes", "accepts"),
        *("if enough", "refuses", "discards", "abandons", "resigns", "claims", "shows for", "point", "vole", "fair"),
        *("takes deal on time", "takes the king back", "lets it stand", "the deal stands", "not enough", "secret"),
        *("seeds", "1.", "5.", "0-5", "3-2", "2-3", ";", '"', "\\", "[", "]"),
    )
)
_ODD: Final = (
    *(b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\x85", b"\xe2\x80\xa8", b"\x1c", b"\t", b" "),
    *(b"\\u0000", b"\\ud800", b"\\U00110000", b"\\U80000000", b"\\Uffffffff", b"\\x", b"\\", b'"]', b"[[[[[[[["),
    *(b"99999999999999999999", b"-1", "\u0661".encode(), "\u00b2".encode(), b"1e9"),
)
_TAGS: Final = (
    *(b'[Ecarte "1"]', b'[Ecarte "2"]', b'[Rules "modern"]', b'[Rules "cavendish points=0"]', b'[Result "*"]'),
    *(b'[Rules "short exchanges=any"]', b'[Rules "cavendish manners=salon points=99"]', b'[Result "5-0 N five"]'),
    *(b'[Rules "cavendish for_stakes=7"]', b'[North ""]', b"[North]", b'[1 "x"]'),
)
_SPLIT: Final = re.compile(rb"([ \n]+)")


def originals() -> tuple[bytes, ...]:
    """Returns the golden records, and some of salon games."""
    rules = Rules(manners=Manners.SALON)
    salon = [write(random_game(rules, Random(seed)), {"Event": "Salon"}).encode() for seed in range(_SALON_GAMES)]
    return (*(path.read_bytes() for path in sorted(_FOLDER.rglob("*.txt"))), *salon)


def mutant(chance: Random, records: Sequence[bytes]) -> bytes:
    """Returns one of the records with one to four changes."""
    data = chance.choice(records)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
        data = chance.choice(_CHANGES)(chance, data, records)
    return data


def _flip(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]


def _insert(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(_ODD) + data[place:]


def _quote(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    """Puts something odd into a tag, or into a seed."""
    quotes = [place for place, byte in enumerate(data) if byte == ord('"')]
    place = chance.choice(quotes) + 1 if quotes else 0
    return data[:place] + chance.choice(_ODD) + data[place:]


def _cut(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:start] if chance.random() < 0.3 else data[:start] + data[end:]


def _words(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    """Exchanges two words, or writes another in place of one."""
    parts = _SPLIT.split(data)
    one, other = (chance.randrange(0, len(parts), 2) for _ in range(2))
    if chance.random() < 0.4:
        parts[one], parts[other] = parts[other], parts[one]
    else:
        card = chance.choice(PACK).text.encode()
        parts[one] = chance.choice((card, card, chance.choice(_WORDS), chance.choice(_ODD), b""))
    return b"".join(parts)


def _number(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    numbers = list(re.finditer(rb"[0-9]+", data))
    if not numbers:
        return data
    number = chance.choice(numbers)
    other = str(chance.choice((0, 1, 2, 5, 6, 32, 2**31, 2**63, 10**40, -1, chance.randrange(100)))).encode()
    return data[: number.start()] + other + data[number.end() :]


def _lines(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    """Removes, repeats or moves a line, or takes one from another record."""
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case 3:
            lines.insert(one, chance.choice(chance.choice(records).split(b"\n")))
        case _:
            lines.insert(one, chance.choice((*_TAGS, b"; a remark", b"", b" \t ")))
    return b"\n".join(lines)


def _spaces(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    """Adds what means nothing: blank lines, spacing, remarks, other line ends, a byte order mark, a second record."""
    change: Callable[[], bytes] = chance.choice(
        (
            lambda: data.replace(b"\n", b"\r\n"),
            lambda: data.replace(b"\n", b"\n\n"),
            lambda: data.replace(b"\n", b"\n; so\n"),
            lambda: data.replace(b"\n", b" \t\n  "),
            lambda: b"\xef\xbb\xbf" + data,
            lambda: data + b"\n" + chance.choice(records),
        )
    )
    return change()


def _swell(chance: Random, data: bytes, records: Sequence[bytes]) -> bytes:
    """Repeats a piece very often. This happens seldom, since it takes the time of many other changes."""
    if chance.random() < 0.99:
        return data
    start = chance.randrange(len(data) + 1)
    piece = data[start : start + chance.randrange(1, 40)] or b"x"
    return data[:start] + piece * (chance.choice((1_000, 40_000, 300_000)) // len(piece)) + data[start:]


_CHANGES: Final = (
    _flip,
    _flip,
    _insert,
    _quote,
    _cut,
    _words,
    _words,
    _words,
    _number,
    _lines,
    _lines,
    _spaces,
    _swell,
)
