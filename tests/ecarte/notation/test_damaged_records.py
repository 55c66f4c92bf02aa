"""Whatever is done to the bytes of a record, it is refused with the place, or it is a lawful game written in full."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from ecarte.fair import Verdict
from ecarte.game import CardsDealt, NotationError, replay
from ecarte.notation import Record, read, read_all, verify, write
from ecarte.notation.tags import one_blank_apart, parse_rules, parse_tag, quote, unquote
from tests.ecarte.notation.mutants import mutant, originals

ORIGINALS = originals()
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
# A pack, and all that is shown of it, of each fair deal in the originals.
PROMISED = {
    (checked.number, event.pack, checked.fair)
    for data in ORIGINALS
    for record in read_all(data.decode())
    for checked, event in zip(
        verify(record), [event for event in record.events if isinstance(event, CardsDealt)], strict=True
    )
    if checked.verdict is Verdict.FAIR
}


def said(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Returns tags and lines of records without what means nothing: spacing, remarks, forms of escapes."""
    tags: list[tuple[str, str]] = []
    body = []
    for line in (one_blank_apart(line.removeprefix("\ufeff")) for line in text.split("\n")):
        if line.startswith("["):
            name, value = parse_tag(line)
            tags.append((name, str(parse_rules(value)) if name == "Rules" else value))
        elif line and not line.startswith(";"):
            # Seeds and cut are compared with what was promised.
            words = _QUOTED.sub(lambda quoted: quote(unquote(quoted[1])), line)
            body.append("seeds" if line.startswith("seeds") else " ".join(words.split()))
    return sorted(tags), body


def expect_a_game(record: Record) -> str:
    """Fails unless the record is of a lawful game and reads back; returns the record as the library writes it."""
    assert replay(record.events) == record.state
    written = write(record.events, record.tags, fair=record.fair, house=record.house)
    assert read(written) == record
    dealt = [event for event in record.events if isinstance(event, CardsDealt)]
    for checked, event in zip(verify(record), dealt, strict=True):
        promised = (checked.number, event.pack, checked.fair) in PROMISED
        assert (checked.verdict is Verdict.FAIR) is promised
        assert (checked.verdict is Verdict.HOUSE_WORD) is (checked.fair is None)
    return written


def fate(data: bytes) -> str:
    """Returns how the reader takes the bytes; fails if it takes them wrongly."""
    try:
        text = data.decode("utf-8-sig")
        records = list(read_all(text))
    except UnicodeDecodeError:
        return "no text"
    except NotationError as error:
        fault = error
    else:
        written = "".join(map(expect_a_game, records))
        assert said(text) == said(written), "a line was passed over"
        return "taken"
    assert 1 <= fault.line <= text.count("\n") + 1
    assert str(fault).isprintable()
    assert len(str(fault)) < 300
    return "refused"


def try_mutants(seed: int, count: int) -> Counter[str]:
    """Counts the fates of `count` mutants."""
    chance, fates = Random(seed), Counter[str]()
    for number in range(count):
        data = mutant(chance, ORIGINALS)
        try:
            fates[fate(data)] += 1
        except Exception as error:
            error.add_note(f"mutant {number} of seed {seed}: {data[:4000]!r}")
            raise
    return fates


@pytest.mark.slow
def test_a_damaged_record_is_refused_with_its_line_or_is_a_lawful_game() -> None:
    fates = try_mutants(1886, 1_000)
    assert min(fates["taken"], fates["refused"], fates["no text"]) > 100


@pytest.mark.soak
def test_a_million_damaged_records_are_refused_with_their_line_or_are_lawful_games() -> None:
    fates = try_mutants(1887, 1_000_000)
    print(dict(fates))
    assert min(fates["taken"], fates["refused"], fates["no text"]) > 10_000
