"""Lists what Cavendish claims about proposing and refusing (pp. 39-57), with hands for which figures can check it.

A claim has a page and a paraphrase. It has cases: a hand, the turn-up, the role, and the points that both players need.
Spades are trumps, as in the book. Where the book says "a small card", the cases have the smallest one. They are the
weakest hands of each kind, for which the claim is most doubtful. `claims_table` has the figures. In the scan a card is
missing in "knave … of one suit, and nine or eight of another" (p. 50); the encyclopaedia of 1878 has the ace.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from ecarte.game import Card, mask_of, parse_cards
from ecarte.odds.hands import Role


@unique
class Advice(Enum):
    """What the book advises with a hand."""

    PLAY = "play"
    PROPOSE = "propose"
    REFUSE = "refuse"
    GIVE = "give cards"

    @property
    def role(self) -> Role:
        """The role of the player whom the book advises."""
        return Role.ELDER if self in (Advice.PLAY, Advice.PROPOSE) else Role.DEALER


@dataclass(frozen=True, slots=True)
class ClaimCase:
    """A hand at a score, for which a claim of the book can be checked.

    Attributes:
        cards: the five cards, as text.
        turn: the turn-up, as text.
        elder_needs, dealer_needs: the points that each player needs. A turned-up king is marked already.
    """

    cards: str
    turn: str = "TS"
    elder_needs: int = 5
    dealer_needs: int = 5

    @property
    def hand(self) -> int:
        """The five cards (a mask)."""
        return mask_of(parse_cards(self.cards))

    @property
    def turn_up(self) -> Card:
        return Card.parse(self.turn)


@dataclass(frozen=True, slots=True)
class BookClaim:
    """Something that the book claims about proposing or refusing.

    Attributes:
        name: the name of the claim, as in the report.
        page: the page of the book.
        says: a paraphrase.
        advice: what the book advises.
        cases: the hands and scores for which the claim is checked.
    """

    name: str
    page: int
    says: str
    advice: Advice
    cases: tuple[ClaimCase, ...]


def case_name(case: ClaimCase, role: Role) -> str:
    """Returns the name under which the figures of a case are stored: role, points needed, turn-up and cards."""
    return f"{role} {case.elder_needs},{case.dealer_needs} {case.turn} {case.cards}"


def _love(*hands: str) -> tuple[ClaimCase, ...]:
    """Returns cases of these hands at love-all, each with a small turned-up trump that is not in it."""
    return tuple(ClaimCase(hand, _turn(hand)) for hand in hands)


def _turn(hand: str) -> str:
    """Returns a turn-up for a hand: the ten of trumps or, if the hand has it, the smallest trump that is not in the
    hand.
    """
    return next(f"{rank}S" for rank in "T789AJQ" if f"{rank}S" not in hand)


def _at(scores: tuple[tuple[int, int], ...], *hands: str) -> tuple[ClaimCase, ...]:
    """Returns cases of these hands at each of the scores. A score is the points that elder and dealer need."""
    return tuple(ClaimCase(hand, _turn(hand), *score) for hand in hands for score in scores)


_DEALER_AT_FOUR: Final = ((5, 1), (3, 1), (1, 1))
_ELDER_AT_FOUR: Final = ((1, 5), (1, 3), (1, 1))
_BETWEEN: Final = ("9S 7S JH AH 8C", "9S 7S AH TH TC", "9S 7S TH 9H JC", "9S 7S 9H 8H QC")
_SINGLES: Final = (
    "9S 7S KH JD 7C",
    "9S 7S KH AD 9C",
    "9S 7S KH TD TC",
    "9S 7S QH QD 7C",
    "9S 7S QH JD AC",
    "9S 7S JH JD JC",
)


def _claims() -> Iterator[BookClaim]:
    play, propose, refuse, give = Advice.PLAY, Advice.PROPOSE, Advice.REFUSE, Advice.GIVE

    def claim(name: str, page: int, says: str, advice: Advice, *hands: str) -> BookClaim:
        return BookClaim(name, page, says, advice, _love(*hands))

    yield claim("J1", 48, "three trumps: play", play, "9S 8S 7S 7H 7C", "9S 8S 7S 8H 7H", "9S 8S 7S 9H 7C")
    yield claim("J1k", 48, "three trumps with the king: propose", propose, "KS 8S 7S 7H 7C", "KS 8S 7S 8H 7H")
    turned = (ClaimCase("9S 8S 7S 7H 7C", "KS", 5, 4), ClaimCase("9S 8S 7S 8H 7H", "KS", 5, 4))
    yield BookClaim("J1t", 48, "three trumps, a king turned up: propose", propose, turned)
    yield claim("J2", 48, "two trumps, three cards of a suit: play", play, "8S 7S 9H 8H 7H", "8S 7S TH 8H 7H")
    yield claim("J2k", 49, "the same with the king of trumps: propose", propose, "KS 7S 9H 8H 7H")
    yield claim("J3", 49, "two trumps, a guarded queen, a small card: play", play, "8S 7S QH 7H 7C", "8S 7S QH 7H TC")
    yield claim("J3k", 49, "the same with the king of trumps: propose", propose, "KS 7S QH 7H 7C")
    yield claim(
        "J3m", 49, "but with a ten next to the queen, or an honour: play", play,
        "KS 7S QH TH 7C", "KS 7S QH 7H JC",
    )  # fmt: skip
    yield claim("J4", 50, "two trumps, eight and seven of a suit, a king: play", play, "9S 7S 8H 7H KC")
    yield claim("J4k", 50, "the same with the king of trumps: propose", propose, "KS 7S 8H 7H KC")
    yield claim("J4m", 50, "two trumps and what lies between Nos. 3 and 4: play", play, *_BETWEEN)
    yield claim("J5", 51, "two trumps and king, jack, seven of three suits or as good: play", play, *_SINGLES)
    yield claim("J6", 51, "one trump, a tierce major, a small card: play", play, "7S KH QH JH 7C")
    yield claim(
        "J6m", 52, "king, queen and a small card with an honour, or equal: play", play,
        "7S KH QH 7H JC", "7S KH QH AH 8C", "7S KH QH TH TC",
    )  # fmt: skip
    yield claim(
        "J6n", 52, "king and queen with lower cards: propose", propose,
        "7S KH QH 7H TC", "7S KH QH AH 7C", "7S KH QH TH 9C",
    )  # fmt: skip
    yield claim("J7", 52, "one trump, four of a suit to the king: play", play, "7S KH 9H 8H 7H")
    yield claim("J7k", 52, "the same, the trump being the king: propose", propose, "KS KH 9H 8H 7H")
    yield claim("J8", 52, "one trump, a queen, a queen with two guards: play", play, "7S QH QD 8D 7D")
    yield claim("J8k", 53, "the same, the trump being the king: propose", propose, "KS QH QD 8D 7D", "KS QH 7H QD 7D")
    yield claim("J8m", 53, "but with a ten next to a queen: play", play, "KS QH QD TD 7D", "KS QH TH QD 7D")
    yield claim("J9", 53, "four court cards: play", play, "QH JH JD JC 7D", "KH JH QD JD 7C", "JS 7S JH JD JC")
    yield claim("J9n", 53, "but not four jacks, that of trumps alone: propose", propose, "JS JH JD JC 7C")
    yield claim(
        "J10", 53, "only two cards to discard besides kings and trumps: play", play,
        "7S KH KD 8C 7C", "7S KH KD 7D 7C", "KH KD KC 8D 7C",
    )  # fmt: skip
    yield claim("J10q", 53, "three queens: play", play, "QH QD QC 8H 7D", "QH 8H 7H QD QC")
    yield claim(
        "H9a", 41, "the king of trumps and a certain point: propose", propose,
        "KS QS JS 8H 7C", "KS QS JS 8H 7H",
    )  # fmt: skip

    yield BookClaim(
        "H21", 46, "the dealer at four: play an even chance", play,
        _at(_DEALER_AT_FOUR, "QH JD 7D TC 7C", "7S AH TD 7D 7C"),
    )  # fmt: skip
    yield BookClaim(
        "H22", 46, "the dealer at four: play one trump and four small cards of a suit", play,
        _at(_DEALER_AT_FOUR, "7S TH 9H 8H 7H"),
    )  # fmt: skip
    yield BookClaim(
        "H22n", 46, "the dealer at four: propose with one trump and very small cards of different suits", propose,
        _at(_DEALER_AT_FOUR, "7S 8H 7H 8D 7C"),
    )  # fmt: skip
    yield BookClaim(
        "H22d", 46, "the elder at four: accept on one trump and four small cards of a suit", give,
        _at(_ELDER_AT_FOUR, "7S TH 9H 8H 7H"),
    )  # fmt: skip
    yield BookClaim(
        "H23", 46, "the dealer at four, three certain tricks without the king: play", play,
        _at(_DEALER_AT_FOUR, "QS JS AS TS 7H"),
    )  # fmt: skip
    yield BookClaim(
        "H21d", 46, "the elder at four: refuse on three jacks, or a jack and two guarded tens", refuse,
        _at(_ELDER_AT_FOUR, "JH JD JC 8H 7D", "JH TD 7D TC 7C"),
    )  # fmt: skip
    yield BookClaim(
        "H25", 47, "the dealer four to three: refuse on a light hand", refuse,
        _at(((2, 1),), "JH JD JC 8H 7D", "JH TD 7D TC 7C"),
    )  # fmt: skip

    yield claim("R1", 56, "three trumps: refuse", refuse, "9S 8S 7S 7H 7C", "9S 8S 7S 8H 7H")
    yield claim("R1k", 56, "three trumps with the king: accept", give, "KS 8S 7S 7H 7C")
    yield claim("R2", 56, "two trumps, three of a suit without a court card: accept", give, "8S 7S AH 8H 7H")
    yield claim("R2m", 56, "two trumps, three of a suit with a court card: refuse", refuse, "8S 7S JH 8H 7H")
    yield claim("R2k", 56, "the same with the king of trumps: accept", give, "KS 7S JH 8H 7H")
    yield claim("R3", 56, "two trumps, a guarded queen, a small card: refuse", refuse, "8S 7S QH 7H 7C")
    yield claim("R4", 56, "two trumps, two small cards of a suit, a king: refuse", refuse, "9S 7S 8H 7H KC")
    yield claim("R4m", 56, "two trumps and what lies between: refuse", refuse, *_BETWEEN)
    yield claim("R4k", 56, "these with the king of trumps: accept", give, "KS 7S QH 7H 7C", "KS 7S 8H 7H KC")
    yield claim("R5", 56, "two trumps and three suits as in No. 5: refuse", refuse, *_SINGLES)
    yield claim("R6", 56, "one trump, a tierce major, no further court card: accept", give, "7S KH QH JH 7C")
    yield claim("R6m", 56, "the same with a further court card: refuse", refuse, "7S KH QH JH JC")
    yield claim("R6n", 56, "king and queen, no second queen: accept", give, "7S KH QH 7H JC", "7S KH QH AH 8C")
    yield claim("R6q", 56, "king and queen, a second queen: refuse", refuse, "7S KH QH 7H QC")
    yield claim("R7", 56, "one trump, four of a suit to the king: accept", give, "7S KH 9H 8H 7H")
    yield claim("R8", 57, "one trump, a queen, a queen with two guards: accept", give, "7S QH QD 8D 7D")
    yield claim("R8g", 57, "one trump, two queens singly guarded: refuse", refuse, "7S QH 7H QD 7D")
    yield claim(
        "R8j", 57, "one trump, a queen, a guarded jack, the queen guarded or a further court card: refuse", refuse,
        "7S QH 7H JD 7D", "7S QH JD 7D JC",
    )  # fmt: skip
    yield claim("R8n", 57, "one trump, a queen and a guarded jack, neither: accept", give, "7S QH JD 7D TC")
    yield claim("R8k", 57, "one trump, the king, and two queens: accept", give, "KS QH 7H QD 7D")
    yield claim(
        "R8o", 57, "one trump and two kings: refuse", refuse,
        "7S KH KD 8C 7C", "7S KH KD 7D 7C", "7S KH 7H KD 7D",
    )  # fmt: skip
    yield claim("R8p", 57, "one trump, a king and a queen alone, two weak cards: accept", give, "7S KH QD TC 7C")
    yield claim("R8a", 57, "one trump, a king and a queen alone, a guarded ace: refuse", refuse, "7S KH QD AC 7C")
    yield claim(
        "R8r", 57, "one trump, king and queen, one of them guarded: refuse", refuse,
        "7S KH 7H QD 7C", "7S KH QD 7D 7C",
    )  # fmt: skip
    yield claim("R9", 57, "four court cards of three suits, no trump: refuse", refuse, "QH JH JD JC 7D")
    yield claim(
        "R9n", 57, "four court cards of two suits, no trump: accept", give,
        "KH JH QD JD 7C", "QH JH QD JD 7C",
    )  # fmt: skip
    yield claim("R10", 57, "three queens, two of them singly guarded: refuse", refuse, "QH 7H QD 7D QC")
    yield claim("R10n", 57, "three queens otherwise: accept", give, "QH 8H 7H QD QC")
    yield claim("R10k", 57, "only two cards to discard besides kings and trumps: refuse", refuse, "KH KD KC 8D 7C")


CLAIMS: Final[tuple[BookClaim, ...]] = tuple(_claims())
