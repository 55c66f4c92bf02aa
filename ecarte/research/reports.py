"""What `python -m ecarte.research scores` and `claims` print: `score_table` and `claims_table` as lines or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ecarte.ai.policy import policy
from ecarte.research.claims_table import Figures, Row, claims_table
from ecarte.research.score_table import Score, score_table

__all__ = ["UnknownClaim", "claim_lines", "score_lines"]


class UnknownClaim(ValueError):
    """No claim has this name: `.name`."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no claim is named {name!r}")
        self.name = name


def score_lines(as_json: bool) -> Iterator[str]:
    """A line for each score, or one document."""
    scores = score_table()
    if as_json:
        yield json.dumps([_score(it) for it in scores], indent=2)
        return
    yield "score    he deals  he leads   either  odds laid    fair  to lay"
    for it in scores:
        even = it.own == it.others
        to_lay = "" if even else f"{it.layer_gains(True):+.3f} dealing, {it.layer_gains(False):+.3f} leading"
        yield (
            f"{it.own} to {it.others}   {it.dealing:9.4f} {it.leading:9.4f} {it.mean:8.4f}  {it.book:<9} {it.fair:7.4f}"
            f"  {to_lay}{'  (bad to lay, says the book, if he deals)' if it.warned else ''}".rstrip()
        )
    worst = max(max(it.elder_gain, it.dealer_gain) for it in policy().all_measured().values())
    yield f"best answers to these plans gain {worst:.4f} of a game at most, at any score"


def _score(it: Score) -> dict[str, Any]:
    told = {**asdict(it), "mean": it.mean}
    if it.own != it.others:
        told |= {"layer_gains_dealing": it.layer_gains(True), "layer_gains_leading": it.layer_gains(False)}
    needs, others = 5 - it.own, 5 - it.others
    told["games"] = {
        "dealing": asdict(policy().measured(others, needs)),
        "leading": asdict(policy().measured(needs, others)),
    }
    return told


def claim_lines(names: Sequence[str], as_json: bool) -> Iterator[str]:
    """The claims of these names, or all, with a line for each case, or one document. Raises `UnknownClaim`."""
    rows = claims_table()
    known = {row.name for row in rows}
    for name in names:
        if name not in known:
            raise UnknownClaim(name)
    rows = tuple(row for row in rows if not names or row.name in names)
    if as_json:
        yield json.dumps([_claim(row) for row in rows], indent=2)
        return
    for row in rows:
        yield f"{row.name} (p. {row.page}) {row.says}: {row.verdict.value}"
        yield from (f"    {_case(it)}" for it in row.figures)
        yield from (f"    {note}" for note in row.notes)
    if not names:
        held: dict[str, int] = {}
        for row in rows:
            held[row.verdict.value] = held.get(row.verdict.value, 0) + 1
        yield ", ".join(f"{verdict}: {number}" for verdict, number in held.items())


def _case(it: Figures) -> str:
    case = it.case
    score = (
        "" if (case.elder_needs, case.dealer_needs) == (5, 5) else f", {5 - case.elder_needs}-{5 - case.dealer_needs}"
    )
    line = f"{case.cards} (turned {case.turn}{score}): {it.advised:.4f}, else {it.other:.4f} ± {it.noise:.4f}"
    if it.open_point is None or it.certain is None:
        return line
    return (
        f"{line}; point {it.careful_point:.3f} (proved {it.certain.lower:.3f} to {it.certain.upper:.3f}),"
        f" naive dealer {it.naive_point:.3f}, open hands {it.open_point} of 65780 ({it.open_point / 65_780:.3f})"
    )


def _claim(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "page": row.page,
        "says": row.says,
        "verdict": row.verdict.value,
        "notes": row.notes,
        "figures": [{**asdict(it), "gain": it.gain} for it in row.figures],
    }
