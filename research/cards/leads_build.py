"""`python -m research.cards.leads_build`: measures how wrong search with open hands is about leads, for the house's
table.

Needs a C compiler and some five minutes of one core. `ecarte.ai.cards.leads` has the definitions. Deals of the maître
against itself are stopped before a lead. Then each card is played out against hands that the opponent may hold, given
the exchanges. In these deals the maître leads without the table, so the table follows from the other tables and the
source alone.

Every lead that the search puts close to its best one has an error: how much more it won than the best lead, minus how
much more the search predicted. The corrections of all kinds of leads are fitted to these errors by least squares. A
correction that few leads support is drawn towards 0. Close choices, and deals in which the point matters more, have
more weight.

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
"""A lead is left out if the search values it lower than its best one by this much or more, as a chance to make the
point.
"""
_CLOSE: Final = 0.08
_DRAWN: Final = 6.0
"""Each correction is drawn towards 0 as if this many more leads had shown no error."""
_MOST: Final = 127


class Lead(NamedTuple):
    """One card that the leader may lead in a deal, and what it is worth.

    Attributes:
        cell: the number of the kind of lead, as in `leads.bin`.
        searched: the chance to win the game after it, by search with open hands.
        made: the chance to win the game after it, played out.
    """

    cell: int
    searched: float
    made: float


class LeadCase(NamedTuple):
    """All cards that the leader may lead at one moment of a deal.

    Attributes:
        point: how much making the point raises the chance to win the game.
        leads: the cards.
    """

    point: float
    leads: tuple[Lead, ...]


class Error(NamedTuple):
    """By how much the search is wrong about a lead, compared with the lead that it calls best.

    Attributes:
        cell, best: the kinds of the lead and of the best lead.
        error: how much more the lead won than the search predicted, relative to the best lead, as a chance to make the
            point.
        weight: how much the error counts.
    """

    cell: int
    best: int
    error: float
    weight: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `python -m research.cards.leads_build`: plays leads out, and writes `leads.bin`. Returns the exit status."""
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
    """Plays out the leads of one chunk of deals. Returns the number of the chunk, and the leads. In these deals the
    maître does not correct its leads by the table.

    Args:
        library: the compiled players.
        seed: the seed of the deals.
        chunk: the number of the chunk, from 0.
    """
    house = House(library, mended=False)
    house.seat(0, Seated(library_table(), reads=Reads.CARDS_TELL_NOTHING, samples=_SAMPLES))
    content = (ctypes.c_double * (_CASE * _CHUNK))()
    number = house.lead_cases(0, _CHUNK * chunk, _CHUNK, seed, content)
    return chunk, [_case(content[_CASE * row : _CASE * row + _CASE]) for row in range(number)]


def _case(row: Sequence[float]) -> LeadCase:
    leads = (Lead(int(row[at]), row[at + 1], row[at + 2]) for at in range(2, 2 + 3 * int(row[0]), 3))
    return LeadCase(row[1], tuple(leads))


def table_of_leads(rows: Iterable[LeadCase]) -> array[int]:
    """Returns the corrections for all kinds of leads, in 500ths, from leads that were played out."""
    groups: defaultdict[int, list[Error]] = defaultdict(list)
    for error in errors_of(rows):
        groups[error.cell // KINDS].append(error)
    cells = array("b", bytes(CELLS))
    for group, errors in groups.items():
        for kind, mend in enumerate(_nearest(errors)):
            cells[KINDS * group + kind] = max(-_MOST, min(_MOST, round(UNIT * mend)))
    return cells


def errors_of(rows: Iterable[LeadCase]) -> Iterator[Error]:
    """Yields the errors of the search about leads that it puts close to its best one."""
    for row in rows:
        best = max(row.leads, key=lambda lead: lead.searched)
        for lead in row.leads:
            behind = (best.searched - lead.searched) / row.point if row.point > 0 else _NEAR
            if lead is not best and behind < _NEAR:
                error = (lead.made - best.made) / row.point + behind
                yield Error(lead.cell, best.cell, error, row.point * exp(-behind / _CLOSE))


def _nearest(errors: Sequence[Error]) -> list[float]:
    """Returns the correction for each kind of lead. The differences between corrections are as close to the errors as
    possible (least squares).
    """
    whole = len(errors) / sum(error.weight for error in errors)
    rows = [[_DRAWN * (row == column) for column in range(KINDS)] + [0.0] for row in range(KINDS)]
    for error in errors:
        one, two, weight = error.cell % KINDS, error.best % KINDS, error.weight * whole
        for first, second, sign in ((one, two, 1), (two, one, -1)):
            rows[first][first] += weight
            rows[first][second] -= weight
            rows[first][KINDS] += sign * weight * error.error
    for at in range(KINDS):  # the system is diagonally dominant, so no exchange of rows is needed
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for row in range(KINDS):
            if row != at and (factor := rows[row][at]):
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[at], strict=True)]
    return [row[KINDS] for row in rows]


if __name__ == "__main__":
    sys.exit(main())
