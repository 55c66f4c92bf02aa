"""`python -m research page`: writes the figures of docs/mathematics.md and docs/figures.md between their markers.

    <!-- figures: NAME -->
    ...
    <!-- end -->

`_MAKERS` names the function that writes the text between two markers. The text around them is written by hand and has
no figure of ours that can change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import ceil, comb, floor
from pathlib import Path
from typing import Final, NamedTuple

from ecarte.ai.cards.hidden import certified_interval
from ecarte.ai.exchange.policy import policy
from ecarte.odds.hand_classes import CLASSES
from ecarte.odds.hands import HAND_SIZE, Role
from ecarte.odds.jeux import jeu_of
from ecarte.odds.patterns import table as patterns
from research.figures.asked_hands import Asked, class_weights, hundred_hands, in_suits
from research.figures.claims_table import PLAYERS_ERROR, ClaimVerdict, Row, claims_table
from research.figures.played import Value, played_scores, stale
from research.figures.score_table import score_table, scores_error
from research.matches import exploit, stories, strength

_DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = (_DOCS / "mathematics.md", _DOCS / "figures.md")
"""The two pages whose figures this module writes: theorems with their numbers, and tables of all other figures."""
_BLOCK: Final = re.compile(r"(<!-- figures: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_UNSEEN: Final = 26
_TWO_TO_ONE: Final = 2 / 3
_OTHER_HANDS: Final = comb(_UNSEEN, HAND_SIZE)
_TRUMPS_UNSEEN: Final = 7
"""How many trumps an elder without trumps has not seen: all except the turn-up."""


def page(text: str) -> str:
    """Returns the text of a page with every block between markers written anew. Raises `KeyError` for a block with an
    unknown name.
    """
    return _BLOCK.sub(lambda found: f"{found[1]}\n{_lines(_MAKERS[found[2]]())}\n\n{found[3]}", text)


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield _row(head)
    yield _row(["---"] * len(head))
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _files() -> Iterator[str]:
    """Yields a table of the house's files with their hashes."""
    tables = sorted((entry for entry in files("ecarte.ai").iterdir() if entry.name.endswith(".bin")), key=str)
    rows = [(f"`{entry.name}`", f"`{sha256(entry.read_bytes()).hexdigest()}`") for entry in tables]
    yield from _table(("`ecarte/ai/`", "SHA-256"), rows)


def _counting() -> Iterator[str]:
    """Yields a table of exact counts: hands, positions, deals."""
    rows = [
        ("hands that the dealer may hold against an elder's hand and the turn-up", f"{_OTHER_HANDS:,}", "C(26, 5)"),
        ("of them, hands with a given card, as the king of trumps", f"{comb(_UNSEEN - 1, 4):,}", "C(25, 4)"),
        ("hands up to the order of the plain suits, the turn-up out", f"{CLASSES:,}", "`ecarte/odds/hand_classes.py`"),
        (
            "positions with open hands, one card to five on each side, by the order of the cards in play",
            f"{sum(map(len, patterns().values())) - 1:,}",
            "`ecarte/odds/patterns.py`",
        ),
        (
            "without exchanges, deals in which the dealer scores the king, and the elder, of 248",
            "66 and 35",
            "`python -m research claims O2`",
        ),
    ]
    return _table(("what", "how many", "by"), rows)


def _trumps_against(own: int) -> tuple[int, int]:
    """Returns how many hands of the dealer have at most one trump, and how many have more."""
    left = _TRUMPS_UNSEEN - own
    few = sum(comb(left, number) * comb(_UNSEEN - left, HAND_SIZE - number) for number in range(2))
    return few, _OTHER_HANDS - few


class _Bounds(NamedTuple):
    lower: float
    upper: float
    median: float
    widest: float


