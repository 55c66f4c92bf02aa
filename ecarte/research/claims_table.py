"""The book's claims about proposing and refusing beside figures: `python -m ecarte.research claims`.

For each case of `book_claims`: the decider's chance to win the game by the book's advice and by the alternative, in the
policy's model; the elder's chance of the point, played as dealt with hidden hands, against a careful dealer and against
a naive one (who replies with the lowest lawful card and leads the highest plain card), the count with open hands, and
the proved bounds (`ecarte.ai.hidden`). A claim **holds** where the alternative is in no case better beyond sampling
error; it **holds against a naive dealer only** where that is true if the hand is played against such a dealer; else it
**fails**.

Claims about chances, discards and the score (p. 72) follow, with notes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final

from ecarte.ai.hidden import Interval, certified
from ecarte.ai.policy import Seen, policy
from ecarte.game import Card, Suit, cards_of, mask_of, parse_cards
from ecarte.odds.first_hand import open_odds
from ecarte.odds.hand_classes import TRUMPS, hands_of_classes
from ecarte.odds.hands import Holding, Role
from ecarte.research.book_claims import CLAIMS, Advice, Case, Claim, case_name
from ecarte.research.score_table import score_table

__all__ = ["Figures", "Row", "Verdict", "claims_table"]

_TWO_TO_ONE: Final = 2 / 3
_PLAY_NOISE: Final = 0.006  # two standard errors of a chance over 30,000 deals
_LEAST: Final = 0.0005  # of a game: less counts as even
_EVEN: Final = 0.005
_MOSTLY: Final = 0.9
_TRUMP_BITS: Final = (1 << TRUMPS) - 1
_THREE_AND_SEVENS: Final = ("9S 8S 7S 7H 7C", "TS")


@unique
class Verdict(Enum):
    HOLDS = "holds"
    NAIVE = "holds against a naive dealer only"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one case. `advised`, `other`: the decider's chance to win the game by the book's way and by the
    other.

    `noise`: the standard error of the difference. `naive`: the extra gain of the book's way against a naive dealer.
    `open_point`: how many of the 65,780 hands allow the point with open hands; `careful_point`, `naive_point`: its
    chance with hidden ones; `certain`: the proved bounds (`ecarte.ai.hidden`). The last five are None where the dealer
    decides.
    """

    case: Case
    advised: float
    other: float
    noise: float
    naive: float | None = None
    open_point: int | None = None
    careful_point: float | None = None
    naive_point: float | None = None
    certain: Interval | None = None

    @property
    def gain(self) -> float:
        """The gain of the book's way."""
        return self.advised - self.other

    def holds(self, naive: bool = False) -> bool:
        """Whether the other way is no better within these figures."""
        more = max(self.naive or 0.0, 0.0) if naive else 0.0
        return self.gain + more > -max(2 * self.noise, _LEAST)


@dataclass(frozen=True, slots=True)
class Row:
    """A claim, its verdict, and its figures: of its cases, or in `notes`."""

    name: str
    page: int
    says: str
    verdict: Verdict
    figures: tuple[Figures, ...]
    notes: tuple[str, ...] = ()


@cache
def claims_table() -> tuple[Row, ...]:
    """All claims: first on decisions, then on chances, discards and the score."""
    rows = tuple(_row(claim) for claim in CLAIMS)
    return (*rows, *_chances(rows), *_discards(), *_scores())


def _row(claim: Claim) -> Row:
    figures = tuple(_figures(case, claim.advice) for case in claim.cases)
    if all(figure.holds() for figure in figures):
        verdict = Verdict.HOLDS
    elif claim.advice is Advice.PLAY and all(figure.holds(naive=True) for figure in figures):
        verdict = Verdict.NAIVE
    else:
        verdict = Verdict.FAILS
    return Row(claim.name, claim.page, claim.says, verdict, figures)


def _figures(case: Case, advice: Advice) -> Figures:
    stay, change, noise, *played = policy().claim(case_name(case, advice.role))
    stays = advice in (Advice.PLAY, Advice.REFUSE)
    advised, other = (stay, change) if stays else (change, stay)
    if advice.role is Role.DEALER:
        return Figures(case, advised, other, noise)
    careful, naive, gain = played
    holding = Holding.of(cards_of(case.hand), case.turn_up)
    point, certain = open_odds(holding).point, certified(holding)
    return Figures(case, advised, other, noise, gain if stays else -gain, point, careful, naive, certain)


