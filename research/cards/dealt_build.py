"""`python -m research.cards.dealt_build`: solves the play of hands as dealt, for the house's table.

This is a long computation that needs a C compiler and five gigabytes of memory. `ecarte.ai.cards.dealt` has the
definitions. The steps:

1. Sweeps: every hand of both roles meets hands drawn for the other role and learns from it (`research/c/dealt.c`). The
   work folder keeps the strategies from time to time, and a later start resumes from there.
2. `--certify`: computes the best reply of every hand to the average strategies of the other role. The results are exact
   except for rounding, which is upwards. They are the upper bounds of `hidden.bin`. No player can win more against
   these strategies than their mean over all hands. The strategies are also written to the work folder, for
   `research.cards.verify_dealt`. `--strategies` writes them without the replies, and prints their SHA-256.
3. The table: collects the decisions in which search with open hands loses most against the strategies, until the
   remaining loss is small.
4. `--values`: computes how often every hand makes the point, over all hands of the other role, if both sides play by
   the table and otherwise by the search. The results are compared with the lower bounds of `hidden.bin`, which every
   hand can reach. Hands that fall short play by the strategy of their lower bound from then on, and all are compared
   again.

The same source and numbers give the same bytes, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import os
import struct
import sys
from collections import deque
from collections.abc import Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from hashlib import file_digest
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

from ecarte.ai.cards.dealt import ALIKE, LOSS_UNIT, pack_table
from ecarte.ai.cards.hidden import COUNT, UNIT, all_ends
from ecarte.odds import Role
from research.cards.dealt_native import DECISION_BYTES, DealtSolver
from research.cards.hidden_build import Reference, upper_end
from research.cards.hidden_build import pack_bounds as packed_bounds
from research.cards.hidden_native import OPPOSING, compile_solver, orders, relative_hands, source_hash
from research.cards.sweeping import ROLES, sweep

_TABLE: Final = Path(str(files("ecarte.ai") / "dealt.bin"))
_BOUNDS: Final = Path(str(files("ecarte.ai") / "hidden.bin"))
_ALL_HANDS: Final = 169_911
_SHORT: Final = 0.002
"""A hand falls short if it makes the point less often than its lower bound by more than this."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `python -m research.cards.dealt_build`: solves the play of hands as dealt, certifies the strategies, and
    builds the table. Returns the exit status.
    """
    options = _parser().parse_args(arguments)
    with TemporaryDirectory() as folder:
        library = compile_solver(Path(folder), options.compiler, "dealt.c")
        work = options.work / source_hash("dealt", options.draws, options.seed)[:16]  # another source starts anew
        work.mkdir(parents=True, exist_ok=True)
        solver = DealtSolver(library, options.cores)
        sweep(solver, work, options)
        if options.strategies:
            _strategies(solver, work, options)
        if options.certify:
            _certify(solver, library, work, options)
        safely: set[tuple[Role, int]] = set()
        _table(solver, options, safely)
        while options.values and (short := _short_hands(solver, options.cores) - safely):
            safely |= short
            solver.read(work / f"{options.sweeps:06}.learnt")
            _table(solver, options, safely)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m research.cards.dealt_build", description="Hands as dealt.")
    parser.add_argument("--work", type=Path, default=Path("build/dealt"), help="where to keep what is done")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), metavar="N", help="processes to share the work")
    parser.add_argument("--out", type=Path, default=_TABLE, help="where to put the table (its place in the package)")
    parser.add_argument("--bounds", type=Path, default=_BOUNDS, help="where to put the bounds that `--certify` finds")
    parser.add_argument("--sweeps", type=int, default=300, metavar="N", help="how often every hand learns")
    parser.add_argument("--draws", type=int, default=192, metavar="N", help="hands drawn for a thousand others to meet")
    parser.add_argument("--seed", type=int, default=1, help="of the hands drawn")
    parser.add_argument("--keep", type=int, default=20, metavar="N", help="sweeps after which what was learnt is kept")
    parser.add_argument(
        "--least", type=float, default=0.02, help="rarer plays are left out of the certified strategies"
    )
    parser.add_argument("--rare", type=float, default=0.1, help="rarer plays are left out of the table")
    parser.add_argument("--enough", type=float, default=0.0004, help="what a hand may lose where the table is silent")
    parser.add_argument("--strategies", action="store_true", help="write the certified strategies, and their hashes")
    parser.add_argument("--certify", action="store_true", help="find the best replies to the strategies")
    parser.add_argument("--values", action="store_true", help="play all hands by the table, and compare")
    return parser


def _strategies(solver: DealtSolver, work: Path, options: argparse.Namespace) -> None:
    """Writes the certified strategies, and prints the hash of each file."""
    for role in ROLES:
        path = work / f"{_name(role, options)}.decisions"
        with path.open("wb") as file:
            deque(_write_strategies(solver, role, options.least, file), maxlen=0)
        with path.open("rb") as file:
            print(f"{path.name}, the {role.value}'s strategies, SHA-256 {file_digest(file, 'sha256').hexdigest()}")


def _name(role: Role, options: argparse.Namespace) -> str:
    return f"{role.value}.{options.sweeps}.{options.least}"


def _certify(solver: DealtSolver, library: Path, work: Path, options: argparse.Namespace) -> None:
    times = [orders(hand) for hand in relative_hands()]
    ends, uppers = {}, []
    with ProcessPoolExecutor(options.cores, get_context("spawn")) as pool:
        for role in ROLES:
            name = _name(role, options)
            reference = Reference(name, work, library, pool)
            if not reference.is_kept:
                with (work / f"{name}.decisions").open("wb") as file:
                    reference.keep(_write_strategies(solver, role, options.least, file))
            uppers.append([upper_end(number) for number in reference.replies()])
            won = [end / UNIT for end in uppers[-1]]
            ends[role] = sum(value * often for value, often in zip(won, times, strict=True)) / _ALL_HANDS
            _report_width(role, won, times)
    elder_lower, _, dealer_lower, _ = all_ends()
    dealer_upper, elder_upper = uppers
    options.bounds.write_bytes(packed_bounds(relative_hands(), [elder_lower, elder_upper, dealer_lower, dealer_upper]))
    print(f"after {options.sweeps} sweeps the elder makes the point with {1 - ends[Role.ELDER]:.4f} at least (no reply")
    print(f"of the dealer's makes more than {ends[Role.ELDER]:.4f}) and with {ends[Role.DEALER]:.4f} at most:")
    print(f"a width of {ends[Role.DEALER] - 1 + ends[Role.ELDER]:.4f}")


def _write_strategies(solver: DealtSolver, role: Role, least: float, file: BinaryIO) -> Iterator[bytes]:
    """Writes the strategies of a role to the file: for each hand the number of decisions, then the decisions.

    Yields the same strategies as the leaves of trees, hand by hand.
    """
    for hand in range(COUNT):
        leaves, decisions = solver.average(role, hand, least)
        file.write(struct.pack("<I", len(decisions) // DECISION_BYTES) + decisions)
        yield leaves


def _report_width(role: Role, won: Sequence[float], times: Sequence[int]) -> None:
    """Prints how far the best replies of the other role's hands are above their lower bounds, on average."""
    other = 1 - ROLES.index(role)
    lower = _lower_ends()[other]
    widths = [(high - low) * often for high, low, often in zip(won, lower, times, strict=True)]
    print(f"{ROLES[other].value}: from its lower end to its best reply {sum(widths) / _ALL_HANDS:.4f} on average")