@cache
def _bounds(role: Role) -> _Bounds:
    """Returns the means of a role's lower and upper bounds, and the median and largest width. Each hand counts as
    often as it is dealt.
    """
    lower = upper = total = 0.0
    widths: Counter[float] = Counter()
    for holding, ways in class_weights(role):
        ends = certified_interval(holding)
        total += ways
        lower += ways * ends.lower
        upper += ways * ends.upper
        widths[ends.upper - ends.lower] += ways
    half, median = total / 2, 0.0
    for width, ways in sorted(widths.items()):
        half -= ways
        if half <= 0:
            median = width
            break
    return _Bounds(lower / total, upper / total, median, max(widths))


def _value() -> Iterator[str]:
    """Yields what is proved about how often the elder makes the point as dealt."""
    elder, dealer = (_bounds(role) for role in Role)
    low, high = max(elder.lower, 1 - dealer.upper), min(elder.upper, 1 - dealer.lower)
    yield (
        f"Where both play best in the game as dealt, the elder makes the point with a chance of at least"
        f" {_down(low)} and at most {_up(high)}."
    )
    yield ""
    rows = (
        (f"the {role}", f"{_down(ends.lower)}", f"{_up(ends.upper)}", f"{_up(ends.median)}", f"{_up(ends.widest)}")
        for role, ends in zip(Role, (elder, dealer), strict=True)
    )
    yield from _table(("side", "mean lower end", "mean upper end", "median width of a hand", "widest"), rows)


def _two_to_one() -> Iterator[str]:
    """Yields a table of how many hands are proved to make the point two times in three, and how many proved not to."""
    rows = []
    for role in Role:
        shares: Counter[str] = Counter()
        jeux = jeux_proved = 0
        for holding, ways in class_weights(role):
            ends, jeu = certified_interval(holding), jeu_of(holding) is not None
            shares["yes" if ends.lower >= _TWO_TO_ONE else "no" if ends.upper < _TWO_TO_ONE else "open"] += ways
            jeux += ways * jeu
            jeux_proved += ways * (jeu and ends.lower >= _TWO_TO_ONE)
        total = sum(shares.values())
        told = f"{jeux_proved / jeux:.1%}" if jeux else "–"
        rows.append((f"the {role}", *(f"{shares[answer] / total:.1%}" for answer in ("yes", "no", "open")), told))
    head = (
        "hands, as often as they are dealt, of",
        "proved two to one on",
        "proved not",
        "neither",
        "of jeux de règle proved",
    )
    return _table(head, rows)


def _down(chance: float) -> str:
    return f"{floor(chance * 10_000) / 10_000:.4f}"


def _up(chance: float) -> str:
    return f"{ceil(chance * 10_000) / 10_000:.4f}"


def _scores() -> Iterator[str]:
    """Yields a table of the chances to win at each score."""

    def cell(value: Value | None) -> str:
        return "not played" if value is None else f"{value.chance:.4f} ± {2 * value.error:.4f}"

    rows = (
        (
            f"{score.own} – {score.others}",
            f"{score.dealing:.4f}",
            cell(score.played_dealing),
            f"{score.leading:.4f}",
            cell(score.played_leading),
            score.book,
            f"{score.fair:.4f}",
        )
        for score in score_table()
    )
    head = (
        "score",
        "dealing, told",
        "dealing, played",
        "leading, told",
        "leading, played",
        "the book lays",
        "fair for",
    )
    yield from _table(head, rows)
    yield ""
    apart = [(abs(policy().chance(*needs) - value.chance), value) for needs, value in played_scores().items()]
    if apart:
        most, value = max(apart)
        yield (
            f"Told and played differ by {most:.4f} ± {2 * value.error:.4f} where they differ most, by"
            f" {scores_error():.4f} in the middle of all scores. {_made_with('scores')}"
        )


