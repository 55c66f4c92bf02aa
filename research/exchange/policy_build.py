"""`python -m research.exchange.policy_build`: builds the policy, score by score.

This is a long computation that needs a C compiler. `ecarte.ai.exchange.policy` has the definition and the model. The
steps:

1. Play deals with hidden hands for every class of elders' hands, to measure the error of open hands.
2. Solve the games. There is one for each pair of points needed, with the king of trumps in play or turned up. Games in
   which fewer points are needed come first, because the others lead to them. In each game, damped fictitious play moves
   each plan step by step towards the best answer to the other. Then the plans are rounded to the stored levels. Whole
   deals of other packs measure what they are worth, and how much the best answers gain.
3. Replace discards where the book's are better, look for better answers, compute the figures for the book's claims.
4. Let the plans make a second exchange only with hands for which playouts confirm its value
   (`research.matches.later`).
5. Let the house play by these plans, and count how its tricks differ from those of step 1 (`policy_play`). Value all
   games again with tricks shifted in this way, and add what the values still miss in deals of the house at each score.
6. Pack all plans and measurements into `policy.bin`.

Progress is written to standard error. Results are kept in the work folder, and a later start resumes from there. The
same source and effort give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import struct
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Final

from ecarte.ai.exchange.policy import Measured
from ecarte.ai.exchange.policy_file import Planes, pack_table, unpack_table
from ecarte.odds.hand_classes import CLASSES
from research.exchange.policy_figures import book_plans, figures
from research.exchange.policy_native import Plan, Plans, PolicyGame, PolicySolver, compile_solver
from research.exchange.policy_play import shifts
from research.exchange.policy_solve import (
    Effort,
    Results,
    finish_plans,
    games,
    measure_plans,
    payoffs,
    solve,
    win_chances,
)
from research.matches import house_native
from research.matches.house_counts import missed_gain as missed_at
from research.matches.house_counts import spreads
from research.matches.house_native import House, Mean
from research.matches.later import sure_plan

_TABLE: Final = Path(str(files("ecarte.ai") / "policy.bin"))


def _finish(
    solver: PolicySolver, work: Path, solved: Mapping[PolicyGame, Plans], effort: Effort
) -> tuple[dict[PolicyGame, Plans], Results]:
    plans: dict[PolicyGame, Plans] = {}
    results: Results = {}
    book = book_plans(solver.hands)
    for game in solved:
        name = f"{game.name}.finished"
        solution = _load(work, name)
        if solution is None:
            chances = win_chances({solved: result.value for solved, result in results.items()})
            solution = finish_plans(solver, game, payoffs(game.elder, game.dealer, chances), solved[game], book, effort)
            _keep(work, name, *solution)
        plans[game], results[game] = solution
        measured = results[game]
        gains = f"{measured.elder_gain:.5f} and {measured.dealer_gain:.5f}"
        _say(f"{game.name}: finished, elder {measured.value:.4f}; answers gain {gains}")
    return plans, results


def _claims(
    solver: PolicySolver, work: Path, plans: Mapping[PolicyGame, Plans], results: Results, effort: Effort
) -> dict[str, list[float]]:
    """Returns the figures of the book's claims. Reads them from the work folder, if it has them."""
    file = work / "claims.json"
    if not file.exists():
        _say("the claims of the book")
        chances = win_chances({game: result.value for game, result in results.items()})
        claim_figures = figures(solver, plans, lambda game: payoffs(game.elder, game.dealer, chances), effort.seed)
        file.write_text(json.dumps(claim_figures))
    return dict(json.loads(file.read_text()))


def _seated(work: Path, plans: Mapping[PolicyGame, Plans], results: Results, compiler: Sequence[str]) -> House:
    """Returns the players in C, with a maître that plays by these plans in the first seat."""
    house = house_native.compile_house(work, compiler)
    chances = win_chances({game: result.value for game, result in results.items()})
    house.seat(0, house_native.Seated(unpack_table(_packed(plans, {}, chances))))
    return house


def _shifts(solver: PolicySolver, house: House, work: Path, effort: Effort) -> list[int]:
    """Returns the corrections to the chances of tricks, from deals that the house plays by its plans. Reads them
    from the work folder, if it has them.
    """
    file = work / "shifts.json"
    if not file.exists():
        counts, hidden = spreads(house, 0, effort.played, effort.seed + 909, solver.hidden_shares())
        file.write_text(json.dumps(shifts(counts, hidden)))
        _say(f"the house played {effort.played} deals, {sum(counts)} of them to the last card")
    return list(json.loads(file.read_text()))


