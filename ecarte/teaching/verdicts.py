"""What deals played out say of the book's answers in the lessons and the quiz.

The players of the house played each deal twice, once as it was and once with an exchange asked for (or given), and
went on alike. `verdicts.json` has what came of it, made by `python -m research verdicts`: the number of deals,
and the gain of playing (of refusing) as a chance to win the game, with its standard error, for hands of the quiz and
for steps of the lessons.
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
    """What deals played out say: the gain of playing a hand (or refusing) over an exchange, and two standard errors."""

    deals: int
    gain: float
    error: float

    def refutes(self, stays: bool) -> bool:
        """Whether the other way is better than this one by more than two standard errors."""
        return (self.gain if stays else -self.gain) < -self.error

    def bears_out(self, stays: bool) -> bool:
        """Whether this way is better than the other by more than two standard errors."""
        return self.refutes(not stays)

    @property
    def is_even(self) -> bool:
        """Whether no way is better by more than two standard errors."""
        return abs(self.gain) <= self.error


def standing(cards: Collection[Card], turn_up: Card) -> str:
    """The turn-up and the hand with spades as trumps and the plain suits in one order: alike hands have one text."""
    hand = mask_of(cards)
    plain = sorted((suit for suit in Suit if suit is not turn_up.suit), key=lambda suit: -(hand >> suit.shift & 0xFF))
    named = dict(zip((turn_up.suit, *plain), Suit, strict=True))
    held = sorted((Card(card.rank, named[card.suit]) for card in cards), key=lambda card: card.index)
    return " ".join(map(str, (Card(turn_up.rank, Suit.SPADES), *held)))


def step_verdict(lesson: Lesson, place: int) -> PlayoutVerdict | None:
    """The verdict of a step, counted from 0; None: it was not played out by these rules."""
    return _step_verdicts().get(f"{lesson.name}.{place + 1}")


def is_accepted(lesson: Lesson, place: int, answer: Answer) -> bool:
    """Whether an answer to a step counts as right: by the book, or where deals played out refute the book."""
    verdict = step_verdict(lesson, place)
    return answer.right or (verdict is not None and verdict.refutes(book_stays(lesson.steps[place])))


def book_stays(step: Step) -> bool:
    """Whether the book plays, or refuses, in a step that asks this."""
    return any(answer.right and answer.option in (Stand(), Do("refuse")) for answer in step.answers)


@cache
def hand_verdicts() -> Mapping[str, PlayoutVerdict]:
    """The verdicts of elder's hands at love-all, by `standing`."""
    return _read("hands")


@cache
def _step_verdicts() -> Mapping[str, PlayoutVerdict]:
    """The verdicts of steps, as `jeux.1` for the first step of the lesson of that name."""
    return _read("steps")


def _read(part: str) -> dict[str, PlayoutVerdict]:
    # Lessons and the quiz are played by these rules.
    if not policy_knows(Rules()):
        return {}
    content: dict[str, Any] = json.loads((files("ecarte.teaching") / FILE).read_text("utf-8"))
    return {
        name: PlayoutVerdict(content["deals"], gain, _ERRORS * error) for name, (gain, error) in content[part].items()
    }
