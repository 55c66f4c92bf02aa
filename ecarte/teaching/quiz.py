"""The quiz on the elder's first decision: five cards, and whether the book plays them or proposes.

`ecarte.odds.jeux` recognizes Cavendish's jeux de règle. This module adds the king of trumps (pp. 39, 41, 48-53): no
card beats it, so the book proposes with most jeux de règle that have it. Hands on which the book is silent or doubtful
are marked (`Ruling.doubtful`) and never asked. Hands on which playouts do not confirm the book
(`ecarte.teaching.verdicts`) are not asked either.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

from ecarte.game import PACK, Card, Rank, Suit, parse_cards
from ecarte.odds import Holding, Jeu, jeu_of
from ecarte.teaching.verdicts import PlayoutVerdict, hand_verdicts, standing

T = TypeVar("T")

_COURTS: Final = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})
_ASK: Final = frozenset(
    {Jeu.TWO_TRUMPS_AND_THREE_OF_A_SUIT, Jeu.TWO_TRUMPS_A_PAIR_AND_A_HIGH_CARD, Jeu.ONE_TRUMP_AND_FOUR_TO_THE_KING}
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether the book plays or proposes with an elder's hand at love-all, and why.

    Attributes:
        jeu: the jeu de règle that the hand is, or None.
        plays: whether the book plays the hand without proposing.
        king: whether the king of trumps is in the hand.
        doubtful: whether the book leaves the decision open, or the hand is nearly a jeu de règle.
    """

    jeu: Jeu | None
    plays: bool
    king: bool
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the quiz: a hand as the elder sees it, to play or to propose with."""

    cards: tuple[Card, ...]
    turn_up: Card

    def ruling(self) -> Ruling:
        """Returns whether the book plays or proposes with the hand."""
        return ruling(self.cards, self.turn_up)

    @property
    def verdict(self) -> PlayoutVerdict | None:
        """What playouts say about playing the hand, or None if it was not played out."""
        return hand_verdicts().get(standing(self.cards, self.turn_up))

    @property
    def plays(self) -> frozenset[bool]:
        """The right answers, True for playing and False for proposing: the book's or, if playouts refute the book,
        both.
        """
        book = self.ruling().plays
        refuted = self.verdict is not None and self.verdict.refutes(book)
        return frozenset((True, False)) if refuted else frozenset((book,))


def ruling(cards: Collection[Card], turn_up: Card) -> Ruling:
    """Returns whether the book plays or proposes with an elder's five cards at love-all.

    Raises:
        HandError: the cards are not five different ones, or the turn-up is among them.
    """
    holding = Holding.of(tuple(cards), turn_up)
    jeu, trump = jeu_of(holding), turn_up.suit
    king = any(card.suit is trump and card.rank is Rank.KING for card in cards)
    if jeu is None:
        return Ruling(None, False, king, _nearly(cards, turn_up))
    if turn_up.rank is Rank.KING:
        # The book says "... or if king is turned up" only of No. 1.
        return Ruling(jeu, jeu is not Jeu.THREE_TRUMPS, king, True)
    if not king:
        return Ruling(jeu, True, False, _weak_queens(jeu, cards, trump))
    plays, doubtful = _with_the_king(jeu, cards, trump)
    return Ruling(jeu, plays, True, doubtful)


def question(below: Callable[[int], int], *, plays: bool) -> Question:
    """Draws a question at random. The book's answer to it is certain, and playouts confirm it.

    Args:
        below: returns a random number from 0 (inclusive) to its argument (exclusive).
        plays: True for a hand that the book plays without proposing, False for one with which it proposes.
    """
    hands = _pool(plays)
    turn_up, *cards = parse_cards(hands[below(len(hands))])
    suits = _shuffle(list(Suit), below)
    renamed = [Card(card.rank, suits[card.suit.index]) for card in (turn_up, *cards)]
    return Question(tuple(_shuffle(renamed[1:], below)), renamed[0])


def questions(below: Callable[[int], int], number: int) -> list[Question]:
    """Draws different questions at random. Playing and proposing are equally likely to be right. Hands that differ only
    in their suits count as one.

    Args:
        below: returns a random number from 0 (inclusive) to its argument (exclusive).
        number: how many questions.

    Raises:
        ValueError: there are fewer questions than `number`.
    """
    most = len(_pool(True)) + len(_pool(False))
    if number > most:
        raise ValueError(f"{number} hands are requested, but there are only {most}")
    hands: dict[str, Question] = {}
    while len(hands) < number:
        new = question(below, plays=bool(below(2)))
        hands.setdefault(standing(new.cards, new.turn_up), new)
    return list(hands.values())


@cache
def _pool(plays: bool) -> tuple[str, ...]:
    """Returns the hands of the quiz that the book plays, or those with which it proposes, as texts."""
    confirmed = (text for text, verdict in hand_verdicts().items() if verdict.bears_out(plays))
    return tuple(text for text in confirmed if _of(text).ruling().plays is plays)


def _of(text: str) -> Question:
    turn_up, *cards = parse_cards(text)
    return Question(tuple(cards), turn_up)


def _shuffle(things: Sequence[T], below: Callable[[int], int]) -> list[T]:
    remaining = list(things)
    return [remaining.pop(below(len(remaining))) for _ in things]


def _with_the_king(jeu: Jeu, cards: Collection[Card], trump: Suit) -> tuple[bool, bool]:
    """Returns whether the book plays a hand with the king of trumps, and whether the book leaves that open."""
    plain = [card for card in cards if card.suit is not trump]
    if all(card.suit is trump or card.rank in _COURTS for card in cards):
        return True, True
    if jeu is Jeu.THREE_TRUMPS or jeu in _ASK:
        return False, False
    if jeu is Jeu.TWO_TRUMPS_AND_GUARDED_QUEEN:
        (suit,) = {card.suit for card in plain if sum(other.suit is card.suit for other in plain) == 2}
        guard = min(card.rank.strength for card in plain if card.suit is suit)
        outside = next(card.rank for card in plain if card.suit is not suit)
        kings = any(card.rank is Rank.KING for card in plain)
        return guard >= Rank.TEN.strength or outside in _COURTS, kings
    if jeu is Jeu.ONE_TRUMP_AND_TIERCE:
        return True, False
    return True, True


def _weak_queens(jeu: Jeu, cards: Collection[Card], trump: Suit) -> bool:
    """Returns whether p. 53 of the book can be read both ways about a hand: two queens, each with one guard below the
    ten.
    """
    suits = [[card for card in cards if card.suit is suit] for suit in Suit if suit is not trump]
    pairs = [suit for suit in suits if len(suit) == 2]
    low = all(min(card.rank.strength for card in pair) < Rank.TEN.strength for pair in pairs)
    return jeu is Jeu.ONE_TRUMP_AND_TWO_QUEENS and len(pairs) == 2 and low


def _nearly(cards: Collection[Card], turn_up: Card) -> bool:
    """Returns whether a hand would be a jeu de règle if one of its plain cards were one rank higher. It is then too
    close for a quick question.
    """
    known = [*cards, turn_up]
    for card in cards:
        above = PACK[card.index - 1] if card.rank is not Rank.KING else None
        if card.suit is turn_up.suit or above is None or above in known:
            continue
        changed = tuple(above if other is card else other for other in cards)
        if jeu_of(Holding.of(changed, turn_up)) is not None:
            return True
    return False