def _valued(
    solver: PolicySolver,
    house: House,
    work: Path,
    plans: Mapping[PolicyGame, Plans],
    shifted: Sequence[int],
    effort: Effort,
) -> Results:
    """Returns the measurements of the final plans, by backward induction. Continues from what the work folder has.

    What the model misses at a score, by deals of the house, is added to the values of both games of that score.
    """
    shares, added = solver.hidden_shares(), solver.shift_by(shifted)
    results: Results = {}
    how = replace(effort, last_samples=effort.settled_samples, last_deals=effort.settled_deals)
    for game, both in plans.items():
        name = f"{game.name}.settled"
        solution = _load(work, name)
        chances = win_chances({solved: result.value for solved, result in results.items()})
        if solution is None:
            solution = both, measure_plans(solver, game, payoffs(game.elder, game.dealer, chances), both, how)
            if game.king:
                needs, seed = (game.elder, game.dealer), effort.seed + 100 * game.elder + game.dealer
                missed = missed_at(house, 0, needs, effort.missed, seed, chances, shares, added)
                # If the dealer needs one point, a turned-up king wins the game. Only the other seven of eight deals can
                # miss something.
                solution = both, _added(solution[1], missed, 8 / 7 if game.dealer == 1 else 1.0)
            _keep(work, name, *solution)
        results[game] = solution[1]
        if game.king and game.dealer > 1:
            turned = PolicyGame(game.elder, game.dealer - 1, False)
            missed = Mean(results[game].missed, results[game].missed_error)
            results[turned] = _added(results[turned], missed)
        _say(f"{game.name}: settled, elder {results[game].value:.4f}, of it missed {results[game].missed:+.4f}")
    return results


def _added(result: Measured, missed: Mean, part: float = 1.0) -> Measured:
    value, error = part * missed.value, part * missed.error
    return replace(
        result,
        value=result.value + value,
        error=sqrt(result.error**2 + error**2),
        missed=value,
        missed_error=error,
    )


def _packed(
    plans: Mapping[PolicyGame, Plans],
    measured: Mapping[str, Mapping[str, float | list[float]]],
    chances: Mapping[tuple[int, int], float],
    effort: Mapping[str, int] | None = None,
    claims: Mapping[str, Sequence[float]] | None = None,
    plays: Sequence[int] = (),
    shifted: Sequence[int] = (),
) -> bytes:
    return pack_table(
        {game.name: Planes.of([(plan.say, plan.out) for plan in both]) for game, both in plans.items()},
        bases(plans),
        {game.name: measured.get(game.name, {}) for game in plans},
        chances,
        effort or {},
        claims or {},
        plays,
        shifted,
    )


def _load(work: Path, name: str) -> tuple[Plans, Measured] | None:
    """Returns the plans of a game and their measurements from the work folder, or None."""
    file, report = work / f"{name}.plans", work / f"{name}.json"
    if not (file.exists() and report.exists()):
        return None
    content, size, record = file.read_bytes(), len(bytes(Plan())), json.loads(report.read_text())
    plans = Plans(*(Plan.from_buffer_copy(content, at) for at in (0, size)))
    return plans, Measured.of(record)


def _keep(work: Path, name: str, plans: Plans, result: Measured) -> None:
    (work / f"{name}.plans").write_bytes(b"".join(bytes(plan) for plan in plans))
    (work / f"{name}.json").write_text(json.dumps(asdict(result)))


def _hidden(solver: PolicySolver, work: Path, effort: Effort) -> bytes:
    """Returns how often every class of elders' hands wins each number of tricks, for `PolicySolver.hide`. Continues
    from what the work folder has.
    """
    file, step = work / "hidden.raw", 500
    content = file.read_bytes() if file.exists() else b""
    start = len(content) // 48 // step * step if len(content) < 48 * CLASSES else CLASSES
    content = content[: 48 * start]
    with file.open("wb") as stream:
        stream.write(content)
        for at in range(start, CLASSES, step):
            end = min(CLASSES, at + step)
            more = solver.hidden_classes(at, end, effort.plays, effort.seed + 2023, effort.looks)
            stream.write(more)
            stream.flush()
            content += more
            _say(f"hidden hands: {end} of {CLASSES} classes")
    return content


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _nearest(game: PolicyGame, done: Iterable[PolicyGame]) -> PolicyGame | None:
    """Returns the game among those solved that is most like another one, or None if no game is solved."""

    def far(other: PolicyGame) -> tuple[bool, int, PolicyGame]:
        return other.king != game.king, abs(other.elder - game.elder) + abs(other.dealer - game.dealer), other

    return min(done, key=far, default=None)


