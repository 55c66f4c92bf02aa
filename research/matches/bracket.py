"""`python -m research bracket`: what any player gains against the maître, from both sides.

Deals of the maître against itself are stopped when a card is to be led. One side, the replier, then leaves the maître's
play. Hands of the other side are drawn as the maître's exchanges make them, given all that the replier knows. Two
figures bracket the gain of the best replier:

- *At most*: the best reply against the drawn hands, minus the maître's play against them. The best reply to a sample is
  worth at least the best reply to all hands, on average. So this end is true in expectation, for every number of hands.
- *At least*: a reader chooses by the drawn hands, and plays against fresh ones.

With `--whole` the replier leaves the maître's play from its first proposal or answer on (`house_whole.c`). With
`--mixed-lead` the maître mixes its leads to the second trick after an exchange, and the replier's additional gain is
printed.

A gain is a share of a game, for each deal at the score. Results go to a file of lines, one line for each chunk of
deals. A later run reads the file and computes only the missing chunks.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final, NamedTuple

from research.figures import played
from research.matches.house_native import (
    KNOWN,
    Bracket,
    House,
    Level,
    Reads,
    Seated,
    compile_house,
    library_table,
    source_digest,
)
from research.parallel import spread

SIDES: Final = ("elder", "dealer")
MOST_HANDS: Final = 8192
MOST_DRAWS: Final = 64
_GAME: Final = 5
_MAITRE, _READER, _MIXING = range(3)
_READS: Final = 2
"""The deals that the reader plays for each whole deal."""
_AGAIN: Final = 2
"""The packs in which a second exchange is followed."""

Score = tuple[int, int]
"""The points that elder and dealer have made."""
ALL_SCORES: Final[Sequence[Score]] = tuple((elder, dealer) for elder in range(_GAME) for dealer in range(_GAME))


class Chunk(NamedTuple):
    """Some deals of one replier at one score.

    Attributes:
        score: the points made.
        side: the role of the replier. 0: the elder, 1: the dealer.
        number: the number of the chunk among those of its score and side, from 0.
    """

    score: Score
    side: int
    number: int


Results = dict[Chunk, tuple[Bracket, ...]]
"""The sums of each chunk. A chunk of `Cards` has two `Bracket`s (see `House.bracket`), a chunk of `Whole` has one."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The usual measurement: the replier leaves the maître's play from the first lead on.

    Attributes:
        hands: the number of the maître's hands that are drawn for each end.
        mixed_lead: how close to the best a lead must be to be mixed in (`Seated.mixed_lead`). 0: no lead is mixed.
    """

    hands: int
    mixed_lead: float = 0.0
    chunk: ClassVar[int] = 5
    """The number of deals in one chunk, which is one line of the file."""

    @property
    def settings(self) -> dict[str, Any]:
        """All numbers on which the results depend."""
        return {"of": "cards", "hands": self.hands, "mixed_lead": self.mixed_lead}

    def bracket(self, house: House, side: int, needs: Score, first: int, number: int, seed: int) -> tuple[Bracket, ...]:
        """Measures `number` deals at one score, from deal `first` of the seed on. Returns the sums over these deals."""
        house.seat(_MIXING, Seated(library_table(), mixed_lead=self.mixed_lead))
        how = {"hands": self.hands, "first": first, "number": number, "seed": seed}
        return house.bracket(_MAITRE, side, needs, **how, mixes=_MIXING if self.mixed_lead else None)

    def line(self, rows: Sequence[tuple[Bracket, ...]]) -> str:
        """Returns the figures of some chunks as one line of the report."""
        exchanged, dealt = ([row[part] for row in rows] for part in range(2))
        if self.mixed_lead:
            most, least, plan = _gains(dealt)
            mixed = f"more if leads are mixed: at most {most:+}, at least {least:+}, by its plan {plan:+}"
            return f"after an exchange {_ends(exchanged)}; {mixed}; {sum(row.deals for row in exchanged):,} deals"
        numbers = (sum(row.played for row in part) for part in (exchanged, dealt))
        return "; ".join(
            (
                f"after an exchange {_ends(exchanged)}",
                f"without one {_ends(dealt)}",
                "{:,} deals, {:,} and {:,} of them".format(sum(row.deals for row in exchanged), *numbers),
            )
        )

    def notes(self) -> Iterator[str]:
        """Yields the lines of the report that explain the figures."""
        yield f"{self.hands:,} hands a deal"
        yield "at most: true in expectation; at least: what a reader of these hands makes of fresh ones"


@dataclass(frozen=True, slots=True)
class Whole:
    """The measurement with `--whole`: the replier leaves the maître's play from its first proposal or answer on.

    Attributes:
        hands: the number of packs drawn for a decision before the first exchange.
        draws: the number of these packs that are followed through the first exchange.
        inner: the number of packs drawn for a decision after the first exchange. None: the replier then knows the pack.
    """

    hands: int
    draws: int
    inner: int | None
    chunk: ClassVar[int] = 1

    @property
    def levels(self) -> tuple[Level, ...]:
        """How many packs are drawn before the first exchange, and after each exchange."""
        first = Level(self.hands, self.hands, self.draws)
        return (first, KNOWN) if self.inner is None else (first, Level(self.inner, self.inner, _AGAIN), KNOWN)

    @property
    def settings(self) -> dict[str, Any]:
        """All numbers on which the results depend."""
        return {"of": "whole", "levels": [list(level) for level in self.levels], "reads": _READS}

    def bracket(self, house: House, side: int, needs: Score, first: int, number: int, seed: int) -> tuple[Bracket, ...]:
        """Measures `number` deals at one score, from deal `first` of the seed on. Returns the sums over these deals."""
        how = {"reads": _READS, "first": first, "number": number, "seed": seed}
        return (house.whole(_MAITRE, _READER, side, needs, self.levels, **how),)

    def line(self, rows: Sequence[tuple[Bracket, ...]]) -> str:
        """Returns the figures of some chunks as one line of the report."""
        (whole,) = zip(*rows, strict=True)
        return f"{_ends(whole)}; {sum(row.deals for row in whole):,} deals"

    def notes(self) -> Iterator[str]:
        """Yields the lines of the report that explain the figures."""
        inner = "known after an exchange" if self.inner is None else f"{self.inner:,} after an exchange"
        yield f"{self.hands:,} packs at the first word, {self.draws} of them followed; {inner}"
        yield "at most: true in expectation; at least: what a reader makes, who plays choices out"


class End(NamedTuple):
    """The mean gain of a deal, and its standard error."""

    gain: float
    error: float

    def __format__(self, sign: str) -> str:
        return f"{self.gain:{sign}.5f} ± {self.error:.5f}"

    @classmethod
    def of(cls, parts: Iterable[tuple[float, float]], deals: int) -> End:
        """Returns the mean gain of a deal, from chunks of deals.

        Args:
            parts: for each chunk, the sum of the gains, and the sum of their squares.
            deals: the number of deals in all chunks together.
        """
        rows = list(parts)
        mean = sum(row[0] for row in rows) / deals
        # A sum of differences that cancel out may be a little below 0: it is shown as 0.
        return cls(round(mean, 9) + 0.0, sqrt(max(0.0, sum(row[1] for row in rows) / deals - mean**2) / deals))


def parse_score(text: str) -> Score:
    """Returns the score of a text like "4-3", the elder's points first. Raises `ValueError(text)` if it is no score."""
    score = {f"{elder}-{dealer}": (elder, dealer) for elder, dealer in ALL_SCORES}.get(text)
    if score is None:
        raise ValueError(text)
    return score


