"""The first deal: one lawful deal from its exchange to its point, played by the engine, with one right way through."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ecarte.game import Discard, KingFrom, Phase, Play, is_legal, legal_moves
from ecarte.odds import open_leads
from ecarte.teaching import FIRST_DEAL, ME, OPPONENT, Ask, Do, Option, Stand, Step, after, holds, stand

STEPS = FIRST_DEAL.steps
EACH = pytest.mark.parametrize("step", STEPS, ids=[str(number) for number, _ in enumerate(STEPS, 1)])


def right(step: Step) -> Option:
    """Returns the one right answer."""
    (option,) = (answer.option for answer in step.answers if answer.right)
    return option


def test_it_is_one_deal_in_seven_decisions_without_a_break() -> None:
    assert len(STEPS) == 7
    for before, following in pairwise(STEPS):
        assert after(before, right(before)) == stand(following.deal)


@EACH
def test_every_decision_is_the_learners_with_a_lawful_right_answer_and_a_wrong_one(step: Step) -> None:
    state = stand(step.deal)
    assert state.turn is ME
    assert holds(step, right(step))
    assert 2 <= len(step.answers) <= 5
    assert len({answer.option for answer in step.answers}) == len(step.answers)


@EACH
def test_what_the_laws_alone_decide_has_one_lawful_answer(step: Step) -> None:
    if step.ask is Ask.LAW:
        assert [holds(step, answer.option) for answer in step.answers] == [answer.right for answer in step.answers]


@EACH
def test_a_card_is_asked_for_among_all_that_are_held(step: Step) -> None:
    options = [answer.option for answer in step.answers]
    moves = [option.move for option in options if isinstance(option, Do)]
    if not any(isinstance(move, Play) for move in moves):
        return
    places = stand(step.deal).last_deal.places[ME.index]
    held = [Play(card) for card in places if card in stand(step.deal).cards(ME)]
    assert moves == held, "in the order in which they lie"


def test_the_sentences_about_wrong_answers_are_true() -> None:
    """Each wrong press is unlawful, or worth less: what the page says of it."""
    exchange, discards, king, follow, ruff, lead, last = STEPS
    assert {type(answer.option) for answer in king.answers} == {Do, Stand}
    assert exchange.deal.moves == ("propose",)
    for answer in discards.answers:
        assert isinstance(answer.option, Do)
        assert isinstance(answer.option.move, Discard)
    lawful = {move.card for move in legal_moves(stand(ruff.deal), ME) if isinstance(move, Play)}
    assert {str(card) for card in lawful} == {"8H", "KH"}, "a trump must be played, and the small one is enough"
    assert not any(is_legal(stand(follow.deal), ME, Do(card).move) for card in ("8H", "KD", "KH", "7D"))
    trump = stand(lead.deal).last_deal.trump
    assert str(trump) == "H"
    values = open_leads(stand(last.deal).hand(ME), stand(last.deal).hand(OPPONENT), trump)
    assert {str(card): made for card, made in values.items()} == {"KD": 1, "7D": 0}, "only the king makes a third trick"


def test_it_ends_with_the_point_and_the_king_for_the_learner() -> None:
    state = after(STEPS[-1], right(STEPS[-1]))
    assert state.phase is Phase.DEAL
    assert (state.score[ME.index], state.score[OPPONENT.index]) == (2, 0)
    assert state.scored is not None
    assert state.scored.tricks[ME.index] == 3
    assert state.last_deal.king is not None
    assert state.last_deal.king.how is KingFrom.ANNOUNCED
