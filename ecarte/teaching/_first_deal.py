"""The first deal: a lesson for a learner who has never played. One deal with prearranged cards is played from the
exchange to the point.

The learner deals. Each of the seven steps continues after the right answer of the step before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ecarte.teaching.lesson import Answer, Ask, Do, Lesson, Option, Stand, Step
from ecarte.teaching.position import ME, Setup

_DEALT: Final = Setup(
    mine="8H KD TC 9C 7C",
    theirs="KS QC QD 9S 8D",
    turn_up="9H",
    dealer=ME,
    talon="TH 7H KH TS 7D",
    moves=("propose",),
)


def _answers(right: str, *options: Option) -> tuple[Answer, ...]:
    return tuple(Answer(option, right=option == Do(right)) for option in options)


def _cards(right: str, held: str) -> tuple[Answer, ...]:
    return _answers(right, *(Do(card) for card in held.split()))


def _in_a_row(deal: Setup, taps: Iterable[tuple[Ask, tuple[Answer, ...], tuple[str, ...]]]) -> Iterator[Step]:
    """Yields the steps of a deal.

    Args:
        deal: the position before the first step.
        taps: for each step, how an answer is judged, the answers, and the moves that follow the right one.
    """
    moves = deal.moves
    for ask, answers, then in taps:
        yield Step(replace(deal, moves=moves), ask, answers, then)
        (right,) = (answer.option for answer in answers if answer.right)
        assert isinstance(right, Do)
        moves = (*moves, right.text, *then)


FIRST_DEAL: Final = Lesson(
    "first",
    tuple(
        _in_a_row(
            _DEALT,
            (
                (Ask.ADVICE, _answers("accept", Do("accept"), Do("refuse")), ("discard 9S 8D",)),
                (
                    Ask.ADVICE,
                    _answers(
                        "discard TC 9C 7C", Do("discard KD 9C 7C"), Do("discard TC 9C 7C"), Do("discard 8H 9C 7C")
                    ),
                    ("KS",),
                ),
                (Ask.ADVICE, _answers("king", Do("king"), Stand()), ()),
                (Ask.LAW, _cards("TS", "8H KD KH TS 7D"), ("QC",)),
                (Ask.ADVICE, _cards("8H", "8H KD KH 7D"), ()),
                (Ask.ADVICE, _cards("KH", "KD KH 7D"), ("7H",)),
                (Ask.BEST, _cards("KD", "KD 7D"), ("QD", "7D", "TH")),
            ),
        )
    ),
)
"""The first deal as a lesson of seven steps. After the right answer of the last step, the deal is over."""
