"""The command line of the measurements: progress on stderr, figures on stdout."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.bench import report
from tests.bench.clicks import own_time
from tests.bench.habits import AS_PEOPLE_DO, AT_RANDOM
from tests.bench.moves import moves_per_second, stages
from tests.bench.report import Figures
from tests.bench.requests import requests_per_deal

_TOGETHER = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints; returns 0 if all could be measured."""
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ecarte-bench-", dir=options.folder) as folder:
        figures = asyncio.run(_measure(options, Path(folder)))
    print(json.dumps(asdict(figures), indent=1) if options.json else report.text(figures))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="The figures of the bot.")
    parser.add_argument("--tables", type=_numbers, default=[1, 100, 1000], help="how many are open (1,100,1000)")
    parser.add_argument("--clicks", type=_positive, default=300, help="timed with each number of tables (300)")
    parser.add_argument("--people", type=_positive, default=2000, help="in the server (2000)")
    parser.add_argument("--games", type=_positive, default=200, help="in which requests are counted (200)")
    parser.add_argument("--paces", type=_numbers, default=[1, 3, 5, 10], help="seconds between clicks (1,3,5,10)")
    parser.add_argument("--moves", type=_positive, default=2000, help="through the database (2000)")
    parser.add_argument("--folder", type=Path, help="for the databases; the kind of disk matters (a temporary folder)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser


async def _measure(options: argparse.Namespace, folder: Path) -> Figures:
    begun = time.monotonic()

    def progress(text: str) -> None:
        print(f"{time.monotonic() - begun:6.0f} s  {text}", file=sys.stderr, flush=True)

    def place(name: str) -> Path:
        work = folder / name
        work.mkdir()
        return work

    own = []
    for tables in options.tables:
        progress(f"clicks with {tables:,} tables open")
        at = place(f"clicks-{tables}")
        own.append(await own_time(at, tables, options.clicks, people=options.people, progress=progress))
    progress("the stages of a click")
    staged = (await stages(place("stages"), options.clicks)).spreads()
    counted = []
    for number, (habits, pace_s) in enumerate(((AT_RANDOM, 3), *((AS_PEOPLE_DO, pace_s) for pace_s in options.paces))):
        progress(f"requests of {options.games} games, {habits.name}, a click every {pace_s} s")
        at = place(f"games-{number}")
        counted.append(await requests_per_deal(at, habits, options.games, pace_s=pace_s, progress=progress))
    progress("moves through the database")
    moves = await moves_per_second(place("moves"), options.moves, min(_TOGETHER, options.moves))
    return Figures(own, staged, counted, moves)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above zero")
    return number


def _numbers(text: str) -> list[int]:
    return [_positive(part) for part in text.split(",")]


if __name__ == "__main__":
    sys.exit(main())
