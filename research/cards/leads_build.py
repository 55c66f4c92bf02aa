"""`python -m research.cards.leads_build`: measures how far search with open hands errs in leads, for the house.

A C compiler and some five minutes of one core. `ecarte.ai.cards.leads` has the definitions. Deals of the maître against
itself are stopped before a lead, and each card is played out against hands that the other may hold by its exchanges.
There the maître leads without the table, so it follows from the other tables and the source alone.

Of each lead that search puts near its best the error is taken: how much more it made than the best one, less how much
more search says. The mends of like leads are those that come nearest to these errors, by least squares; they are drawn
to 0 where few leads speak for them. Close choices and deals in which the point matters weigh more.

The same source and numbers give the same bytes, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from math import exp
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from ecarte.ai.cards.leads import CELLS, KINDS, UNIT, pack_table
from research.matches.house_native import House, Reads, Seated, house_library, library_table
from research.parallel import spread, usable_cores

_TABLE: Final = Path(str(files("ecarte.ai") / "leads.bin"))
_CHUNK: Final = 250
_CASE: Final = 17
_SAMPLES: Final = 60
_NEAR: Final = 0.2
"""Leads that search puts further below its best, in the worth of the point, are left out."""
_CLOSE: Final = 0.08
_DRAWN: Final = 6.0
"""The number of leads that speak for a mend of 0."""
_MOST: Final = 127


class Lead(NamedTuple):
    """A card that may be led: its kind, its value by search with open hands, and what it made."""

    cell: int
    searched: float
    made: float


class LeadCase(NamedTuple):
    """A lead of a deal. `point`: the worth of making the point."""

    point: float
    leads: tuple[Lead, ...]


class Error(NamedTuple):
    """How much more the first lead made than the second, beyond what search says; in the worth of the point."""

    cell: int
    best: int
    error: float
    weight: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and writes the table; returns the exit status."""
    options = _parser().parse_args(arguments)
    with TemporaryDirectory() as folder:
        library = house_library(Path(folder), options.compiler.split())
        with spread(partial(cases, library, options.seed), options.deals // _CHUNK, options.cores) as parts:
            rows = [row for _, part in sorted(parts) for row in part]
    cells = table_of_leads(rows)
    options.out.write_bytes(pack_table(cells))
    print(f"{len(rows):,} leads, {sum(1 for mend in cells if mend)} kinds mended")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m research.cards.leads_build", description="Leads.")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.add_argument("--cores", type=int, default=usable_cores(), metavar="N", help="processes to share the work")
    parser.add_argument("--out", type=Path, default=_TABLE, help="where to put the table (its place in the package)")
    parser.add_argument("--deals", type=int, default=80_000, metavar="N", help="to be stopped at a lead")
    parser.add_argument("--seed", type=int, default=1, help="of the deals")
    return parser


def cases(library: Path, seed: int, chunk: int) -> tuple[int, list[LeadCase]]:
    """The leads of some deals of the maître without the table, with the number of the chunk."""
    house = House(library, mended=False)
    house.seat(0, Seated(library_table(), reads=Reads.CARDS_TELL_NOTHING, samples=_SAMPLES))
    content = (ctypes.c_double * (_CASE * _CHUNK))()
    number = house.lead_cases(0, _CHUNK * chunk, _CHUNK, seed, content)
    return chunk, [_case(content[_CASE * row : _CASE * row + _CASE]) for row in range(number)]


def _case(told: Sequence[float]) -> LeadCase:
    leads = (Lead(int(told[at]), told[at + 1], told[at + 2]) for at in range(2, 2 + 3 * int(told[0]), 3))
    return LeadCase(told[1], tuple(leads))


def table_of_leads(rows: Iterable[LeadCase]) -> array[int]:
    """The table that follows from leads played out."""
    alike: defaultdict[int, list[Error]] = defaultdict(list)
    for error in errors_of(rows):
        alike[error.cell // KINDS].append(error)
    cells = array("b", bytes(CELLS))
    for some, errors in alike.items():
        for kind, mend in enumerate(_nearest(errors)):
            cells[KINDS * some + kind] = max(-_MOST, min(_MOST, round(UNIT * mend)))
    return cells


def errors_of(rows: Iterable[LeadCase]) -> Iterator[Error]:
    """How far search errs in the leads near its best."""
    for row in rows:
        best = max(row.leads, key=lambda lead: lead.searched)
        for lead in row.leads:
            behind = (best.searched - lead.searched) / row.point if row.point > 0 else _NEAR
            if lead is not best and behind < _NEAR:
                error = (lead.made - best.made) / row.point + behind
                yield Error(lead.cell, best.cell, error, row.point * exp(-behind / _CLOSE))


def _nearest(errors: Sequence[Error]) -> list[float]:
    """The mends of each kind whose differences come nearest to the errors."""
    whole = len(errors) / sum(error.weight for error in errors)
    rows = [[_DRAWN * (row == column) for column in range(KINDS)] + [0.0] for row in range(KINDS)]
    for error in errors:
        one, two, weight = error.cell % KINDS, error.best % KINDS, error.weight * whole
        for first, second, sign in ((one, two, 1), (two, one, -1)):
            rows[first][first] += weight
            rows[first][second] -= weight
            rows[first][KINDS] += sign * weight * error.error
    for at in range(KINDS):  # the system has more on its diagonal than beside it: no exchange of rows is needed
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for row in range(KINDS):
            if row != at and (factor := rows[row][at]):
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[at], strict=True)]
    return [row[KINDS] for row in rows]


if __name__ == "__main__":
    sys.exit(main())
