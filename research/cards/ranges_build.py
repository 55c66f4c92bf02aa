"""`python -m research.cards.ranges_build`: solves the play of hands as dealt, where each hand is as frequent as in real
deals.

This is a long computation that needs a C compiler and four gigabytes of memory. It has two steps for each way in which
the play may begin (`research.cards.ranges`):

1. Sweeps, as in `dealt_build`. But hands are drawn as often as they come to the play, and the king is always announced.
   The work folder keeps the strategies, and a later start resumes from there.
2. The table: collects the decisions in which search with open hands loses more than `--price`, where a loss counts as
   often as the hand comes to the play. It also collects those that mix cards and occur often (`--often`).

A hand without the king has two books: book 1 for decisions after the opponent has announced it, and book 0 for all
others. The house does not read the file yet. The content, between the magic number and the SHA-256, is compressed by
zlib and little-endian:

    8 x 31,913 x 2     the number of decisions of each hand (the order of `hidden.bin`): by way (unproposed, refused),
                       role (elder, dealer) and book
    n x 4, n x 2       their paths, then their plays, as in `dealt.bin`

The same source and numbers give the same bytes, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.ai.cards.dealt import TableDecision, packed_decisions
from ecarte.ai.cards.hidden import COUNT
from ecarte.ai.sealed import seal
from ecarte.odds import Role
from research.cards.dealt_native import BOOKS, DealtSolver, Found
from research.cards.hidden_native import compile_solver, orders, relative_hands, source_hash
from research.cards.ranges import Ranges, Way, ranges, scores
from research.cards.sweeping import ROLES, sweep
from research.matches.house_native import house_library, library_table
from research.parallel import usable_cores

MAGIC: Final = b"ecarte r"
_CHUNK: Final = 256
_SILENT: Final = Found([], 0.0, 0.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `python -m research.cards.ranges_build`: solves the play of hands as dealt by their ranges, and builds the
    file. Returns the exit status.
    """
    options = _parser().parse_args(arguments)
    decisions: list[list[TableDecision]] = []
    with TemporaryDirectory() as folder:
        players = house_library(Path(folder), options.compiler.split())
        by_way = ranges(library_table(), scores(players))
        library = compile_solver(Path(folder), options.compiler, "dealt.c")
        for way in Way if options.way is None else (Way(options.way),):
            # The solver's memory is static, so each way needs a process of its own.
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                decisions += pool.submit(_solved, library, way, by_way[way], options).result()
    if options.way is None:
        content = seal(MAGIC + zlib.compress(packed_decisions(decisions), 9))
        options.out.write_bytes(content)
        print(f"{len(content):,} bytes written")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m research.cards.ranges_build", description="Ranges.")
    parser.add_argument("--work", type=Path, default=Path("build/ranges"), help="where to keep what is done")
    parser.add_argument("--compiler", default="cc", help="a C compiler that understands gcc's options")
    parser.add_argument("--cores", type=int, default=usable_cores(), metavar="N", help="processes to share the work")
    parser.add_argument("--out", type=Path, default=Path("build/ranges.bin"), help="where to put the table")
    parser.add_argument("--sweeps", type=int, default=600, metavar="N", help="how often every hand learns")
    parser.add_argument("--draws", type=int, default=96, metavar="N", help="hands drawn for a thousand others to meet")
    parser.add_argument("--seed", type=int, default=1, help="of the hands drawn")
    parser.add_argument("--keep", type=int, default=20, metavar="N", help="sweeps after which what was learnt is kept")
    parser.add_argument("--rare", type=float, default=0.1, help="rarer plays are left out of the table")
    parser.add_argument("--price", type=float, default=0.00002, help="what a decision must lose to be in the table")
    parser.add_argument("--often", type=float, default=0.005, help="how often a mixed decision in it must come up")
    parser.add_argument("--way", choices=[way.value for way in Way], help="solve this one only, and write no table")
    return parser


def _solved(library: Path, way: Way, often: Ranges, options: argparse.Namespace) -> list[list[TableDecision]]:
    """Solves all hands for one way in which the play begins. Returns their decisions, in the order of the table."""
    numbers = sha256(repr(often).encode()).hexdigest()
    work = options.work / f"{way.value}-{source_hash('dealt', options.draws, options.seed, numbers)[:16]}"
    work.mkdir(parents=True, exist_ok=True)
    solver = DealtSolver(library, options.cores, often)
    sweep(solver, work, options)
    global _solver  # forked processes use it from here, and share its memory
    _solver = solver
    decisions: list[list[TableDecision]] = []
    for role, hands in zip(ROLES, often, strict=True):
        dealt = [chance * orders(hand) for chance, hand in zip(hands, relative_hands(), strict=True)]
        mean = fmean(dealt)
        rarities = [(role, hand, mean / share if share else None) for hand, share in enumerate(dealt)]
        with ProcessPoolExecutor(options.cores, get_context("fork")) as pool:
            books = list(
                pool.map(partial(_books, options.price, options.often, options.rare), rarities, chunksize=_CHUNK)
            )
        for book in range(BOOKS):
            column = [books_of_hand[book] for books_of_hand in books]
            decisions += [result.decisions for result in column]
            lost, left = (
                sum(share * loss for share, loss in zip(dealt, losses, strict=True)) / mean / COUNT
                for losses in ([result.lost for result in column], [result.left for result in column])
            )
            number = sum(len(result.decisions) for result in column)
            print(f"{way.value}, {role.value}, book {book}: {number:,} decisions; open search loses {lost:.4f} a hand,")
            print(f"  with them {left:.5f}", flush=True)
    return decisions


_solver: DealtSolver


def _books(price: float, often: float, least: float, hand: tuple[Role, int, float | None]) -> list[Found]:
    """Returns the decisions of both books of a hand (`DealtSolver.books`).

    Args:
        price, often: the thresholds for a hand of average frequency. For a rarer hand they are higher.
        least: plays rarer than this are left out.
        hand: the role, the number of the hand, and how many times rarer than the average it is; None if it never comes
            to the play.
    """
    role, number, rarity = hand
    if rarity is None:
        return [_SILENT] * BOOKS
    return _solver.books(role, number, price * rarity, often * rarity, least)


if __name__ == "__main__":
    sys.exit(main())