def _ends(rows: Sequence[Bracket]) -> str:
    """Returns both ends in words."""
    most, least, _ = _gains(rows)
    return f"at most {most}, at least {least:+}"


def _gains(rows: Sequence[Bracket]) -> tuple[End, End, End]:
    """Returns what the side gains at most, at least, and by its plan."""
    deals = sum(row.deals for row in rows)
    return (
        End.of(((row.most, row.most_squares) for row in rows), deals),
        End.of(((row.least, row.least_squares) for row in rows), deals),
        End.of(((row.plan, row.plan_squares) for row in rows), deals),
    )


def load(file: Path, heading: dict[str, Any]) -> Results:
    """Returns the results in the file. Creates the file with this heading if it is missing.

    A last line that was not written whole is cut off.

    Raises:
        OSError: the file cannot be read or written.
        ValueError: the file has results of other settings, tables or sources, or it is no file of results.
    """
    content = file.read_bytes() if file.exists() else b""
    whole = content[: content.rfind(b"\n") + 1]
    settings = json.dumps(heading)
    if settings.encode().startswith(content):  # a new file, or one whose heading was not written whole
        file.write_text(settings + "\n")
        return {}
    try:
        first, *rows = map(json.loads, whole.splitlines() or [content])
        results = {Chunk((row[0], row[1]), row[2], row[3]): tuple(Bracket(*sums) for sums in row[4:]) for row in rows}
        if not isinstance(first, dict) or "seed" not in first:
            raise TypeError
    except (ValueError, TypeError, LookupError) as problem:
        raise ValueError(f"{file} is no file of results; name another one with --file") from problem
    if first != heading:
        other = ", ".join(name for name in sorted({*first, *heading}) if first.get(name) != heading.get(name))
        raise ValueError(f"{file} has results of other settings ({other}); name another one with --file")
    if whole != content:
        file.write_bytes(whole)
    return results


