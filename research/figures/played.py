"""Keeps the results of deals played out (`real_play`) in `played.json`, and computes the values that follow from them.

    {"claims": {CASE: [deals, stay, change, error, points], ...}, "scores": {"e5d4": {"2,0": deals, ...}, ...},
     "exploit": {PLAYER: [none, one, both, gain, error], ...}, "strength": {PLAYER: [none, one, both], ...},
     "made": {"claims": {FILE: digest, ...}, "scores": {FILE: digest, ...}}}

- `stay`, `change`: the elder's chance to win the game without an exchange, and with one; `error`: the standard error of
  their difference; `points`: the number of deals in which the elder makes the point without an exchange
- `e5d4` is a score, by the points that elder and dealer need. It has the number of deals for each pair of points that
  elder and dealer score in the deal
- `none`, `one`, `both`: the numbers of pairs of games of which the player wins none, one and both; in `strength`, the
  maître
- `made`: the hashes of the tables that the players used

`python -m research play`, `exploit` and `strength` write the file. The same seed, numbers and tables give the same
bytes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from ecarte.odds.hands import Role
from research.figures.book_claims import CLAIMS, ClaimCase, case_name
from research.figures.real_play import needs_before, worth
from research.matches.house_native import Pair

FILE: Final = Path(__file__).with_name("played.json")
_DIGITS: Final = 6
Scores = Mapping[tuple[int, int], Mapping[tuple[int, int], int]]
"""For each score (the points that elder and dealer need), the number of deals for each pair of points that elder and
dealer scored.
"""


@dataclass(frozen=True, slots=True)
class Played:
    """The results of a case of the claims in deals played out. To stay is to play or refuse, to change is to propose or
    accept.

    Attributes:
        deals: the number of deals.
        stay, change: the decider's chance to win the game by staying and by changing.
        error: the standard error of the difference.
        point: how often the elder makes the point after staying, from 0 to 1.
    """

    deals: int
    stay: float
    change: float
    error: float
    point: float


class Value(NamedTuple):
    """A chance to win the game, and the standard error of the chance."""

    chance: float
    error: float


def cases() -> dict[str, tuple[ClaimCase, Role]]:
    """Returns all cases of the book's claims by name, each with the role of the player who decides."""
    return {case_name(case, claim.advice.role): (case, claim.advice.role) for claim in CLAIMS for case in claim.cases}


def entry_of(pairs: Mapping[Pair, int], case: ClaimCase) -> list[float]:
    """Returns the entry of a case in `played.json`.

    Args:
        pairs: how often each pair of results occurred.
        case: the case.

    Returns:
        Five numbers: the number of deals, the elder's chance to win the game by staying, that chance by changing (both
        0 to 1), the standard error of their difference, and the number of deals in which the elder makes the point
        after staying.
    """
    needs = needs_before(case)
    total = stays = changes = squares = points = 0.0
    for pair, number in sorted(pairs.items()):
        stay, change = (worth(outcome, *needs) for outcome in pair)
        total += number
        stays += number * stay
        changes += number * change
        squares += number * (stay - change) ** 2
        points += number * pair.stay.made
    mean = (stays - changes) / total
    error = sqrt(max(0.0, squares / total - mean**2) / total)
    return [
        int(total),
        round(stays / total, _DIGITS),
        round(changes / total, _DIGITS),
        round(error, _DIGITS),
        int(points),
    ]


@cache
def load(file: Path | None = None) -> dict[str, Any]:
    """Returns the content of `played.json`, or empty parts if the file does not exist."""
    file = file or FILE
    if not file.exists():
        return {"claims": {}, "made": {}, "scores": {}}
    return dict(json.loads(file.read_text("utf-8")))


def save(part: str, entries: Mapping[str, Any], file: Path | None = None) -> None:
    """Writes a part of `played.json`, such as `claims`, and the hashes of the current tables.

    The other parts of the file do not change. Each entry is written on a line of its own.
    """
    file = file or FILE
    content = {**load(file), part: entries}
    content["made"] = {**content["made"], part: table_digests()}
    lines = []
    for name in sorted(content):
        rows = (f"  {json.dumps(key)}: {json.dumps(row, sort_keys=True)}" for key, row in sorted(content[name].items()))
        lines.append(f" {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n }")
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    load.cache_clear()


def stale(part: str) -> list[str]:
    """Returns the names of the house's tables that have changed since a part of `played.json` was played."""
    if part not in load()["made"]:
        return []
    stored, current = load()["made"][part], table_digests()
    return sorted(name for name in {*stored, *current} if stored.get(name) != current.get(name))


def table_digests() -> dict[str, str]:
    """Returns the hashes of the tables that the players of the house use, by file name."""
    folder = files("ecarte.ai")
    tables = (entry for entry in folder.iterdir() if entry.name.endswith(".bin"))
    return {entry.name: sha256(entry.read_bytes()).hexdigest()[:12] for entry in tables}


def played_figures(case: ClaimCase, role: Role) -> Played | None:
    """Returns the stored results of a case for the player who decides, or None if the case was not played."""
    entry = load()["claims"].get(case_name(case, role))
    if entry is None:
        return None
    deals, stay, change, error, points = entry
    if role is Role.DEALER:
        stay, change = 1 - stay, 1 - change
    return Played(deals, stay, change, error, points / deals)


def played_scores() -> dict[tuple[int, int], Value]:
    """Returns the elder's chance to win the game before a deal at each score, computed from the stored deals.

    The keys are the points that elder and dealer need. The result is empty if no deals are stored.
    """
    stored = load()["scores"]
    scores = {
        (int(name[1]), int(name[3])): {
            (int(elder), int(dealer)): number
            for (elder, dealer), number in ((key.split(","), value) for key, value in outcomes.items())
        }
        for name, outcomes in stored.items()
    }
    return values(scores)


def values(scores: Scores) -> dict[tuple[int, int], Value]:
    """Returns the elder's chance to win the game at each score, by backward induction over counted deals.

    The keys are the points that elder and dealer need. Each chance has its standard error.

    Raises:
        KeyError: a deal leads to a score that `scores` lacks, and the game is not over.
    """
    chances: dict[tuple[int, int], float] = {}
    variances: dict[tuple[int, int], float] = {}
    reach: dict[tuple[int, int], dict[tuple[int, int], float]] = {}
    for needs in sorted(scores, key=sum):
        deals = sum(scores[needs].values())
        total = squares = 0.0
        visits = defaultdict(float, {needs: 1.0})
        for (elder, dealer), number in sorted(scores[needs].items()):
            # The elder of this deal deals next.
            after = needs[1] - dealer, needs[0] - elder
            value = 1.0 if after[1] <= 0 else 0.0 if after[0] <= 0 else 1 - chances[after]
            total += number * value
            squares += number * value**2
            if min(after) > 0:
                for place, often in reach[after].items():
                    visits[place] += often * number / deals
        chances[needs] = total / deals
        variances[needs] = max(0.0, squares / deals - chances[needs] ** 2) / deals
        reach[needs] = visits
    return {
        needs: Value(chances[needs], sqrt(sum(often**2 * variances[place] for place, often in reach[needs].items())))
        for needs in chances
    }
