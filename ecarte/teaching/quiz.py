"""What the book does with the elder's five cards: play them, or propose; and which hands make a fair question.

Cavendish's jeux de règle are recognized by `ecarte.odds.jeux`; here stands what the king of trumps changes about
them (pp. 39, 41, 48-53): no card takes it, so with most of them one asks for cards. Where the book is silent or
doubts, so is this module: such hands are marked (`Ruling.doubtful`), and no quiz asks for them. Nor does it ask for
hands on which deals played out do not bear the book out (`ecarte.teaching.verdicts`).
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

_COURTS: Final = frozenset({Rank.KING, Rank.QUEEN, Rank.KNAVE})
_ASK: Final = frozenset(
    {Jeu.TWO_TRUMPS_AND_THREE_OF_A_SUIT, Jeu.TWO_TRUMPS_A_PAIR_AND_A_HIGH_CARD, Jeu.ONE_TRUMP_AND_FOUR_TO_THE_KING}
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the book does at love-all.

    `jeu`: the jeu de règle that the hand is by its form, None if it is none; `plays`: whether it is played without
    proposing; `king`: whether the king of trumps is in hand; `doubtful`: the book leaves it open, or is near to it.
    """

    jeu: Jeu | None
    plays: bool
    king: bool
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to be judged, as the elder sees it."""

    cards: tuple[Card, ...]
    turn_up: Card

    def ruling(self) -> Ruling:
        """What the book does with it."""
        return ruling(self.cards, self.turn_up)

    @property
    def verdict(self) -> PlayoutVerdict | None:
        """What deals played out say of playing it; None: it was not played out."""
        return hand_verdicts().get(standing(self.cards, self.turn_up))

    @property
    def plays(self) -> frozenset[bool]:
        """The right answers: what the book does; both where deals played out refute it."""
        book = self.ruling().plays
        refuted = self.verdict is not None and self.verdict.refutes(book)
        return frozenset((True, False)) if refuted else frozenset((book,))


def ruling(cards: Collection[Card], turn_up: Card) -> Ruling:
    """What the book does with these five cards. Raises `HandError` as `Holding.of`."""
    holding = Holding.of(tuple(cards), turn_up)
    jeu, trump = jeu_of(holding), turn_up.suit
    king = any(card.suit is trump and card.rank is Rank.KING for card in cards)
    if jeu is None:
        return Ruling(None, False, king, _nearly(cards, turn_up))
    if turn_up.rank is Rank.KING:
        # "... or if king is turned up" is said of No. 1 alone.
        return Ruling(jeu, jeu is not Jeu.THREE_TRUMPS, king, True)
    if not king:
        return Ruling(jeu, True, False, _weak_queens(jeu, cards, trump))
    plays, doubtful = _with_the_king(jeu, cards, trump)
    return Ruling(jeu, plays, True, doubtful)


def question(below: Callable[[int], int], *, plays: bool) -> Question:
    """A hand that the book plays (or not) without doubt, and whose answer deals played out bear out.

    Args:
        below: a number from 0 up to, and without, the one given: the chance comes in.
    """
    asked = _pool(plays)
    turn_up, *cards = parse_cards(asked[below(len(asked))])
    suits = _shuffle(list(Suit), below)
    renamed = [Card(card.rank, suits[card.suit.index]) for card in (turn_up, *cards)]
    return Question(tuple(_shuffle(renamed[1:], below)), renamed[0])


def questions(below: Callable[[int], int], number: int) -> list[Question]:
    """So many hands, each as likely to be played as not, no two of them alike but for their suits.

    Raises:
        ValueError: there are not so many.
    """
    most = len(_pool(True)) + len(_pool(False))
    if number > most:
        raise ValueError(f"{number} hands are asked for, of {most}")
    asked: dict[str, Question] = {}
    while len(asked) < number:
        one = question(below, plays=bool(below(2)))
        asked.setdefault(standing(one.cards, one.turn_up), one)
    return list(asked.values())


@cache
def _pool(plays: bool) -> tuple[str, ...]:
    """The hands to be asked that the book plays, or proposes on."""
    sure = (text for text, verdict in hand_verdicts().items() if verdict.bears_out(plays))
    return tuple(text for text in sure if _of(text).ruling().plays is plays)


def _of(text: str) -> Question:
    turn_up, *cards = parse_cards(text)
    return Question(tuple(cards), turn_up)


def _shuffle(things: Sequence[T], below: Callable[[int], int]) -> list[T]:
    left = list(things)
    return [left.pop(below(len(left))) for _ in things]


def _with_the_king(jeu: Jeu, cards: Collection[Card], trump: Suit) -> tuple[bool, bool]:
    """With the king of trumps in hand: whether it is played, and whether the book leaves that open."""
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
    """Two queens with one guard each, neither as high as a ten: p. 53 can be read both ways."""
    suits = [[card for card in cards if card.suit is suit] for suit in Suit if suit is not trump]
    pairs = [suit for suit in suits if len(suit) == 2]
    low = all(min(card.rank.strength for card in pair) < Rank.TEN.strength for pair in pairs)
    return jeu is Jeu.ONE_TRUMP_AND_TWO_QUEENS and len(pairs) == 2 and low


def _nearly(cards: Collection[Card], turn_up: Card) -> bool:
    """Whether a plain card one rank higher would make it a jeu de règle: too close to be asked in a hurry."""
    held = [*cards, turn_up]
    for card in cards:
        above = PACK[card.index - 1] if card.rank is not Rank.KING else None
        if card.suit is turn_up.suit or above is None or above in held:
            continue
        changed = tuple(above if held is card else held for held in cards)
        if jeu_of(Holding.of(changed, turn_up)) is not None:
            return True
    return False