def _chances(rows: tuple[Row, ...]) -> Iterator[Row]:
    """Hint 9: the hands to be played are two to one on; of three trumps and two sevens it says three to two."""
    for row in rows:
        if row.name.startswith("J") and row.name[-1].isdigit():
            figures = tuple(
                figure for figure in row.figures if (figure.case.cards, figure.case.turn) != _THREE_AND_SEVENS
            )
            says = f"two to one on the point with {row.name} (where two cards at most can go, it may be less)"
            yield Row(f"H9 {row.name}", 40, says, _odds_verdict(figures, _TWO_TO_ONE), figures)
    figures = tuple(figure for figure in rows[0].figures if (figure.case.cards, figure.case.turn) == _THREE_AND_SEVENS)
    says = "three to two on the point with three trumps and two sevens, against the best play"
    yield Row("H9 J1 777", 40, says, _odds_verdict(figures, 3 / 5), figures)


def _discards() -> Iterator[Row]:
    """Hints 7 and 8, over all hands that propose first at love-all, weighted by how often they are dealt."""
    proposed = book = few = without = 0.0
    turn_up = Card.parse("7S")
    kings = mask_of(parse_cards("KS KH KD KC"))
    for standing in hands_of_classes():
        hand = standing & _TRUMP_BITS | standing >> TRUMPS << TRUMPS + 1
        seen = Seen(hand, turn_up, Role.ELDER)
        plain = (hand >> suit.shift & 0xFF for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
        often = policy().propose(seen) * len(set(permutations(plain)))
        if often:
            out = policy().discard(seen)
            proposed += often
            book += often * (out == hand & ~kings & ~turn_up.suit.mask)
            if not hand & Card.parse("KS").bit:
                without += often
                few += often * (out.bit_count() < 3)
    elder, dealer, noise = policy().claim("H8")
    yield _noted_row(
        "H8",
        39,
        "put out all but trumps and kings",
        max(elder, dealer) - 2 * noise <= _LEAST,
        f"always to do so costs the elder hand {elder:.5f}, the dealer {dealer:.5f} of a game in a deal ± {noise:.5f}",
        f"the policy does so in {book / proposed:.3f} of its first proposals at love-all",
    )
    yield _noted_row(
        "H7",
        39,
        "fewer than three cards are hardly ever right to put out without the king of trumps",
        few / without <= 1 - _MOSTLY,
        f"the policy does so in {few / without:.3f} of its first proposals without the king",
    )


def _scores() -> Iterator[Row]:
    """Claims of p. 72 about the deal and the odds."""
    scores = {(odds.own, odds.others): odds for odds in score_table()}
    deal = scores[0, 0].dealing
    note = f"the dealer wins {deal:.4f} of games from love-all; within {_EVEN} of even is called even"
    yield _noted_row("O1", 72, "the deal is no advantage", deal <= 0.5 + _EVEN, note)
    held = Fraction(28, 32) * Fraction(5, 31)
    marked = Fraction(4, 32) + held
    says = "without exchanges the dealer marks the king 66 times for the elder hand's 35"
    note = f"{marked * 248} and {held * 248} of 248 deals, exactly"
    yield _noted_row("O2", 72, says, marked / held == Fraction(66, 35), note)
    usual = [score for score in scores.values() if score.own != score.others and not score.warned]
    least = min(min(score.layer_gains(True), score.layer_gains(False)) for score in usual)
    says = "laying the odds of the table is a slight advantage, but for two scores"
    yield _noted_row("O3", 72, says, least > 0, f"at the other scores {least:+.4f} of a game at least")
    for name, odds in (("O4", scores[3, 2]), ("O5", scores[4, 3])):
        dealing, leading = odds.layer_gains(True), odds.layer_gains(False)
        note = f"{dealing:+.4f} of a game when dealing, {leading:+.4f} when leading"
        yield _noted_row(
            name, 72, f"{odds.book} is bad to lay at {odds.own} to {odds.others} when dealing", dealing < 0, note
        )


def _noted_row(name: str, page: int, says: str, true: bool, *notes: str) -> Row:
    return Row(name, page, says, Verdict.HOLDS if true else Verdict.FAILS, (), notes)


def _odds_verdict(figures: tuple[Figures, ...], least: float) -> Verdict:
    if all((figure.careful_point or 0) >= least - _PLAY_NOISE for figure in figures):
        return Verdict.HOLDS
    return (
        Verdict.NAIVE if all((figure.naive_point or 0) >= least - _PLAY_NOISE for figure in figures) else Verdict.FAILS
    )
