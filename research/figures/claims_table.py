"""Compares the book's claims about proposing and refusing with figures: `python -m research claims`.

Each case of `book_claims` has two gains: by how much the move that the book advises is better than the other one, as a
chance to win the game. The **told** gain is computed by the policy in its model of the play. The **played** gain is
measured in deals that the players of the house play out (`played`); it decides. Its **error** has two parts: two
standard errors of the deals, and `PLAYERS_ERROR`, because other players would play differently. In these cases the
gains of another program's players were within the error. For a gain that is only told, the second part is the error of
the model: the median difference between told and played gains, over all cases.

A claim **fails** if in one of its cases the other move gains more than the error. It **holds against a naive dealer
only** if it would not fail against a dealer who replies with the lowest lawful card and leads the highest plain card.
It is **not settled** if a gain is smaller than its error. Otherwise it **holds**.

For the elder there are also the chance of the point, played as dealt; the proved bounds (`ecarte.ai.cards.hidden`); and
the count with open hands. Claims about chances, discards and the score (p. 72) follow, with notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, unique
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import hypot, sqrt
from statistics import median
from typing import Final

from ecarte.ai.cards.hidden import Interval, certified_interval
from ecarte.ai.exchange.policy import PolicyInput, policy
from ecarte.game import Card, Suit, cards_of, mask_of, parse_cards
from ecarte.odds.first_hand import open_odds
from ecarte.odds.hand_classes import TRUMPS, hands_of_classes
from ecarte.odds.hands import Holding, Role
from research.figures.book_claims import CLAIMS, Advice, BookClaim, ClaimCase, case_name
from research.figures.played import Played, played_figures
from research.figures.score_table import Score, score_table, scores_error

_TWO_TO_ONE: Final = 2 / 3
_LEAST: Final = 0.0005  # of a game: less counts as even
_EVEN: Final = 0.005
PLAYERS_ERROR: Final = 0.004
"""How far a played gain may be wrong because other players would play differently, as a chance to win the game. With
this allowance, the error of a gain covered what another program's players gained. No command computes it.
"""
_MOSTLY: Final = 0.9
_TRUMP_BITS: Final = (1 << TRUMPS) - 1
_THREE_AND_SEVENS: Final = ("9S 8S 7S 7H 7C", "TS")


@unique
class ClaimVerdict(Enum):
    """What the figures say about a claim of the book."""

    HOLDS = "holds"
    NAIVE = "holds against a naive dealer only"
    FAILS = "fails"
    UNSETTLED = "not settled"


@dataclass(frozen=True, slots=True)
class Figures:
    """What was computed and played for one case of a claim. The decider is the player whom the book advises.

    Attributes:
        case: the hand and the score.
        told_advised, told_other: the decider's chance to win the game by the advised move and by the other one, in the
            policy's model.
        told_noise: the standard error of the difference between these two chances.
        played_advised, played_other, played_noise: the same three figures in deals played out. None if the case was not
            played out.
        deals: the number of deals played out.
        model: the error of the model (`model_error`).
        naive: how much more the advised move gains, in the model, against a naive dealer, who replies with the lowest
            lawful card and leads the highest plain card. `naive` and all attributes below are None if the dealer
            decides.
        open_point: against how many of the 65,780 opposing hands the hand makes the point with open hands.
        point: how often the hand makes the point, played as dealt (0 to 1).
        point_error: two standard errors of `point`.
        naive_point: how often the hand makes the point against a naive dealer, in the model (0 to 1).
        certain: the proved bounds on the chance of the point.
    """

    case: ClaimCase
    told_advised: float
    told_other: float
    told_noise: float
    played_advised: float | None
    played_other: float | None
    played_noise: float | None
    deals: int
    model: float
    naive: float | None = None
    open_point: int | None = None
    point: float | None = None
    point_error: float | None = None
    naive_point: float | None = None
    certain: Interval | None = None

    @property
    def told_gain(self) -> float:
        """By how much the move that the book advises is better than the other one in the policy's model, as a chance
        to win the game.
        """
        return self.told_advised - self.told_other

    @property
    def gain(self) -> float:
        """By how much the move that the book advises is better than the other one, as a chance to win the game: in
        deals played out or, if there are none, in the model.
        """
        if self.played_advised is None or self.played_other is None:
            return self.told_gain
        return self.played_advised - self.played_other

    @property
    def error(self) -> float:
        """The error of `gain`: two standard errors, combined with the error of the players or, if no deals were played
        out, of the model.
        """
        if self.played_noise is None:
            return hypot(2 * self.told_noise, self.model)
        return hypot(2 * self.played_noise, PLAYERS_ERROR)

    @property
    def verdict(self) -> ClaimVerdict:
        """Whether the figures of this case show that the move advised by the book is better."""
        if abs(self.gain) <= max(self.error, _LEAST):
            return ClaimVerdict.UNSETTLED
        if self.gain > 0:
            return ClaimVerdict.HOLDS
        return ClaimVerdict.NAIVE if self.gain + max(self.naive or 0.0, 0.0) > self.error else ClaimVerdict.FAILS


@dataclass(frozen=True, slots=True)
class Row:
    """A claim of the book, and the verdict on it.

    Attributes:
        figures: the figures of each case of the claim. Empty if the claim has notes instead.
        notes: lines of text with the figures of a claim that is not judged by cases.
    """

    name: str
    page: int
    says: str
    verdict: ClaimVerdict
    figures: tuple[Figures, ...]
    notes: tuple[str, ...] = ()


@cache
def claims_table() -> tuple[Row, ...]:
    """Returns all claims of the book with their verdicts: first those on decisions, then those on chances, on discards
    and on the score.
    """
    rows = tuple(_row(claim) for claim in CLAIMS)
    return (*rows, *_chances(rows), *_discards(), *_scores())


@cache
def model_error() -> float:
    """Returns how far the gains told by the model are from the played ones: the median over all cases. 0 if no case was
    played.
    """
    distances = []
    for claim in CLAIMS:
        for case in claim.cases:
            played = played_figures(case, claim.advice.role)
            if played is not None:
                stay, change, *_ = policy().claim(case_name(case, claim.advice.role))
                distances.append(abs((stay - change) - (played.stay - played.change)))
    return median(distances) if distances else 0.0


def _row(claim: BookClaim) -> Row:
    figures = tuple(_figures(case, claim.advice) for case in claim.cases)
    return Row(claim.name, claim.page, claim.says, _together(figure.verdict for figure in figures), figures)


def _together(verdicts: Iterable[ClaimVerdict]) -> ClaimVerdict:
    """Returns the verdict on a claim: the worst of the verdicts on its cases."""
    all_verdicts = set(verdicts)
    worst = (ClaimVerdict.FAILS, ClaimVerdict.NAIVE, ClaimVerdict.UNSETTLED)
    return next((verdict for verdict in worst if verdict in all_verdicts), ClaimVerdict.HOLDS)


def _figures(case: ClaimCase, advice: Advice) -> Figures:
    told = policy().claim(case_name(case, advice.role))
    stay, change, noise = told[:3]
    played = played_figures(case, advice.role)
    stays = advice in (Advice.PLAY, Advice.REFUSE)
    told_pair = (stay, change) if stays else (change, stay)
    played_pair = _pair(played, stays)
    figures = (
        case,
        *told_pair,
        noise,
        *played_pair,
        None if played is None else played.error,
        0 if played is None else played.deals,
        model_error(),
    )
    if advice.role is Role.DEALER:
        return Figures(*figures)
    _, naive_point, naive = told[3:]
    holding = Holding.of(cards_of(case.hand), case.turn_up)
    # If a player needs one point, a king may end the game before the play.
    point = played.point if played is not None and min(case.elder_needs, case.dealer_needs) > 1 else None
    point_error = None if played is None or point is None else 2 * sqrt(point * (1 - point) / played.deals)
    return Figures(
        *figures,
        naive if stays else -naive,
        open_odds(holding).point,
        point,
        point_error,
        naive_point,
        certified_interval(holding),
    )


def _pair(played: Played | None, stays: bool) -> tuple[float | None, float | None]:
    if played is None:
        return None, None
    return (played.stay, played.change) if stays else (played.change, played.stay)


def _chances(rows: tuple[Row, ...]) -> Iterator[Row]:
    """Yields what the book claims about chances (Hint 9): hands that are to be played make the point two times in
    three, and three trumps with two sevens three times in five.
    """
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
    """Yields what the book claims about discards (Hints 7 and 8). The figures are over all first proposals at
    love-all, each hand as often as it is dealt.
    """
    proposed = book = few = without = 0.0
    turn_up = Card.parse("7S")
    kings = mask_of(parse_cards("KS KH KD KC"))
    for standing in hands_of_classes():
        hand = standing & _TRUMP_BITS | standing >> TRUMPS << TRUMPS + 1
        seen = PolicyInput(hand, turn_up, Role.ELDER)
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
        "discard all except trumps and kings",
        _settled(_LEAST - max(elder, dealer), 2 * noise),
        f"always to do so costs the elder {elder:.5f}, the dealer {dealer:.5f} of a game in a deal ± {noise:.5f}",
        f"the policy does so in {book / proposed:.3f} of its first proposals at love-all",
    )
    yield _noted_row(
        "H7",
        39,
        "to discard fewer than three cards without the king of trumps is hardly ever right",
        ClaimVerdict.HOLDS if few / without <= 1 - _MOSTLY else ClaimVerdict.FAILS,
        f"the policy does so in {few / without:.3f} of its first proposals without the king",
    )


def _scores() -> Iterator[Row]:
    """Yields what the book claims about the deal and the odds (p. 72).

    The chances are those of deals played out, if deals at every score are stored.
    """
    scores = {(odds.own, odds.others): odds for odds in score_table()}
    love = scores[0, 0].best(True)
    error = hypot(2 * love.error, scores_error())
    note = (
        f"the dealer wins {love.chance:.4f} ± {error:.4f} of games from love-all; within {_EVEN} of even is called even"
    )
    yield _noted_row("O1", 72, "the deal is no advantage", _settled(0.5 + _EVEN - love.chance, error), note)
    held = Fraction(28, 32) * Fraction(5, 31)
    marked = Fraction(4, 32) + held
    says = "without exchanges the dealer marks the king 66 times for the elder's 35"
    note = f"{marked * 248} and {held * 248} of 248 deals, exactly"
    yield _noted_row(
        "O2", 72, says, ClaimVerdict.HOLDS if marked / held == Fraction(66, 35) else ClaimVerdict.FAILS, note
    )
    usual = [score for score in scores.values() if score.own != score.others and not score.warned]
    gains = [(score.layer_gains(dealing), _score_error(score, dealing)) for score in usual for dealing in (True, False)]
    says = "laying the odds of the table is a slight advantage, except at two scores"
    least, error = min(gains)
    note = f"at the other scores {least:+.4f} ± {error:.4f} of a game at least"
    yield _noted_row("O3", 72, says, _together(_settled(*gain) for gain in gains), note)
    for name, odds in (("O4", scores[3, 2]), ("O5", scores[4, 3])):
        dealing, leading = odds.layer_gains(True), odds.layer_gains(False)
        error = _score_error(odds, True)
        note = f"{dealing:+.4f} ± {error:.4f} of a game when dealing, {leading:+.4f} when leading"
        says = f"{odds.book} is bad to lay at {odds.own} to {odds.others} when dealing"
        yield _noted_row(name, 72, says, _settled(-dealing, error), note)


def _score_error(score: Score, dealing: bool) -> float:
    return hypot(2 * score.best(dealing).error, scores_error())


def _settled(gain: float, error: float) -> ClaimVerdict:
    return ClaimVerdict.UNSETTLED if abs(gain) <= error else ClaimVerdict.HOLDS if gain > 0 else ClaimVerdict.FAILS


def _noted_row(name: str, page: int, says: str, verdict: ClaimVerdict, *notes: str) -> Row:
    return Row(name, page, says, verdict, (), notes)


def _odds_verdict(figures: tuple[Figures, ...], least: float) -> ClaimVerdict:
    return _together(_odds_of(figure, least) for figure in figures)


def _odds_of(figure: Figures, least: float) -> ClaimVerdict:
    """Returns the verdict on a hand that should make the point at least this often (`least`): by proof, or in deals
    played out.
    """
    assert figure.certain is not None
    lost = ClaimVerdict.NAIVE if (figure.naive_point or 0.0) >= least else ClaimVerdict.FAILS
    if figure.certain.lower >= least or figure.certain.upper < least:
        return ClaimVerdict.HOLDS if figure.certain.lower >= least else lost
    if figure.point is None or figure.point_error is None or abs(figure.point - least) <= figure.point_error:
        return ClaimVerdict.UNSETTLED
    return ClaimVerdict.HOLDS if figure.point > least else lost
