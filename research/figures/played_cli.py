"""The command `python -m research play`: plays the deals behind the claims and the scores, and stores the results.

Needs a C compiler. Each case and each score has its own random numbers, from the seed and its name, so the result does
not depend on the number of processes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from ecarte.cli._run import Refusal

_EVERY: Final = 10
_MOST: Final = 5


def add_command(commands: Any, positive: Callable[[str], int]) -> None:
    """Adds `play` to the commands of `python -m research`.

    Args:
        commands: the parsers of the commands.
        positive: reads a number of 1 or more.
    """
    parser = commands.add_parser("play", help="play out the deals behind claims or scores, and store the figures")
    parser.add_argument("part", choices=("claims", "scores"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="claims to play anew, as R2m; all without it")
    parser.add_argument("--deals", type=positive, default=40_000, metavar="N", help="of each case or score")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same figures")
    parser.add_argument("--cores", type=positive, metavar="N", help="processes to work with; all cores without it")
    parser.add_argument("--compiler", default="cc", help="a C compiler")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where they are stored; the library's file without it")
    parser.set_defaults(lines=_play)


def _play(options: argparse.Namespace) -> Iterator[str]:
    # Imported here, because other commands need neither processes nor a compiler.
    from research.matches import house_native
    from research.parallel import spread, usable_cores

    names = _claims(options.names) if options.part == "claims" else _scores()
    entries: dict[str, Any] = {}
    with TemporaryDirectory() as folder:
        try:
            house_native.compile_house(Path(folder), options.compiler.split())
        except (OSError, subprocess.CalledProcessError) as problem:
            raise Refusal(f"play: {problem}") from problem
        work = partial(_entry, options.part, tuple(names), options.deals, options.seed, Path(folder) / "house.so")
        with spread(work, len(names), min(options.cores or usable_cores(), len(names))) as results:
            for name, entry in results:
                entries[name] = entry
                if len(entries) % _EVERY == 0:
                    print(f"{len(entries)} of {len(names)}", file=sys.stderr, flush=True)
    _store(options.part, entries, options.out)
    yield f"{len(entries)} {options.part} of {options.deals:,} deals each stored"


def _claims(names: list[str]) -> list[str]:
    from research.figures.book_claims import CLAIMS, case_name

    unknown = set(names) - {claim.name for claim in CLAIMS}
    if unknown:
        raise Refusal(f"play: no claim of hands is named {', '.join(sorted(unknown))}")
    claims = [claim for claim in CLAIMS if not names or claim.name in names]
    return sorted({case_name(case, claim.advice.role) for claim in claims for case in claim.cases})


def _scores() -> list[str]:
    return [f"e{elder}d{dealer}" for elder in range(1, _MOST + 1) for dealer in range(1, _MOST + 1)]


def _entry(part: str, names: tuple[str, ...], deals: int, seed: int, library: Path, number: int) -> tuple[str, Any]:
    """Returns the name and the entry of one case or score."""
    from research.figures.played import cases, entry_of
    from research.figures.real_play import case_pairs, deal_outcomes, seat_maitres

    name, house = names[number], seat_maitres(library)
    chance = f"{seed} {name}"
    if part == "claims":
        case, role = cases()[name]
        return name, entry_of(case_pairs(house, case, role, deals, chance), case)
    points: Counter[str] = Counter()
    for outcome, count in deal_outcomes(house, (int(name[1]), int(name[3])), deals, chance).items():
        points[f"{outcome.elder},{outcome.dealer}"] += count
    return name, dict(points)


def _store(part: str, entries: dict[str, Any], out: Path | None) -> None:
    from research.figures.played import FILE, cases, load, save

    file = out or FILE
    if part == "claims":
        entries = {name: entry for name, entry in load(file)[part].items() if name in cases()} | entries
    save(part, entries, file)
