"""The sentences of the lessons and of the illustrative hands. Steps and answers are counted from 0."""

from __future__ import annotations

from bot.texts import Words
from ecarte.game import Seat
from ecarte.teaching import ME, IllustrativeHand, Lesson, PlayoutVerdict, book_stays, step_verdict


def title(words: Words, lesson: Lesson) -> str:
    """Returns the title of a lesson."""
    return words(f"lesson.{lesson.name}.title")


def step_says(words: Words, lesson: Lesson, step: int) -> str:
    """Returns the text of a step."""
    return words(f"lesson.{lesson.name}.{step + 1}.says")


def answer(words: Words, lesson: Lesson, step: int, given: int) -> str:
    """Returns the comment on an answer: praise, or the reason why it is wrong."""
    return words(f"lesson.{lesson.name}.{step + 1}.answer.{given + 1}")


def step_hint(words: Words, lesson: Lesson, step: int) -> str:
    """Returns the right answer to a step's question and the reason, in a sentence."""
    return words(f"lesson.{lesson.name}.{step + 1}.hint")


def step_verdict_line(words: Words, lesson: Lesson, step: int) -> str | None:
    """Returns the result of deals played out for the book's answer to a step, or None if none were."""
    result, asked = step_verdict(lesson, step), lesson.steps[step]
    return None if result is None else verdict(words, result, stays=book_stays(asked), dealer=asked.deal.dealer)


def verdict(words: Words, result: PlayoutVerdict, *, stays: bool, dealer: Seat = ME.other) -> str:
    """Returns the result of deals played out for the book's answer.

    Args:
        stays: whether the book plays without an exchange, or refuses one.
        dealer: the opponent if the learner plays or proposes, otherwise the learner, who refuses or accepts.
    """
    ways = ("refuse", "accept") if dealer is ME else ("play", "propose")
    way = "even" if result.is_even else ways[result.gain < 0]
    more, error = (words.number(round(100 * share, 1)) for share in (abs(result.gain), result.error))
    line = words(f"lesson.verdict.{way}", deals=words.number(result.deals), more=more, error=error)
    return f"{line} {words('lesson.verdict.against')}" if result.refutes(stays) else line


def hand_says(words: Words, hand: IllustrativeHand) -> str:
    """Returns the position of a hand, and the task."""
    return words(f"illustrative.{hand.number}.says")


def hand_reason(words: Words, hand: IllustrativeHand) -> str:
    """Returns why the book plays as it does."""
    return words(f"illustrative.{hand.number}.reason")


def hand_open(words: Words, hand: IllustrativeHand) -> str:
    """Returns the gaps in the book's text without its pictures, and our choice for them."""
    return words(f"illustrative.{hand.number}.open")


def hand_hint(words: Words, hand: IllustrativeHand) -> str:
    """Returns the book's first card and the reason, in a sentence."""
    return words(f"illustrative.{hand.number}.hint")
