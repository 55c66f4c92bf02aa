"""Runs the sweeps of a solver of hands as dealt. Keeps the state in a folder, from which a later start resumes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from ecarte.odds import Role
from research.cards.dealt_native import DealtSolver

ROLES: Final = (Role.ELDER, Role.DEALER)


def sweep(solver: DealtSolver, work: Path, options: argparse.Namespace) -> None:
    """Lets a solver learn until it has made `options.sweeps` sweeps. Continues from what an earlier start kept in the
    folder.

    Args:
        solver: the solver.
        work: the folder.
        options: the command line: numbers of sweeps and draws, seed, processes, and after how many sweeps to write.
    """
    states = sorted(work.glob("*.learnt"))
    done = 0
    if states:
        done = int(states[-1].stem)
        solver.read(states[-1])
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