def _policy() -> Iterator[str]:
    """Yields a table of what was measured about the policy in its model."""
    measured = policy().measurements()
    love = measured["e5d5k"]
    gain = max(max(game.elder_gain, game.dealer_gain) for game in measured.values())
    yield from _table(
        ("in the model, at love-all", "value"),
        (
            ("the elder proposes", f"{love.proposed:.3f}"),
            ("the dealer then accepts", f"{love.given:.3f}"),
            ("deals with one, two, three exchanges", ", ".join(f"{share:.3f}" for share in love.exchanges)),
            ("the largest gain of a best answer found, at any score, for a deal", f"{gain:.4f}"),
        ),
    )


def _strength() -> Iterator[str]:
    """Yields a table of the maître's results against other players."""
    stored = strength.stored_duels()
    if not stored:
        yield f"Not played yet: `{_COMMANDS['strength']}` plays."
        return
    rows = []
    for name, result in stored.items():
        low, high = result.interval()
        rows.append((name, f"{2 * result.pairs:,}", f"{result.share:.2%}", f"{low:.2%} to {high:.2%}"))
    yield from _table(("against", "games", "the maître wins", "95 % interval"), rows)
    yield ""
    yield _made_with("strength")


def _exploiters() -> Iterator[str]:
    """Yields a table of what other players gain against the maître."""
    stored = exploit.stored_exploits()
    if not stored:
        yield f"Not played yet: `{_COMMANDS['exploit']}` plays."
        return
    head = ("a player who", "games", "gains of a game", "by the games won")
    rows = (
        (
            row.name,
            f"{2 * row.result.pairs:,}",
            f"{row.gain:+.4f} ± {2 * row.error:.4f}",
            f"{row.played:+.4f} ± {2 * row.played_error:.4f}",
        )
        for row in stored
    )
    yield from _table(head, rows)
    yield ""
    most = max(stored, key=lambda row: row.gain)
    yield f"The most that was found is {most.gain:+.4f} ± {2 * most.error:.4f}. {_made_with('exploit')}"


def _stories() -> Iterator[str]:
    """Yields a table of how many games it takes to tell two players apart, by which parts of a result are counted."""
    stored = stories.stored_spreads()
    if not stored:
        yield f"Not played yet: `{_COMMANDS['story']}` plays."
        return
    head = ("counted of a game", "mean", "standard deviation", "of the variance", "games for 52 in 100")
    rows = (
        (
            way,
            f"{row.mean:.4f} ± {2 * row.error:.4f}",
            f"{row.deviation:.3f}",
            f"{stories.kept(stored, way):.1%}",
            f"{row.needed:,}",
        )
        for way, row in stored.items()
    )
    yield f"{stored[stories.WAYS[0]].games:,} games of the maître against the salon player:"
    yield ""
    yield from _table(head, rows)
    yield ""
    yield _made_with("story")


_COMMANDS: Final = {
    "claims": "python -m research play claims",
    "scores": "python -m research play scores",
    "strength": "python -m research strength --store",
    "exploit": "python -m research exploit --store",
    "story": "python -m research story --games 1000 --store",
}


def _made_with(part: str) -> str:
    changed = stale(part)
    if not changed:
        return "Played with the tables of this release."
    return f"Played with earlier tables ({', '.join(changed)}): `{_COMMANDS[part]}` plays anew."


def _claims() -> Iterator[str]:
    """Yields a table of the verdicts on the book's claims."""
    rows = claims_table()
    count = Counter(row.verdict for row in rows)
    yield f"{len(rows)} claims; " + ", ".join(f"{verdict.value}: {count[verdict]}" for verdict in ClaimVerdict) + "."
    yield (
        f"The error of a gain is two standard errors of the deals together with {PLAYERS_ERROR} for the players: gains"
        f" that players of another program made in these cases lay within it. {_made_with('claims')}"
    )
    yield ""
    yield from _table(
        ("claim", "page", "the book, in our words", "least gain of its way", "verdict"), map(_claim, rows)
    )


