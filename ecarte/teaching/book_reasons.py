"""Advice from Cavendish's book: the move, the pages, and the rule behind it.

Source: Cavendish, *The Laws of Écarté*, 1886, pp. 38-71.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from ecarte.game import Move
from ecarte.odds import Jeu


@unique
class BookRule(Enum):
    """The rules of the book on which advice is based. What a rule says about a hand can be computed from the view."""

    HAND = "hand"
    """The hand is one of the fourteen illustrative hands, perhaps with other names of the suits."""
    EXAMPLE = "example"
    """The hand is an example of Hint 17, perhaps with other names of the suits."""
    TENACE = "tenace"
    UNDER_KING = "under-king"
    PLAIN_THIRD = "plain-third"
    TRUMP_FOURTH = "trump-fourth"
    KING_THEN_TRUMP = "king-then-trump"
    OUTSIDE_CARD = "outside-card"
    CHANGE_SUIT = "change-suit"
    LAST_TRUMP = "last-trump"
    TRUMP_BEFORE_SUIT = "trump-before-suit"
    PERSEVERE = "persevere"
    THREE_TRUMPS = "three-trumps"
    LOWER_OF_TWO = "lower-of-two"
    TRUMP_WITH_COURTS = "trump-with-courts"
    KING_OVER_TIERCE = "king-over-tierce"
    THREE_QUEENS = "three-queens"
    LONG_SUIT = "long-suit"
    SINGLE_BELOW_QUEEN = "single-below-queen"
    SINGLE_KING = "single-king"
    HIGHEST_SINGLE = "highest-single"
    SECOND_SINGLE = "second-single"
    LOW_SEQUENCE = "low-sequence"
    WEAK_KING = "weak-king"
    WEAK_SINGLE = "weak-single"
    WEAK_OTHER_SUIT = "weak-other-suit"
    DISCARD = "discard"
    KING = "king"
    SILENCE = "silence"
    CERTAIN_PROPOSE = "certain-propose"
    CERTAIN_AGAIN = "certain-again"
    CERTAIN_PLAY = "certain-play"
    ASK_AGAIN = "ask-again"
    HELD = "held"
    """After an exchange, the hand is strong enough to play without a further proposal. It has three or more of these,
    counted together: trumps, and other suits headed by a king or a queen.
    """
    HELD_JEU = "held-jeu"
    """After an exchange, the hand is strong enough to play without a further proposal: as dealt it would be a jeu de
    règle.
    """
    JEU = "jeu"
    JEU_WITH_KING = "jeu-with-king"
    JEU_LOW_GUARDS = "jeu-low-guards"
    NO_JEU = "no-jeu"
    EVEN_CHANCE = "even-chance"
    REFUSE_HELD = "refuse-held"
    GIVE_NOT_HELD = "give-not-held"
    GIVE_WITH_KING = "give-with-king"
    REFUSE = "refuse"
    GIVE = "give"
    REFUSE_LIGHT = "refuse-light"

    @property
    def is_said(self) -> bool:
        """True if the book gives this rule for exactly such a position. False if the advice follows from a general rule
        of the book.
        """
        return self not in _GENERAL


_GENERAL: Final = frozenset(
    {
        BookRule.TRUMP_BEFORE_SUIT,
        BookRule.PERSEVERE,
        BookRule.THREE_TRUMPS,
        BookRule.LOWER_OF_TWO,
        BookRule.TRUMP_WITH_COURTS,
        BookRule.KING_OVER_TIERCE,
        BookRule.THREE_QUEENS,
        BookRule.LONG_SUIT,
        BookRule.SINGLE_BELOW_QUEEN,
        BookRule.SINGLE_KING,
        BookRule.HIGHEST_SINGLE,
        BookRule.SECOND_SINGLE,
        BookRule.LOW_SEQUENCE,
        BookRule.WEAK_KING,
        BookRule.WEAK_SINGLE,
        BookRule.WEAK_OTHER_SUIT,
        BookRule.ASK_AGAIN,
        BookRule.HELD,
        BookRule.HELD_JEU,
        BookRule.EVEN_CHANCE,
        BookRule.REFUSE_HELD,
        BookRule.GIVE_NOT_HELD,
        BookRule.GIVE_WITH_KING,
        BookRule.REFUSE_LIGHT,
    }
)


@dataclass(frozen=True, slots=True)
class BookAdvice:
    """What the book does at a decision, and why.

    Attributes:
        move: the move of the book.
        pages: the pages that say so ("39", "44-45").
        rule: the rule behind the move.
        jeu: the jeu de règle that the rule names, or None.
        hand: the number of the illustrative hand that the rule names, or None.
    """

    move: Move
    pages: str
    rule: BookRule
    jeu: Jeu | None = None
    hand: int | None = None

    @property
    def number(self) -> int | None:
        """The number of the jeu de règle or of the illustrative hand on which the advice is based, or None."""
        return self.hand if self.jeu is None else self.jeu.value
