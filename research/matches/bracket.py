"""`python -m research bracket`: what any player gains against the maître's cards after an exchange, from both sides.

Deals of the maître against itself are stopped when a card is to be led after an exchange. One side, the replier, then
leaves the maître's play. Hands of the other side are drawn as the maître's exchanges make them, given all that the
replier knows. Two figures bracket the gain of the best replier:

- *At most*: the best reply against the drawn hands, minus the maître's play against them. The best reply to a sample is
  worth at least the best reply to all hands, on average. So this end is true in expectation, for every number of hands.
- *At least*: a reader chooses by the drawn hands, and plays against fresh ones.

A gain is a share of a game, for each deal at the score; deals without an exchange count as 0. Results go to a file of
lines, one line for each chunk of deals. A later run reads the file and computes only the missing chunks.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from research.figures import played
from research.matches.house_native import Bracket, House, Seated, compile_house, library_table
from research.parallel import spread

SIDES: Final = ("elder", "dealer")
MOST_HANDS: Final = 8192
_GAME: Final = 5
_CHUNK: Final = 5
_MAITRE: Final = 0

Score = tuple[int, int]
"""The points that elder and dealer have made."""
ALL_SCORES: Final[Sequence[Score]] = tuple((elder, dealer) for elder in range(_GAME) for dealer in range(_GAME))


class Chunk(NamedTuple):
    """Some deals of one replier at one score.

    Attributes:
        score: the points made.
        side: the replier, 0: the elder, 1: the dealer.
        number: the number of the chunk. It has the deals from `number * 5` on.
    """

    score: Score
    side: int
    number: int


Results = dict[Chunk, Bracket]


class End(NamedTuple):
    """The mean gain of a deal, and its standard error."""

    gain: float
    error: float

    @classmethod
    def of(cls, parts: Iterable[tuple[float, float]], deals: int) -> End:
        """Returns the mean over these sums and sums of squares."""
        rows = list(parts)
        mean = sum(row[0] for row in rows) / deals
        # A sum of differences that cancel out may be a little below 0: it is shown as 0.
        return cls(round(mean, 9) + 0.0, sqrt(max(0.0, sum(row[1] for row in rows) / deals - mean**2) / deals))


def parse_score(text: str) -> Score:
    """Returns the score of a text like "4-3", the elder's points first. Raises `ValueError` if it is no score."""
    elder, _, dealer = text.partition("-")
    score = int(elder), int(dealer)
    if score not in ALL_SCORES:
        raise ValueError(text)
    return score


def load(file: Path, heading: dict[str, Any]) -> Results:
    """Returns the results of the file. Creates the file with this heading if it is missing.

    A last line that was not written whole is cut off.

    Raises:
        ValueError: the file has results of other settings, or of other tables, or of another kind.
    """
    text = file.read_text() if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    settings = json.dumps(heading)
    if settings.startswith(text):  # a new file, or one whose heading was not written whole
        file.write_text(settings + "\n")
        return {}
    first, *lines = whole.splitlines() or [text]
    if json.loads(first) != heading:
        raise ValueError(f"{file} has results of {first}, not of {settings}")
    if whole != text:
        file.write_text(whole)
    rows = map(json.loads, lines)
    return {Chunk((row[0], row[1]), row[2], row[3]): Bracket(*row[4:]) for row in rows}


def missing(results: Results, scores: Sequence[Score], deals: int) -> list[Chunk]:
    """Returns the chunks to compute: the first of all scores and sides, then the second, and so on."""
    numbers = range(-(-deals // _CHUNK))
    chunks = (Chunk(score, side, number) for number in numbers for score in scores for side in (0, 1))
    return [chunk for chunk in chunks if chunk not in results]


def extend(
    file: Path,
    results: Results,
    library: Path,
    chunks: Sequence[Chunk],
    *,
    hands: int,
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
    work = partial(_chunk, library, tuple(chunks), hands, seed)
    with file.open("a") as out, spread(work, len(chunks), min(cores, len(chunks))) as parts:
        for chunk, bracket in parts:
            results[chunk] = bracket
            out.write(json.dumps([*chunk.score, chunk.side, chunk.number, *bracket]) + "\n")
            out.flush()
            if ends is not None and time.monotonic() > ends:
                return


def _chunk(library: Path, chunks: Sequence[Chunk], hands: int, seed: int, at: int) -> tuple[Chunk, Bracket]:
    chunk = chunks[at]
    needs = _GAME - chunk.score[0], _GAME - chunk.score[1]
    first = chunk.number * _CHUNK
    house = _maitre(library)
    return chunk, house.bracket(_MAITRE, chunk.side, needs, hands=hands, first=first, number=_CHUNK, seed=seed)


@lru_cache(maxsize=1)
def _maitre(library: Path) -> House:
    house = House(library)
    house.seat(_MAITRE, Seated(library_table()))
    return house


def bracket_lines(
    *,
    scores: Sequence[Score],
    deals: int,
    hands: int,
    seed: int,
    cores: int,
    minutes: float | None,
    file: Path,
    compiler: str,
) -> Iterator[str]:
    """Yields the output of `bracket`.

    Raises:
        OSError, subprocess.CalledProcessError: there is no compiler, or the file cannot be written.
        ValueError: the file has other results.
    """
    results = load(file, {"hands": hands, "seed": seed, "tables": played.table_digests()})
    chunks = missing(results, scores, deals)
    if chunks:
        with TemporaryDirectory() as folder:
            compile_house(Path(folder), compiler.split())
            library = Path(folder) / "house.so"
            extend(file, results, library, chunks, hands=hands, seed=seed, cores=cores, minutes=minutes)
    for score in scores:
        for side, name in enumerate(SIDES):
            yield from _line(results, score, side, name, deals)
    left = len(missing(results, scores, deals))
    yield f"{hands:,} hands a deal, seed {seed}, ± one standard error; shares of a game for each deal"
    yield "at most: true in expectation; at least: what a reader of these hands makes of fresh ones"
    if left:
        yield f"{left:,} chunks of {_CHUNK} deals are missing: the same command computes them"
    sys.stdout.flush()


def _line(results: Results, score: Score, side: int, name: str, deals: int) -> Iterator[str]:
    numbers = (Chunk(score, side, number) for number in range(-(-deals // _CHUNK)))
    # Summed in a fixed order, so the figures do not depend on the order of the lines in the file.
    rows = [results[chunk] for chunk in numbers if chunk in results]
    total = sum(row.deals for row in rows)
    if not total:
        return
    most = End.of(((row.most, row.most_squares) for row in rows), total)
    least = End.of(((row.least, row.least_squares) for row in rows), total)
    exchanged = sum(row.played for row in rows)
    yield (
        f"{score[0]}-{score[1]} {name}: at most {most.gain:.5f} ± {most.error:.5f}, "
        f"at least {least.gain:+.5f} ± {least.error:.5f}; {total:,} deals, {exchanged:,} exchanged"
    )
