"""What deals played out say of the book's answers: nothing is asked where they refute it; the file is what they say."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import PACK, Card, Suit, parse_cards
from ecarte.odds import Role
from ecarte.teaching import COURSE, Question, is_accepted, question, step_verdict
from ecarte.teaching.verdicts import PlayoutVerdict, hand_verdicts, standing
from research.verdicts_build import draw_hands, entry, hand_case, step_cases
from tests.ecarte.ai.compiling import house_library, needs_a_compiler

REFUTED = {"jeux.1", "jeux.3", "score.1"}
STEPS = {f"{lesson.name}.{place + 1}": (lesson, place) for lesson in COURSE for place in range(len(lesson.steps))}


def read(text: str) -> Question:
    """A hand as it is stored."""
    turn_up, *cards = parse_cards(text)
    return Question(tuple(cards), turn_up)


@given(st.permutations(PACK), st.permutations(list(Suit)))
def test_hands_alike_but_for_their_suits_have_one_verdict(pack: list[Card], suits: list[Suit]) -> None:
    turn_up, *cards = pack[:6]
    other_turn, *others = (Card(card.rank, suits[card.suit.index]) for card in pack[:6])
    assert standing(cards, turn_up) == standing(others, other_turn)


def test_no_question_is_asked_on_which_deals_played_out_do_not_bear_the_book_out() -> None:
    chance = random.Random(4)
    for number in range(300):
        asked = question(chance.randrange, plays=number % 2 == 0)
        assert asked.verdict is not None
        assert asked.verdict.bears_out(asked.ruling().plays)
        assert not asked.verdict.refutes(asked.ruling().plays)
        assert asked.plays == {number % 2 == 0}


def test_where_deals_played_out_refute_the_book_both_answers_are_right() -> None:
    refuted = [read(text) for text, verdict in hand_verdicts().items() if verdict.refutes(read(text).ruling().plays)]
    assert refuted, "finding M1: 17 of 120"
    assert all(asked.plays == {True, False} for asked in refuted)


def test_a_gain_within_two_standard_errors_refutes_nothing() -> None:
    assert not PlayoutVerdict(100, -0.01, 0.01).refutes(stays=True)
    assert PlayoutVerdict(100, -0.011, 0.01).refutes(stays=True)
    assert PlayoutVerdict(100, 0.011, 0.01).refutes(stays=False)


def test_the_steps_in_which_the_book_fails_count_either_answer() -> None:
    for name in step_cases():
        lesson, place = STEPS[name]
        assert step_verdict(lesson, place) is not None
        accepted = [is_accepted(lesson, place, answer) for answer in lesson.steps[place].answers]
        assert all(accepted) is (name in REFUTED), name


@needs_a_compiler
@pytest.mark.parametrize("name", [pytest.param("jeux.1", marks=pytest.mark.soak), "proposing.3", ""])
def test_what_is_stored_is_what_deals_played_anew_say(name: str, tmp_path: Path) -> None:
    text = next(iter(hand_verdicts()))
    case = step_cases()[name] if name else (hand_case(text), Role.ELDER)
    stored = step_verdict(*STEPS[name]) if name else hand_verdicts()[text]
    assert stored is not None
    _, (gain, error) = entry([case], stored.deals, 1, house_library(tmp_path), 0)
    assert (gain, 2 * error) == pytest.approx((stored.gain, stored.error))


def test_hands_are_drawn_of_both_kinds_and_none_in_doubt() -> None:
    hands = draw_hands(20, random.Random(1))
    assert [read(text).ruling().plays for text in hands].count(True) == 10
    assert not any(read(text).ruling().doubtful for text in hands)
