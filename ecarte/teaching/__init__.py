"""Teaching écarté: a first deal, ten lessons, Cavendish's fourteen illustrative hands, a quiz, hints and reviews.

    step_view(COURSE[0].steps[1])             the position of a step, as the learner sees it
    holds(step, answer.option)                whether the engine agrees with an answer
    play_out(HANDS[2], (4, 0))                an illustrative hand after two choices, and the best replies to them
    daily.view_of("2026-11-21", log)          the deal of a day after these moves, as the learner sees it (`daily`)
    question(below, plays=True)               a hand for the quiz on the jeux de règle; `ruling` has its answer

This package has data and judgements, but no sentences. The learner sits South.
Source: Cavendish, *The Laws of Écarté*, 1886, pp. 30-71.
"""

from __future__ import annotations

from ecarte.teaching._first_deal import FIRST_DEAL
from ecarte.teaching._hands import HANDS
from ecarte.teaching._lessons import COURSE
from ecarte.teaching.book_reasons import BookAdvice, BookRule
from ecarte.teaching.hint import Hint, hint
from ecarte.teaching.illustrative import (
    IllustrativeHand,
    advised_card,
    choices,
    is_over,
    play_out,
    tricks_made,
    view_after,
    within_reach,
)
from ecarte.teaching.judging import Seeded
from ecarte.teaching.kinds import DecisionKind, kind_of
from ecarte.teaching.lesson import (
    Answer,
    Ask,
    Do,
    Lesson,
    Marks,
    Option,
    Stand,
    Step,
    Takes,
    Turn,
    after,
    holds,
    step_view,
)
from ecarte.teaching.position import ME, OPPONENT, Setup, stand
from ecarte.teaching.quiz import Question, Ruling, question, questions, ruling
from ecarte.teaching.review import (
    Decision,
    Judged,
    decision_of,
    decisions,
    given_away,
    most_telling,
    review,
    steps,
    worst_first,
)
from ecarte.teaching.story import Cause, CostlyMove, DealStory, Ledger, Story, story
from ecarte.teaching.verdicts import PlayoutVerdict, book_stays, is_accepted, step_verdict

__all__ = [
    "COURSE",
    "FIRST_DEAL",
    "HANDS",
    "ME",
    "OPPONENT",
    "Answer",
    "Ask",
    "BookAdvice",
    "BookRule",
    "Cause",
    "CostlyMove",
    "DealStory",
    "Decision",
    "DecisionKind",
    "Do",
    "Hint",
    "IllustrativeHand",
    "Judged",
    "Ledger",
    "Lesson",
    "Marks",
    "Option",
    "PlayoutVerdict",
    "Question",
    "Ruling",
    "Seeded",
    "Setup",
    "Stand",
    "Step",
    "Story",
    "Takes",
    "Turn",
    "advised_card",
    "after",
    "book_stays",
    "choices",
    "decision_of",
    "decisions",
    "given_away",
    "hint",
    "holds",
    "is_accepted",
    "is_over",
    "kind_of",
    "most_telling",
    "play_out",
    "question",
    "questions",
    "review",
    "ruling",
    "stand",
    "step_verdict",
    "step_view",
    "steps",
    "story",
    "tricks_made",
    "view_after",
    "within_reach",
    "worst_first",
]
