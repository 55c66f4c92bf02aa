"""`python -m ecarte.research.policy_build`: make the policy anew, score by score.

A long computation, and one that needs a C compiler (`cc`, or what `--compiler` names). What the policy is, and in which
model of the game, stands in `ecarte.ai.policy`. In turn:

1. every class of elder hands is played with hidden hands, to know how far open hands lie off;
2. the games: the points that each has still to make, with the king of trumps in play or turned up. One that needs fewer
   points together comes first, for the later ones are worth what these are. In each, damped fictitious play: a plan
   moves towards the best answer to the other's, step by step; then the plans are rounded to what is stored, and whole
   deals of other packs tell their value, and what the best answers to them gain;
3. discards are mended where those of the book do better, better answers are looked for, and the figures for the claims
   of the book computed;
4. all plans are packed into `policy.bin`, and what was measured is written into it too.

It tells on standard error how far it has come, keeps each result in the folder of work, and goes on from there when it
is started again. The same source and effort give the same bytes. This module is at the edge of the core: it reads and
writes files, starts the compiler and prints. Nothing imports it but its tests.
"""

from __future__ import annotations

import argparse
import json
import struct
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Final

from ecarte.ai.policy import Measured
from ecarte.ai.policy_file import Planes, packed
from ecarte.odds.hand_classes import CLASSES
from ecarte.research.policy_figures import book_plans, figures
from ecarte.research.policy_native import Game, Plan, Plans, Solver, compiled
from ecarte.research.policy_solve import Effort, Results, finished, games, payoffs, solve, win_chances

__all__ = ["bases", "build", "main"]

_TABLE: Final = Path(str(files("ecarte.ai") / "policy.bin"))


def _finish(
    solver: Solver, work: Path, begun: Mapping[Game, Plans], effort: Effort
) -> tuple[dict[Game, Plans], Results]:
    """All games `finished`, from the folder of work as far as they are there."""
    plans: dict[Game, Plans] = {}
    results: Results = {}
    book = book_plans(solver.hands)
    for game in begun:
        name = f"{game.name}.finished"
        kept = _kept(work, name)
        if kept is None:
            chances = win_chances({it: result.value for it, result in results.items()})
            kept = finished(solver, game, payoffs(game.elder, game.dealer, chances), begun[game], book, effort)
            _keep(work, name, *kept)
        plans[game], results[game] = kept
        it = results[game]
        _say(f"{game.name}: finished, elder {it.value:.4f}; answers gain {it.elder_gain:.5f} and {it.dealer_gain:.5f}")
    return plans, results


def _kept(work: Path, name: str) -> tuple[Plans, Measured] | None:
    """Plans and result from the folder of work, if they are there."""
    file, report = work / f"{name}.plans", work / f"{name}.json"
    if not (file.exists() and report.exists()):
        return None
    content, size, told = file.read_bytes(), len(bytes(Plan())), json.loads(report.read_text())
    plans = Plans(*(Plan.from_buffer_copy(content, at) for at in (0, size)))
    return plans, Measured.of(told)


def _keep(work: Path, name: str, plans: Plans, result: Measured) -> None:
    (work / f"{name}.plans").write_bytes(b"".join(bytes(it) for it in plans))
    (work / f"{name}.json").write_text(json.dumps(asdict(result)))


def _hidden(solver: Solver, work: Path, effort: Effort) -> bytes:
    """What `Solver.hide` needs, from the folder of work as far as it is there."""
    file, step = work / "hidden.raw", 500
    told = file.read_bytes() if file.exists() else b""
    start = len(told) // 48 // step * step if len(told) < 48 * CLASSES else CLASSES
    told = told[: 48 * start]
    with file.open("wb") as stream:
        stream.write(told)
        for at in range(start, CLASSES, step):
            end = min(CLASSES, at + step)
            more = solver.hidden_classes(at, end, effort.plays, effort.seed + 2023, effort.looks)
            stream.write(more)
            stream.flush()
            told += more
            _say(f"hidden hands: {end} of {CLASSES} classes")
    return told


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _nearest(game: Game, done: Iterable[Game]) -> Game | None:
    """The solved game that is most like this one."""

    def far(other: Game) -> tuple[bool, int, Game]:
        return other.king != game.king, abs(other.elder - game.elder) + abs(other.dealer - game.dealer), other

    return min(done, key=far, default=None)


def build(
    solver: Solver, work: Path, effort: Effort, last: int | None = None
) -> tuple[dict[Game, Plans], dict[Game, Measured]]:
    """All games, each from the folder of work if it is there."""
    solver.hide(_hidden(solver, work, effort))
    plans: dict[Game, Plans] = {}
    results: dict[Game, Measured] = {}
    for game in games()[:last]:
        kept = _kept(work, game.name)
        if kept is None:
            near = _nearest(game, plans)
            begin = book_plans(solver.hands) if near is None else plans[near]
            chances = win_chances({it: result.value for it, result in results.items()})
            first = near is None or near.king != game.king
            kept = solve(solver, game, chances, begin, effort, first=first)
            _keep(work, game.name, *kept)
        plans[game], results[game] = kept
        it = results[game]
        _say(
            f"{game.name}: elder {it.value:.4f} ± {it.error:.4f}, best answers gain {it.elder_gain:.5f} and"
            f" {it.dealer_gain:.5f}, proposes {it.proposed:.3f}, given {it.given:.3f}"
        )
    return plans, results


def bases(plans: Iterable[Game]) -> dict[str, str]:
    """From which game each is told in the file: from one of its kind, which stands by itself."""
    by_kind: dict[bool, Game] = {}
    told = {}
    for game in sorted(plans, key=lambda it: (abs(it.elder - 4) + abs(it.dealer - 4), it)):
        base = by_kind.setdefault(game.king, game)
        if base != game:
            told[game.name] = base.name
    return told


def _short(result: Measured) -> dict[str, float | list[float]]:
    told = asdict(result)
    exchanges = [round(it, 6) for it in told.pop("exchanges")]
    return {**{name: round(value, 7) for name, value in told.items()}, "exchanges": exchanges}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ecarte.research.policy_build", description="Make the policy anew.")
    parser.add_argument("--work", type=Path, required=True, metavar="FOLDER", help="keeps what is computed so far")
    parser.add_argument("--out", type=Path, default=_TABLE, metavar="FILE", help="where the policy is written")
    parser.add_argument("--compiler", default="cc", help="the C compiler")
    for field, usual in asdict(Effort()).items():
        parser.add_argument(f"--{field.replace('_', '-')}", type=int, default=usual, metavar="N")
    options = parser.parse_args(arguments)
    effort = Effort(**{field: getattr(options, field) for field in asdict(Effort())})
    options.work.mkdir(parents=True, exist_ok=True)
    solver = compiled(options.work, options.compiler.split())
    plans, _ = build(solver, options.work, effort)
    plans, results = _finish(solver, options.work, plans, effort)
    chances = win_chances({game: result.value for game, result in results.items()})
    _say("the claims of the book")
    told = figures(solver, plans, lambda game: payoffs(game.elder, game.dealer, chances), effort.seed)
    content = packed(
        {game.name: Planes.of([(it.say, it.out) for it in both]) for game, both in plans.items()},
        bases(plans),
        {game.name: _short(result) for game, result in results.items()},
        chances,
        asdict(effort),
        told,
        struct.unpack(f"<{12 * CLASSES}I", _hidden(solver, options.work, effort)),
    )
    options.out.write_bytes(content)
    _say(f"{len(content)} bytes written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
