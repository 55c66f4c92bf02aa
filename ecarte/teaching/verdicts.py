"""Says whether playouts confirm the book's answers in the lessons and the quiz.

The players of the house played each deal twice: once without an exchange (the hand was played, or the proposal was
refused), and once with an exchange (proposed, or accepted). Both times they made all other decisions by the same
method. `python -m research verdicts` wrote the results to
`verdicts.json`. It has the number of deals and, for each hand of the quiz and each step of the lessons, two figures:
how much more playing (refusing) won than exchanging, as a chance to win the game, and the standard error.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ecarte.ai import policy_knows
from ecarte.game import Card, Rules, Suit, mask_of
from ecarte.teaching.lesson import Answer, Do, Lesson, Stand, Step

FILE: Final = "verdicts.json"
_ERRORS: Final = 2.0


@dataclass(frozen=True, slots=True)
class PlayoutVerdict:
    """How much playouts gained by playing a hand (refusing a proposal) instead of exchanging.

    Attributes:
        deals: the number of deals.
        gain: the gain, as a chance to win the game; negative if exchanging was better.
        error: two standard errors of the gain.
    """

    deals: int
    gain: float
    error: float

    def refutes(self, stays: bool) -> bool:
        """Returns whether the opposite of a decision is better by more than two standard errors.

        Args:
            stays: the decision: True for playing (refusing), False for exchanging.
        """
        return (self.gain if stays else -self.gain) < -self.error

    def bears_out(self, stays: bool) -> bool:
        """Returns whether a decision is better than its opposite by more than two standard errors.

        Args:
            stays: the decision: True for playing (refusing), False for exchanging.
        """
        return self.refutes(not stays)

    @property
    def is_even(self) -> bool:
        """True if playing (refusing) and exchanging differ by less than two standard errors."""
        return abs(self.gain) <= self.error


def standing(cards: Collection[Card], turn_up: Card) -> str:
    """Returns a hand and its turn-up as a text. Hands that differ only in their suits have the same text.

    Trumps are written as spades, and the plain suits in a fixed order.
    """
    hand = mask_of(cards)
    plain = sorted((suit for suit in Suit if suit is not turn_up.suit), key=lambda suit: -(hand >> suit.shift & 0xFF))
    renamed = dict(zip((turn_up.suit, *plain), Suit, strict=True))
    hand_cards = sorted((Card(card.rank, renamed[card.suit]) for card in cards), key=lambda card: card.index)
    return " ".join(map(str, (Card(turn_up.rank, Suit.SPADES), *hand_cards)))


def step_verdict(lesson: Lesson, place: int) -> PlayoutVerdict | None:
    """Returns what playouts say about the question in a step of a lesson. None if it was not played out, or if the
    policy does not know the rules of lessons.

    Args:
        lesson: the lesson.
        place: the number of the step, from 0.
    """
    return _step_verdicts().get(f"{lesson.name}.{place + 1}")


def is_accepted(lesson: Lesson, place: int, answer: Answer) -> bool:
    """Returns whether an answer to the question of a lesson counts as right: it is the book's, or playouts refute the
    book.
    """
    verdict = step_verdict(lesson, place)
    return answer.right or (verdict is not None and verdict.refutes(book_stays(lesson.steps[place])))


def book_stays(step: Step) -> bool:
    """Returns whether the book plays (or refuses) in a step that asks for such a decision."""
    return any(answer.right and answer.option in (Stand(), Do("refuse")) for answer in step.answers)


@cache
def hand_verdicts() -> Mapping[str, PlayoutVerdict]:
    """Returns what playouts say about each hand of the quiz: should the elder play it at love-all (no points yet)?

    The key of a hand is the text that `standing` returns for it.
    """
    return _read("hands")


@cache
def _step_verdicts() -> Mapping[str, PlayoutVerdict]:
    """Returns the verdicts of steps by name, such as `jeux.1` for the first step of the lesson "jeux"."""
    return _read("steps")


def _read(part: str) -> dict[str, PlayoutVerdict]:
    # Lessons and the quiz use `Rules()`.
    if not policy_knows(Rules()):
        return {}
    content: dict[str, Any] = json.loads((files("ecarte.teaching") / FILE).read_text("utf-8"))
    return {
        name: PlayoutVerdict(content["deals"], gain, _ERRORS * error) for name, (gain, error) in content[part].items()
    }