def _lower_ends() -> list[list[float]]:
    """Returns the lower bounds of elder and dealer."""
    return [[unit / UNIT for unit in units] for units in all_ends()[::2]]


def _table(solver: DealtSolver, options: argparse.Namespace, safely: Set[tuple[Role, int]]) -> None:
    """Writes `dealt.bin`. The hands in `safely` play by the strategies of their lower bounds."""
    # The later sweeps count more: in the regrets, sweep n of N has the weight n / (N + 1).
    meetings = options.draws * OPPOSING / _ALL_HANDS * options.sweeps / 2
    losses = bytes(
        ALIKE if lost < 0 else min(ALIKE - 1, round(LOSS_UNIT * lost))
        for hand in range(COUNT)
        for lost in solver.lead_losses(hand, meetings)
    )
    decisions = []
    for role, hand in safely:
        solver.play_for_lower_end(role, hand)
    for role in ROLES:
        usual, safe = (options.enough, options.rare), (None, options.least)
        results = [
            solver.decisions(role, hand, meetings, *(safe if (role, hand) in safely else usual))
            for hand in range(COUNT)
        ]
        decisions += [result.decisions for result in results]
        number = sum(len(result.decisions) for result in results)
        lost, left = fmean(result.lost for result in results), fmean(result.left for result in results)
        print(f"{role.value}: {number:,} decisions; open search loses {lost:.4f} a hand, with them {left:.5f}")
    content = pack_table(losses, decisions)
    options.out.write_bytes(content)
    print(f"{len(content):,} bytes written")


def _short_hands(solver: DealtSolver, cores: int) -> set[tuple[Role, int]]:
    """Returns the hands that make the point less often than their lower bounds say. Prints a report."""
    times, short = [orders(hand) for hand in relative_hands()], set()
    for role, made, lower in zip(ROLES, solver.values(cores), _lower_ends(), strict=True):
        mean = sum(value * often for value, often in zip(made, times, strict=True)) / _ALL_HANDS
        less = {hand: low - value for hand, (low, value) in enumerate(zip(lower, made, strict=True))}
        under = {(role, hand) for hand, lost in less.items() if lost > _SHORT}
        print(f"{role.value}: makes the point with {mean:.4f}; {len(under):,} of {COUNT:,} hands fall short of their")
        print(
            f"  lower end by more than {_SHORT}, the one that is nearest to it or under it by {max(less.values()):.4f}"
        )
        short |= under
    return short


if __name__ == "__main__":
    sys.exit(main())
