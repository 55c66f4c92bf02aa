"""The sentences of the lessons and of the illustrative hands. Steps and answers are counted from 0."""

from __future__ import annotations

from bot.texts import Words
from ecarte.game import Seat
from ecarte.teaching import ME, IllustrativeHand, Lesson, PlayoutVerdict, book_stays, step_verdict


def title(words: Words, lesson: Lesson) -> str:
    """Returns the title of a lesson."""
    return words(f"lesson.{lesson.name}.title")


def step_says(words: Words, lesson: Lesson, step: int) -> str:
    """Returns the text of a step of a lesson."""
    return words(f"lesson.{lesson.name}.{step + 1}.says")


def answer(words: Words, lesson: Lesson, step: int, given: int) -> str:
    """Returns the comment on an answer of the reader: praise, or why the answer is wrong.

    Args:
        given: the number of the answer.
    """
    return words(f"lesson.{lesson.name}.{step + 1}.answer.{given + 1}")


def step_hint(words: Words, lesson: Lesson, step: int) -> str:
    """Returns the right answer to a step's question and the reason, in a sentence."""
    return words(f"lesson.{lesson.name}.{step + 1}.hint")


def step_verdict_line(words: Words, lesson: Lesson, step: int) -> str | None:
    """Returns a sentence that compares the two answers to a step, by deals that were played out; see `verdict`.

    None if no deals were played out for the step.
    """
    result, asked = step_verdict(lesson, step), lesson.steps[step]
    return None if result is None else verdict(words, result, stays=book_stays(asked), dealer=asked.deal.dealer)


def verdict(words: Words, result: PlayoutVerdict, *, stays: bool, dealer: Seat = ME.other) -> str:
    """Returns a sentence that compares two answers, by deals that were played out.

    It says which answer wins more games and by how much, or that they are equal within the error. If this refutes the
    book, it says so.

    Args:
        stays: whether the book's answer is to play without proposing, or to refuse.
        dealer: the dealer of the deal. If that is the reader (`ME`), the two answers are to refuse and to accept. If it
            is the opponent, the two answers are to play and to propose.
    """
    ways = ("refuse", "accept") if dealer is ME else ("play", "propose")
    way = "even" if result.is_even else ways[result.gain < 0]
    more, error = (words.number(round(100 * share, 1)) for share in (abs(result.gain), result.error))
    line = words(f"lesson.verdict.{way}", deals=words.number(result.deals), more=more, error=error)
    return f"{line} {words('lesson.verdict.against')}" if result.refutes(stays) else line


def hand_says(words: Words, hand: IllustrativeHand) -> str:
    """Returns the position of an illustrative hand in words, and the task."""
    return words(f"illustrative.{hand.number}.says")


def hand_reason(words: Words, hand: IllustrativeHand) -> str:
    """Returns the reason why the book plays an illustrative hand as it does."""
    return words(f"illustrative.{hand.number}.reason")


def hand_open(words: Words, hand: IllustrativeHand) -> str:
    """Returns what the book leaves open about an illustrative hand, because our copy lacks its pictures, and what we
    chose instead.
    """
    return words(f"illustrative.{hand.number}.open")


def hand_hint(words: Words, hand: IllustrativeHand) -> str:
    """Returns the first card that the book plays in an illustrative hand, and the reason, in a sentence."""
    return words(f"illustrative.{hand.number}.hint")