def _claim(row: Row) -> tuple[str, ...]:
    name, page_, says = row.name, str(row.page), row.says
    if not row.figures or name.startswith("H9 "):
        return name, page_, says, row.notes[0] if row.notes else _least_point(row), row.verdict.value
    worst = min(row.figures, key=lambda figure: figure.gain)
    return name, page_, says, f"{worst.gain:+.4f} ± {worst.error:.4f} ({worst.case.cards})", row.verdict.value


def _least_point(row: Row) -> str:
    played = [figure for figure in row.figures if figure.point is not None]
    if not played:
        return "not played"
    worst = min(played, key=lambda figure: figure.point or 0.0)
    assert worst.certain is not None
    return (
        f"the point {worst.point:.3f} ± {worst.point_error:.3f}, proved {_down(worst.certain.lower)} to"
        f" {_up(worst.certain.upper)} ({worst.case.cards})"
    )


def _hands() -> Iterator[str]:
    """Yields a table of the hundred hands."""
    head = ("", "hand", "turned", "side", "from", "open hands", "proved, hidden hands", "the house leads")
    return _table(head, (_hand(number, asked) for number, asked in enumerate(hundred_hands(), 1)))


def _hand(number: int, asked: Asked) -> tuple[str, ...]:
    holding, ends = asked.holding, asked.certain
    return (
        str(number),
        in_suits(holding),
        str(holding.turn_up),
        str(holding.role),
        asked.source,
        f"{asked.open_point:,}",
        f"{_down(ends.lower)} to {_up(ends.upper)}",
        "" if asked.lead is None else str(asked.lead),
    )


def _books() -> Iterator[str]:
    """Yields a table of the figures that books state, next to ours."""
    one, two = _trumps_against(1), _trumps_against(2)
    rows = {row.name: row for row in claims_table()}
    sevens = rows["H9 J1 777"].figures[0]
    assert sevens.certain is not None
    interval = f"{_down(sevens.certain.lower)} to {_up(sevens.certain.upper)}, proved"
    yield from _table(
        ("book", "says", "ours"),
        (
            ("Cavendish, p. 72", "the dealer's king against the elder's: 66 to 35", "66 to 35, exactly"),
            ("Cavendish, p. 40", "three trumps and two sevens: about 3 to 2 on the point, 0.600", interval),
            (
                "R. F. Foster, *Complete Hoyle*, chapter on écarté",
                "an elder with one trump meets fewer than two: 44,574 to 21,206",
                f"{one[0]:,} to {one[1]:,}, exactly",
            ),
            ("the same", "an elder with two trumps: 50,274 to 15,506", f"{two[0]:,} to {two[1]:,}, exactly"),
            *_jeux(rows.values()),
        ),
    )


def _jeux(rows: Iterable[Row]) -> Iterator[tuple[str, str, str]]:
    """Yields how many jeux de règle are proved to make the point two times in three, and how many are proved not to."""
    figures = [
        figure for row in rows if row.name.startswith("H9 J") and row.name[-1].isdigit() for figure in row.figures
    ]
    ends = [figure.certain for figure in figures if figure.certain is not None]
    proved, refuted = sum(end.lower >= _TWO_TO_ONE for end in ends), sum(end.upper < _TWO_TO_ONE for end in ends)
    yield (
        "Cavendish, p. 40; Foster",
        "a jeu de règle is two to one on, 0.667",
        f"of {len(ends)} weakest hands {proved} are, against every opponent; {refuted} are not, against the reference",
    )


_MAKERS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "counting": _counting,
    "value": _value,
    "two-to-one": _two_to_one,
    "files": _files,
    "policy": _policy,
    "scores": _scores,
    "claims": _claims,
    "books": _books,
    "hands": _hands,
    "strength": _strength,
    "exploiters": _exploiters,
    "stories": _stories,
}


def blocks(text: str) -> list[str]:
    """Returns the names of the blocks in the text of a page, in order."""
    return [found[2] for found in _BLOCK.finditer(text)]
