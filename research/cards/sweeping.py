"""The sweeps of a solver of hands as dealt, kept in a folder now and then, from where a later start goes on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from ecarte.odds import Role
from research.cards.dealt_native import DealtSolver

ROLES: Final = (Role.ELDER, Role.DEALER)


def sweep(solver: DealtSolver, work: Path, options: argparse.Namespace) -> None:
    """Sweeps `options.sweeps` times, from what the folder has."""
    kept = sorted(work.glob("*.learnt"))
    done = 0
    if kept:
        done = int(kept[-1].stem)
        solver.read(kept[-1])
    for number in range(done + 1, options.sweeps + 1):
        for role in ROLES:
            solver.sweep(role, number, options.draws, options.seed, options.cores)
        if number % options.keep == 0 or number == options.sweeps:
            partly = work / "partly"
            solver.write(partly)
            partly.replace(work / f"{number:06}.learnt")
            for older in work.glob("*.learnt"):
                if int(older.stem) < number:
                    older.unlink()
            sys.stderr.write(f"{number} of {options.sweeps} sweeps\n")
            sys.stderr.flush()