def build(
    solver: PolicySolver, work: Path, effort: Effort, last: int | None = None
) -> tuple[dict[PolicyGame, Plans], dict[PolicyGame, Measured]]:
    """Solves the plans for all scores, in order. Continues from what the work folder has.

    Args:
        solver: the solver in C.
        work: the folder.
        effort: how much to compute.
        last: how many scores to solve, or None for all.
    """
    solver.hide(_hidden(solver, work, effort))
    plans: dict[PolicyGame, Plans] = {}
    results: dict[PolicyGame, Measured] = {}
    for game in games()[:last]:
        solution = _load(work, game.name)
        if solution is None:
            near = _nearest(game, plans)
            begin = book_plans(solver.hands) if near is None else plans[near]
            chances = win_chances({solved: result.value for solved, result in results.items()})
            first = near is None or near.king != game.king
            solution = solve(solver, game, chances, begin, effort, first=first)
            _keep(work, game.name, *solution)
        plans[game], results[game] = solution
        measured = results[game]
        _say(
            f"{game.name}: elder {measured.value:.4f} ± {measured.error:.4f}, best answers gain"
            f" {measured.elder_gain:.5f} and {measured.dealer_gain:.5f}, proposes {measured.proposed:.3f},"
            f" given {measured.given:.3f}"
        )
    return plans, results


def bases(plans: Iterable[PolicyGame]) -> dict[str, str]:
    """Returns for each game another one, its base. The file may store only the difference from the base's plans.

    Keys are the names of games, values the names of their bases (`PolicyGame.name`). A base has no base itself, so it
    is no key.
    """
    by_kind: dict[bool, PolicyGame] = {}
    base_names = {}
    for game in sorted(plans, key=lambda game: (abs(game.elder - 4) + abs(game.dealer - 4), game)):
        base = by_kind.setdefault(game.king, game)
        if base != game:
            base_names[game.name] = base.name
    return base_names


def _short(result: Measured) -> dict[str, float | list[float]]:
    entry = asdict(result)
    exchanges = [round(share, 6) for share in entry.pop("exchanges")]
    return {**{name: round(value, 7) for name, value in entry.items()}, "exchanges": exchanges}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `python -m research.exchange.policy_build`: builds `policy.bin`. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m research.exchange.policy_build", description="Make the policy anew."
    )
    parser.add_argument("--work", type=Path, required=True, metavar="FOLDER", help="keeps what is computed so far")
    parser.add_argument("--out", type=Path, default=_TABLE, metavar="FILE", help="where the policy is written")
    parser.add_argument("--compiler", default="cc", help="the C compiler")
    for field, usual in asdict(Effort()).items():
        parser.add_argument(f"--{field.replace('_', '-')}", type=int, default=usual, metavar="N")
    options = parser.parse_args(arguments)
    effort = Effort(**{field: getattr(options, field) for field in asdict(Effort())})
    options.work.mkdir(parents=True, exist_ok=True)
    solver = compile_solver(options.work, options.compiler.split())
    plans, _ = build(solver, options.work, effort)
    plans, results = _finish(solver, options.work, plans, effort)
    claims = _claims(solver, options.work, plans, results, effort)
    plans = {game: Plans(*(sure_plan(plan, solver.hands) for plan in both)) for game, both in plans.items()}
    house = _seated(options.work, plans, results, options.compiler.split())
    shifted = _shifts(solver, house, options.work, effort)
    results = _valued(solver, house, options.work, plans, shifted, effort)
    content = _packed(
        plans,
        {game.name: _short(result) for game, result in results.items()},
        win_chances({solved: result.value for solved, result in results.items()}),
        asdict(effort),
        claims,
        struct.unpack(f"<{12 * CLASSES}I", _hidden(solver, options.work, effort)),
        shifted,
    )
    options.out.write_bytes(content)
    _say(f"{len(content)} bytes written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
