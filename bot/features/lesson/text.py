"""The sentences of the lessons and of the illustrative hands; steps and answers are counted from 0."""

from __future__ import annotations

from bot.texts import Words
from ecarte.teaching import IllustrativeHand, Lesson


def title(words: Words, lesson: Lesson) -> str:
    """The title of a lesson."""
    return words(f"lesson.{lesson.name}.title")


def step_says(words: Words, lesson: Lesson, step: int) -> str:
    """The text of a step."""
    return words(f"lesson.{lesson.name}.{step + 1}.says")


def answer(words: Words, lesson: Lesson, step: int, given: int) -> str:
    """What is said to an answer: praise, or the reason why it is wrong."""
    return words(f"lesson.{lesson.name}.{step + 1}.answer.{given + 1}")


def step_hint(words: Words, lesson: Lesson, step: int) -> str:
    """What to answer, and why, in a sentence; of a step that asks something."""
    return words(f"lesson.{lesson.name}.{step + 1}.hint")


def hand_says(words: Words, hand: IllustrativeHand) -> str:
    """The position of a hand, and what is wanted."""
    return words(f"illustrative.{hand.number}.says")


def hand_reason(words: Words, hand: IllustrativeHand) -> str:
    """Why the book plays so."""
    return words(f"illustrative.{hand.number}.reason")


def hand_open(words: Words, hand: IllustrativeHand) -> str:
    """What the book's text leaves open without its pictures, and what we chose."""
    return words(f"illustrative.{hand.number}.open")


def hand_hint(words: Words, hand: IllustrativeHand) -> str:
    """The book's first card, and why, in a sentence."""
    return words(f"illustrative.{hand.number}.hint")
