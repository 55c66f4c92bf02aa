"""The sentences of the lessons and of the illustrative hands; steps and answers are counted from 0."""

from __future__ import annotations

from bot.texts import Words
from ecarte.game import Seat
from ecarte.teaching import ME, IllustrativeHand, Lesson, PlayoutVerdict, book_stays, step_verdict


def title(words: Words, lesson: Lesson) -> str:
    """The title of a lesson."""
    return words(f"lesson.{lesson.name}.title")


def step_says(words: Words, lesson: Lesson, step: int) -> str:
    """The text of a step."""
    return words(f"lesson.{lesson.name}.{step + 1}.says")


def answer(words: Words, lesson: Lesson, step: int, given: int) -> str:
    """Returns the comment on an answer: praise, or the reason why it is wrong."""
    return words(f"lesson.{lesson.name}.{step + 1}.answer.{given + 1}")


def step_hint(words: Words, lesson: Lesson, step: int) -> str:
    """Returns the right answer and the reason, in a sentence; of a step that asks something."""
    return words(f"lesson.{lesson.name}.{step + 1}.hint")


def step_verdict_line(words: Words, lesson: Lesson, step: int) -> str | None:
    """Returns the result of deals played out for the book's answer to a step; None: it was not played out."""
    told, asked = step_verdict(lesson, step), lesson.steps[step]
    return None if told is None else verdict(words, told, stays=book_stays(asked), dealer=asked.deal.dealer)


def verdict(words: Words, told: PlayoutVerdict, *, stays: bool, dealer: Seat = ME.other) -> str:
    """Returns the result of deals played out for the book's answer.

    Args:
        stays: the book plays the hand, or refuses.
        dealer: the opponent: the learner plays or proposes; else the learner refuses or accepts.
    """
    ways = ("refuse", "accept") if dealer is ME else ("play", "propose")
    way = "even" if told.is_even else ways[told.gain < 0]
    more, error = (words.number(round(100 * share, 1)) for share in (abs(told.gain), told.error))
    line = words(f"lesson.verdict.{way}", deals=words.number(told.deals), more=more, error=error)
    return f"{line} {words('lesson.verdict.against')}" if told.refutes(stays) else line


def hand_says(words: Words, hand: IllustrativeHand) -> str:
    """Returns the position of a hand, and the task."""
    return words(f"illustrative.{hand.number}.says")


def hand_reason(words: Words, hand: IllustrativeHand) -> str:
    """Why the book plays so."""
    return words(f"illustrative.{hand.number}.reason")


def hand_open(words: Words, hand: IllustrativeHand) -> str:
    """Returns the gaps in the book's text without its pictures, and our choice for them."""
    return words(f"illustrative.{hand.number}.open")


def hand_hint(words: Words, hand: IllustrativeHand) -> str:
    """The book's first card, and why, in a sentence."""
    return words(f"illustrative.{hand.number}.hint")