def missing(results: Results, scores: Sequence[Score], deals: int, chunk: int) -> list[Chunk]:
    """Returns the chunks that have no results yet: first chunk 0 of every score and side, then chunk 1 of every score
    and side, and so on.
    """
    numbers = range(-(-deals // chunk))
    chunks = (Chunk(score, side, number) for number in numbers for score in scores for side in (0, 1))
    return [chunk for chunk in chunks if chunk not in results]


def extend(
    file: Path,
    results: Results,
    library: Path,
    chunks: Sequence[Chunk],
    *,
    kind: Cards | Whole,
    seed: int,
    cores: int,
    minutes: float | None,
) -> None:
    """Computes chunks, and adds each to the results and to the file.

    Args:
        minutes: the time after which no further chunk is added to the file. None: all are computed.
    """
    if not chunks:
        return
    ends = None if minutes is None else time.monotonic() + 60 * minutes
    work = partial(_chunk, library, tuple(chunks), kind, seed)
    with file.open("a") as out, spread(work, len(chunks), min(cores, len(chunks))) as parts:
        for chunk, sums in parts:
            results[chunk] = sums
            out.write(json.dumps([*chunk.score, chunk.side, chunk.number, *sums]) + "\n")
            out.flush()
            if ends is not None and time.monotonic() > ends:
                return


def _chunk(
    library: Path, chunks: Sequence[Chunk], kind: Cards | Whole, seed: int, at: int
) -> tuple[Chunk, tuple[Bracket, ...]]:
    chunk = chunks[at]
    needs = _GAME - chunk.score[0], _GAME - chunk.score[1]
    return chunk, kind.bracket(_seated(library), chunk.side, needs, chunk.number * kind.chunk, kind.chunk, seed)


@lru_cache(maxsize=1)
def _seated(library: Path) -> House:
    house, table = House(library), library_table()
    house.seat(_MAITRE, Seated(table))
    house.seat(_READER, Seated(table, reads=Reads.PROPOSALS | Reads.ANSWERS | Reads.DISCARDS | Reads.CARDS))
    return house


def bracket_lines(
    *,
    kind: Cards | Whole,
    scores: Sequence[Score],
    deals: int,
    seed: int,
    cores: int,
    minutes: float | None,
    file: Path,
    compiler: str,
) -> Iterator[str]:
    """Computes the missing results. Yields the lines that `python -m research bracket` prints.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails, or the file cannot be written.
        ValueError: the file has results of other settings, tables or sources, or it is no file of results.
    """
    made_with = {"seed": seed, "tables": played.table_digests(), "sources": source_digest()}
    results = load(file, {**kind.settings, **made_with})
    chunks = missing(results, scores, deals, kind.chunk)
    if chunks:
        with TemporaryDirectory() as folder:
            compile_house(Path(folder), compiler.split())
            library = Path(folder) / "house.so"
            extend(file, results, library, chunks, kind=kind, seed=seed, cores=cores, minutes=minutes)
    numbers = range(-(-deals // kind.chunk))
    for score in scores:
        for side, name in enumerate(SIDES):
            # Summed in a fixed order, so the figures do not depend on the order of the lines in the file.
            done = [chunk for number in numbers if (chunk := Chunk(score, side, number)) in results]
            if done:
                yield f"{score[0]}-{score[1]} {name}: {kind.line([results[chunk] for chunk in done])}"
    yield from kind.notes()
    yield f"seed {seed}, ± one standard error; shares of a game for each deal"
    if left := len(missing(results, scores, deals, kind.chunk)):
        yield f"{left:,} chunks of {kind.chunk} deals are missing: the same command computes them"
    sys.stdout.flush()
