"""The output of `python -m ecarte.research scores` and `claims`, as lines or as JSON."""

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
    """There is no claim of this name: `.name`."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no claim is named {name!r}")
        self.name = name


def score_lines(as_json: bool) -> Iterator[str]:
    scores = score_table()
    if as_json:
        yield json.dumps([_score(score) for score in scores], indent=2)
        return
    yield "score     dealing   leading   either  odds laid    fair  to lay"
    for score in scores:
        even = score.own == score.others
        to_lay = "" if even else f"{score.layer_gains(True):+.3f} dealing, {score.layer_gains(False):+.3f} leading"
        yield (
            f"{score.own} to {score.others}   {score.dealing:9.4f} {score.leading:9.4f} {score.mean:8.4f}"
            f"  {score.book:<9} {score.fair:7.4f}"
            f"  {to_lay}{'  (bad to lay, says the book, when dealing)' if score.warned else ''}".rstrip()
        )
    worst = max(max(measured.elder_gain, measured.dealer_gain) for measured in policy().all_measured().values())
    yield f"best answers to these plans gain {worst:.4f} of a game at most, at any score"


def _score(score: Score) -> dict[str, Any]:
    entry = {**asdict(score), "mean": score.mean}
    if score.own != score.others:
        entry |= {"layer_gains_dealing": score.layer_gains(True), "layer_gains_leading": score.layer_gains(False)}
    needs, others = 5 - score.own, 5 - score.others
    entry["games"] = {
        "dealing": asdict(policy().measured(others, needs)),
        "leading": asdict(policy().measured(needs, others)),
    }
    return entry


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
        yield from (f"    {_case(figure)}" for figure in row.figures)
        yield from (f"    {note}" for note in row.notes)
    if not names:
        held: dict[str, int] = {}
        for row in rows:
            held[row.verdict.value] = held.get(row.verdict.value, 0) + 1
        yield ", ".join(f"{verdict}: {number}" for verdict, number in held.items())


def _case(row: Figures) -> str:
    case = row.case
    score = (
        "" if (case.elder_needs, case.dealer_needs) == (5, 5) else f", {5 - case.elder_needs}-{5 - case.dealer_needs}"
    )
    line = f"{case.cards} (turned {case.turn}{score}): {row.advised:.4f}, else {row.other:.4f} ± {row.noise:.4f}"
    if row.open_point is None or row.certain is None:
        return line
    return (
        f"{line}; point {row.careful_point:.3f} (proved {row.certain.lower:.3f} to {row.certain.upper:.3f}),"
        f" naive dealer {row.naive_point:.3f}, open hands {row.open_point} of 65780 ({row.open_point / 65_780:.3f})"
    )


def _claim(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "page": row.page,
        "says": row.says,
        "verdict": row.verdict.value,
        "notes": row.notes,
        "figures": [{**asdict(figure), "gain": figure.gain} for figure in row.figures],
    }
