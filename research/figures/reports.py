"""Writes what `python -m research scores` and `claims` print, as lines or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ecarte.ai.exchange.policy import policy
from research.figures.claims_table import PLAYERS_ERROR, Figures, Row, claims_table, model_error
from research.figures.played import Value, played_scores, stale
from research.figures.score_table import Score, score_table, scores_error


class UnknownClaim(ValueError):
    """No claim of the book has this name.

    Attributes:
        name: the name that was asked for.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"no claim is named {name!r}")
        self.name = name


def score_lines(as_json: bool) -> Iterator[str]:
    """Yields the chances at all scores with an explanation, as lines for a terminal or as one JSON document."""
    scores = score_table()
    if as_json:
        yield json.dumps([_score(score) for score in scores], indent=2)
        return
    yield "score     dealing  played            leading  played            odds laid    fair  to lay"
    for score in scores:
        even = score.own == score.others
        to_lay = "" if even else f"{score.layer_gains(True):+.3f} dealing, {score.layer_gains(False):+.3f} leading"
        yield (
            f"{score.own} to {score.others}   {score.dealing:8.4f}  {_value(score.played_dealing)}"
            f" {score.leading:8.4f}  {_value(score.played_leading)}  {score.book:<9} {score.fair:7.4f}"
            f"  {to_lay}{'  (bad to lay, says the book, when dealing)' if score.warned else ''}".rstrip()
        )
    yield "dealing, leading: by the policy, in its model; played: by the house on both sides, ± two standard errors"
    yield from _differences()
    yield from _of_other_tables("scores")
    worst = max(max(measured.elder_gain, measured.dealer_gain) for measured in policy().measurements().values())
    yield f"the best answers found gain {worst:.4f} of a game in a deal, within the model: no bound on what play gains"


def _value(value: Value | None) -> str:
    return f"{'-':>15}" if value is None else f"{value.chance:.4f} ± {2 * value.error:.4f}"


def _differences() -> Iterator[str]:
    """Yields how far the policy's chances are from the played ones."""
    played = played_scores()
    if not played:
        yield "no deals are stored: python -m research play scores"
        return
    apart, needs = max((abs(policy().chance(*needs) - value.chance), needs) for needs, value in played.items())
    yield (
        f"told and played differ by {apart:.4f} ± {2 * played[needs].error:.4f} where they differ most (the elder needs"
        f" {needs[0]}, the dealer {needs[1]}), by {scores_error():.4f} in the middle of all scores"
    )


def _of_other_tables(part: str) -> Iterator[str]:
    """Yields a warning if the stored deals were played with other tables than the current ones."""
    changed = stale(part)
    if changed:
        yield f"played with earlier tables ({', '.join(changed)}): python -m research play {part} plays anew"


def _score(score: Score) -> dict[str, Any]:
    entry = {**asdict(score), "mean": score.mean}
    for name in ("played_dealing", "played_leading"):
        value = getattr(score, name)
        entry[name] = None if value is None else value._asdict()
    if score.own != score.others:
        entry |= {"layer_gains_dealing": score.layer_gains(True), "layer_gains_leading": score.layer_gains(False)}
    needs, others = 5 - score.own, 5 - score.others
    entry["games"] = {
        "dealing": asdict(policy().measurement(others, needs)),
        "leading": asdict(policy().measurement(needs, others)),
    }
    return entry


def claim_lines(names: Sequence[str], as_json: bool) -> Iterator[str]:
    """Yields the claims of the book with a line for each case, or one JSON document.

    Args:
        names: the names of the claims. Empty: all of them.
        as_json: whether to yield JSON.

    Raises:
        UnknownClaim: there is no claim with one of the names.
    """
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
    yield (
        f"gains ± two standard errors of the deals together with {PLAYERS_ERROR} for the players; where a gain is"
        f" told only, {model_error():.4f} for the model: the middle distance of told and played gains"
    )
    yield from _of_other_tables("claims")
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
    line = f"{case.cards} (turned {case.turn}{score}): told {row.told_advised:.4f}, else {row.told_other:.4f}; "
    if row.played_advised is None or row.played_other is None:
        line += "not played"
    else:
        line += f"played {row.played_advised:.4f}, else {row.played_other:.4f} ({row.deals:,} deals)"
    line += f"; gain {row.gain:+.4f} ± {row.error:.4f}: {row.verdict.value}"
    if row.open_point is None or row.certain is None:
        return line
    played = "" if row.point is None else f"{row.point:.3f} ± {row.point_error:.3f} played, "
    return (
        f"{line}; point {played}{row.certain.lower:.3f} to {row.certain.upper:.3f} proved,"
        f" {row.naive_point:.3f} against a naive dealer in the model,"
        f" open hands {row.open_point} of 65780 ({row.open_point / 65_780:.3f})"
    )


def _claim(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "page": row.page,
        "says": row.says,
        "verdict": row.verdict.value,
        "notes": row.notes,
        "figures": [
            {**asdict(figure), "gain": figure.gain, "error": figure.error, "verdict": figure.verdict.value}
            for figure in row.figures
        ],
    }
