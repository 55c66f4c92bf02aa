"""The ten lessons: every position lawful, every answer played through the engine.

Not proved here: that a beginner understands them. Advice that no computation settles (`Ask.ADVICE`) is held to be
lawful, and no more.
"""

from __future__ import annotations

import pytest

from ecarte.game import Discard, Phase, Play, player_view
from ecarte.odds import open_leads, open_replies
from ecarte.teaching import (
    COURSE,
    ME,
    OPPONENT,
    Ask,
    Do,
    Marks,
    Setup,
    Stand,
    Step,
    Turn,
    after,
    holds,
    question,
    ruling,
    stand,
)

ALL = {
    f"{number}.{place}": step for number, lesson in enumerate(COURSE, 1) for place, step in enumerate(lesson.steps, 1)
}


def each(*asks: Ask) -> pytest.MarkDecorator:
    """A test for every question of these kinds; of all where none is named."""
    chosen = {name: step for name, step in ALL.items() if step.answers and (step.ask in asks or not asks)}
    return pytest.mark.parametrize("step", chosen.values(), ids=chosen.keys())


def test_there_are_ten_lessons_of_a_few_steps() -> None:
    assert len(COURSE) == 10
    assert all(3 <= len(lesson.steps) <= 6 for lesson in COURSE)
    assert len({lesson.name for lesson in COURSE}) == 10


@pytest.mark.parametrize("step", ALL.values(), ids=ALL.keys())
def test_every_step_stands_in_a_deal_under_way_that_the_learner_can_see(step: Step) -> None:
    state = after(step)
    assert state.phase is not Phase.OVER
    assert state.scored is None
    view = player_view(state, ME)
    assert any(card is not None for card in view.places)
    assert state.score[ME.index] >= step.deal.score[0]


@each()
def test_every_question_has_a_right_answer_and_a_wrong_one_and_at_most_five(step: Step) -> None:
    assert 2 <= len(step.answers) <= 5
    assert {answer.right for answer in step.answers} == {True, False}
    assert len({answer.option for answer in step.answers}) == len(step.answers)


@each()
def test_every_right_answer_is_lawful_and_leads_to_what_is_shown_after_it(step: Step) -> None:
    for answer in step.answers:
        if answer.right:
            assert holds(step, answer.option)
            assert after(step, answer.option) != after(step) or not (step.then or isinstance(answer.option, Do))


@each(Ask.LAW)
def test_what_the_laws_decide_is_judged_by_the_engine(step: Step) -> None:
    for answer in step.answers:
        assert holds(step, answer.option) is answer.right, answer.option


@each(Ask.BEST)
def test_the_best_card_is_the_best_against_the_opponent_of_the_lesson(step: Step) -> None:
    state = after(step)
    assert state.deal is not None
    trump = state.deal.trump
    if len(state.played) % 2:
        led = state.played[-1]
        values = {
            card: -n for card, n in open_replies(state.hand(OPPONENT) | led.bit, state.hand(ME), led, trump).items()
        }
    else:
        values = dict(open_leads(state.hand(ME), state.hand(OPPONENT), trump))
    best = max(values.values())
    for answer in step.answers:
        assert isinstance(answer.option, Do)
        assert isinstance(answer.option.move, Play)
        assert (values[answer.option.move.card] == best) is answer.right, answer.option


@each(Ask.JEU)
def test_what_the_book_plays_or_not_is_what_the_lesson_says(step: Step) -> None:
    state = stand(step.deal)
    assert state.deal is not None
    told = ruling(state.cards(ME), state.deal.turn_up)
    right = {type(answer.option) for answer in step.answers if answer.right}
    assert right == ({Stand} if told.plays else {Do})


def test_each_kind_of_question_is_asked() -> None:
    steps = [step for lesson in COURSE for step in lesson.steps if step.answers]
    assert {step.ask for step in steps} == set(Ask)
    options = [answer.option for step in steps for answer in step.answers]
    assert {Do, Stand, Marks, Turn} <= {type(option) for option in options}
    assert any(isinstance(option, Do) and isinstance(option.move, Discard) for option in options)


@pytest.mark.parametrize("mine", range(5))
@pytest.mark.parametrize("theirs", range(5))
def test_any_score_can_be_set_up_lawfully_with_either_dealer(mine: int, theirs: int) -> None:
    for dealer in (ME, OPPONENT):
        state = stand(Setup("QS JS 9H TH KC", "KD QD JD 9C 8C", "7S", dealer, (mine, theirs)))
        assert state.score == (theirs, mine)
        assert state.deal is not None
        assert state.deal.dealer is dealer
        assert [str(card) for card in state.deal.places[ME.index]] == ["QS", "JS", "9H", "TH", "KC"]


def test_a_question_of_the_quiz_needs_no_more_than_numbers() -> None:
    numbers = iter(range(10_000))
    asked = question(lambda below: next(numbers) % below, plays=True)
    assert asked.ruling().plays
