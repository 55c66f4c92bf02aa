"""The book's claims of proposing and refusing beside the numbers: `python -m ecarte.research claims`.

For each case of `book_claims`: the decider's chance to win the game if he does what the book says and if he does the
other thing, both in the policy's model (`policy`) and computed with its table; how often an elder hand, played as
dealt, makes the point with hidden hands against a careful dealer and against a naive one (who answers with the lowest
card that he may play and leads his highest plain card), with open hands exactly, and the proved ends (`hidden`). A
claim **holds** where in no case the other thing is better beyond what sampling leaves open; it **holds against a naive
dealer only** where that is so if the hand is played against such a dealer; else it **fails**.

Claims of chances, of discards and of the score (p. 72) follow, told in words with the figures they are judged by.
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
_LEAST: Final = 0.0005  # of a game: less is called even
_EVEN: Final = 0.005
_MOSTLY: Final = 0.9
_TRUMP_BITS: Final = (1 << TRUMPS) - 1
_THREE_AND_SEVENS: Final = ("9S 8S 7S 7H 7C", "TS")


@unique
class Verdict(Enum):
    """What the numbers say of a claim."""

    HOLDS = "holds"
    NAIVE = "holds against a naive dealer only"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one case. `advised`, `other`: the decider's chance to win the game by the book's way and else.

    `noise`: the standard error of the difference. `naive`: what the book's way gains more against a naive dealer.
    `open_point`: against how many of the 65,780 hands he makes the point with open hands; `careful_point`,
    `naive_point`: how often with hidden ones; `certain`: between what that chance is proved to lie
    (`ecarte.ai.hidden`). The last five are None where the dealer decides.
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
        """By how much the book's way is better."""
        return self.advised - self.other

    def holds(self, naive: bool = False) -> bool:
        """Whether the other way is not better, as far as these figures tell."""
        more = max(self.naive or 0.0, 0.0) if naive else 0.0
        return self.gain + more > -max(2 * self.noise, _LEAST)


@dataclass(frozen=True, slots=True)
class Row:
    """A claim, what the numbers say, and the figures that it stands on: of its cases, or told in `notes`."""

    name: str
    page: int
    says: str
    verdict: Verdict
    figures: tuple[Figures, ...]
    notes: tuple[str, ...] = ()


@cache
def claims_table() -> tuple[Row, ...]:
    """Every claim: first those of what to do, then those of chances, of discards and of the score."""
    rows = tuple(_row(claim) for claim in CLAIMS)
    return (*rows, *_chances(rows), *_discards(), *_scores())


def _row(claim: Claim) -> Row:
    figures = tuple(_figures(case, claim.advice) for case in claim.cases)
    if all(it.holds() for it in figures):
        verdict = Verdict.HOLDS
    elif claim.advice is Advice.PLAY and all(it.holds(naive=True) for it in figures):
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
            figures = tuple(it for it in row.figures if (it.case.cards, it.case.turn) != _THREE_AND_SEVENS)
            says = f"two to one on the point with {row.name} (where two cards at most can go, it may be less)"
            yield Row(f"H9 {row.name}", 40, says, _odds_verdict(figures, _TWO_TO_ONE), figures)
    figures = tuple(it for it in rows[0].figures if (it.case.cards, it.case.turn) == _THREE_AND_SEVENS)
    says = "three to two on the point with three trumps and two sevens, against the best play"
    yield Row("H9 J1 777", 40, says, _odds_verdict(figures, 3 / 5), figures)


def _discards() -> Iterator[Row]:
    """Hints 7 and 8, over all hands that propose first at love-all, weighed by how often they are dealt."""
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
    yield _told(
        "H8",
        39,
        "put out all but trumps and kings",
        max(elder, dealer) - 2 * noise <= _LEAST,
        f"always to do so costs the elder hand {elder:.5f}, the dealer {dealer:.5f} of a game in a deal ± {noise:.5f}",
        f"the policy does so in {book / proposed:.3f} of its first proposals at love-all",
    )
    yield _told(
        "H7",
        39,
        "fewer than three cards are hardly ever right to put out without the king of trumps",
        few / without <= 1 - _MOSTLY,
        f"the policy does so in {few / without:.3f} of its first proposals without the king",
    )


def _scores() -> Iterator[Row]:
    """What p. 72 says of the deal and of the odds."""
    scores = {(it.own, it.others): it for it in score_table()}
    deal = scores[0, 0].dealing
    note = f"the dealer wins {deal:.4f} of games from love-all; within {_EVEN} of even is called even"
    yield _told("O1", 72, "the deal is no advantage", deal <= 0.5 + _EVEN, note)
    held = Fraction(28, 32) * Fraction(5, 31)
    marked = Fraction(4, 32) + held
    says = "without exchanges the dealer marks the king 66 times for the elder hand's 35"
    note = f"{marked * 248} and {held * 248} of 248 deals, exactly"
    yield _told("O2", 72, says, marked / held == Fraction(66, 35), note)
    usual = [it for it in scores.values() if it.own != it.others and not it.warned]
    least = min(min(it.layer_gains(True), it.layer_gains(False)) for it in usual)
    says = "who lays the odds of the table has a slight advantage, but for two scores"
    yield _told("O3", 72, says, least > 0, f"at the other scores he has {least:+.4f} of a game at least")
    for name, it in (("O4", scores[3, 2]), ("O5", scores[4, 3])):
        dealing, leading = it.layer_gains(True), it.layer_gains(False)
        note = f"he has {dealing:+.4f} of a game if he deals, {leading:+.4f} if the other does"
        yield _told(name, 72, f"{it.book} is bad to lay at {it.own} to {it.others} if he deals", dealing < 0, note)


def _told(name: str, page: int, says: str, true: bool, *notes: str) -> Row:
    return Row(name, page, says, Verdict.HOLDS if true else Verdict.FAILS, (), notes)


def _odds_verdict(figures: tuple[Figures, ...], least: float) -> Verdict:
    if all((it.careful_point or 0) >= least - _PLAY_NOISE for it in figures):
        return Verdict.HOLDS
    return Verdict.NAIVE if all((it.naive_point or 0) >= least - _PLAY_NOISE for it in figures) else Verdict.FAILS
