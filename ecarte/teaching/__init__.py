"""Écarté taught: ten lessons from the first card to the finer points, and Cavendish's fourteen illustrative hands.

    COURSE[0].steps[1].says.said_in("en")    what a step says
    shown(step)                              the position that it shows, folded by the engine, as the learner sees it
    holds(step, answer.option)               what the engine says of an answer
    played(HANDS[2], (4, 0))                 an illustrative hand after two choices, and the best replies to them
    daily.seen("2026-11-21", log)            the deal of a day after these moves, as the learner sees it (`daily`)
    question(below, plays=True)              a hand for the quiz on the jeux de règle, and `ruling` for its answer

Pure values and steps: nothing here knows who is taught, or where. The learner sits South.
Source: Cavendish, *The Laws of Écarté*, 1886, pp. 30-71; the sentences are ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching import (
    hands_eight_to_fourteen,
    hands_one_to_seven,
    lessons_of_the_book,
    lessons_of_the_cards,
    lessons_of_the_exchange,
    lessons_of_the_finer_points,
    lessons_of_the_score,
)
from ecarte.teaching.book_advice import BookSays
from ecarte.teaching.hint import Hint, hint
from ecarte.teaching.illustrative import (
    IllustrativeHand,
    advised,
    choices,
    is_over,
    made,
    play_out,
    played,
    within_reach,
)
from ecarte.teaching.lesson import Answer, Ask, Do, Lesson, Marks, Option, Stand, Step, Takes, Turn, after, holds, shown
from ecarte.teaching.position import HIM, ME, Setup, stand
from ecarte.teaching.quiz import Question, Ruling, question, ruling
from ecarte.teaching.review import Decision, Judged, decided, decisions, review, steps, worst_first

__all__ = [
    "COURSE",
    "HANDS",
    "HIM",
    "ME",
    "Answer",
    "Ask",
    "BookSays",
    "Decision",
    "Do",
    "Hint",
    "IllustrativeHand",
    "Judged",
    "Lesson",
    "Marks",
    "Option",
    "Question",
    "Ruling",
    "Setup",
    "Stand",
    "Step",
    "Takes",
    "Turn",
    "advised",
    "after",
    "choices",
    "decided",
    "decisions",
    "hint",
    "holds",
    "is_over",
    "made",
    "play_out",
    "played",
    "question",
    "review",
    "ruling",
    "shown",
    "stand",
    "steps",
    "within_reach",
    "worst_first",
]

COURSE: Final[tuple[Lesson, ...]] = (
    *lessons_of_the_cards.LESSONS,
    *lessons_of_the_score.LESSONS,
    *lessons_of_the_exchange.LESSONS,
    *lessons_of_the_book.LESSONS,
    *lessons_of_the_finer_points.LESSONS,
)
"""The ten lessons, in their order."""

HANDS: Final[tuple[IllustrativeHand, ...]] = (*hands_one_to_seven.HANDS, *hands_eight_to_fourteen.HANDS)
"""The fourteen illustrative hands, in the book's order."""
