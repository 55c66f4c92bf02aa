"""Finished games for the tests of the page: the golden records, and random games of every dialect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from ecarte.game import DIALECTS, Manners
from ecarte.notation import read_all, write
from research.random_games import random_game

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "ecarte" / "notation" / "records"
WHOLE = (ROOT / "docs" / "examples" / "game.txt").read_text("utf-8")
FULL = (RECORDS / "house" / "novice-1.txt").read_text("utf-8")
"""A game with exchanges, kings and six deals."""
_RANDOM = 3


def finished() -> Iterator[tuple[str, str]]:
    """Yields the name and the text of each record of one finished game at a guided table."""
    for path in sorted(RECORDS.rglob("*.txt")):
        yield from _finished(str(path.relative_to(RECORDS)), path.read_text("utf-8"))
    yield from _finished("docs/examples/game.txt", WHOLE)
    for dialect, preset in DIALECTS.items():
        for seed in range(_RANDOM):
            text = write(random_game(preset.rules, Random(seed)), {"North": "Alice", "South": "Bruno"})
            yield from _finished(f"{dialect.value} {seed}", text)


def _finished(name: str, text: str) -> Iterator[tuple[str, str]]:
    (record,) = read_all(text)
    if record.state.outcome is not None and record.state.rules.manners is not Manners.SALON:
        yield name, text
