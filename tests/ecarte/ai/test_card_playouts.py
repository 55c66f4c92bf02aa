"""Playing cards out against hands that the opponent may hold, neither side seeing the other's."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ecarte.ai import can_be_valued, knowledge_of, played_values
from ecarte.ai.card_playouts import _after, _draw_hand, card_outcomes
from ecarte.ai.cards.search import field_of
from ecarte.game import (
    Card,
    CardPlayed,
    Phase,
    Play,
    PlayerView,
    Propose,
    Refuse,
    Rules,
    Seat,
    player_view,
    public_view,
)
from ecarte.teaching import steps
from research.random_games import random_game
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S
from tests.support.properties import examples


def card_views(seed: int) -> list[PlayerView]:
    """Returns the views of a random game in which the seat chooses between cards."""
    log = steps(random_game(Rules(), Random(seed), Seat.SOUTH))
    views = [
        player_view(before, event.seat)
        for before, event in log
        if isinstance(event, CardPlayed) and before.phase is Phase.PLAY
    ]
    return [view for view in views if can_be_valued(view)]


def first_lead(hand: str, score: tuple[int, int] = (0, 0)) -> PlayerView:
    """Returns the view of an elder whose proposal was refused, the queen of spades turned up."""
    table = dealt(hand, turn_up="QS", score=score)
    table.does(N, Propose())
    table.does(S, Refuse())
    return player_view(table.state, N)


@examples(20)
@given(st.integers(0, 2**32))
def test_what_all_see_after_a_card_is_what_the_engine_says(seed: int) -> None:
    log = list(steps(random_game(Rules(), Random(seed), Seat.SOUTH)))
    for (before, event), (state, _) in pairwise(log):
        if isinstance(event, CardPlayed) and before.phase is state.phase is Phase.PLAY:
            reckoned, real = _after(public_view(before), event.card), public_view(state)
            assert (reckoned.tricks, reckoned.held, reckoned.taken) == (real.tricks, real.held, real.taken)
            assert reckoned.turn is real.turn


@examples(10)
@given(st.integers(0, 2**32))
def test_a_hand_drawn_for_the_opponent_is_one_that_they_may_hold(seed: int) -> None:
    for view in card_views(seed)[:4]:
        field = field_of(knowledge_of(view))
        for number in range(20):
            hand = _draw_hand(field, Random(number))
            assert hand.bit_count() == field.number
            assert hand & ~(field.may | field.sure) == 0
            assert hand & field.sure == field.sure


def test_a_card_is_drawn_as_often_as_its_weight_says() -> None:
    field = field_of(knowledge_of(first_lead("AS KH 9H 8D 7C")))
    (king, *others), hearts, diamonds, clubs = field.weights
    heavy = field._replace(weights=((50 * king, *others), hearts, diamonds, clubs))
    bit = Card.parse("KS").bit
    often, usual = (sum(bool(_draw_hand(one, Random(n)) & bit) for n in range(300)) for one in (heavy, field))
    assert often > 250 > 2 * usual


def test_certain_tricks_are_certain_against_every_hand() -> None:
    view = first_lead("KS JS AS TS 9S", score=(4, 0))
    king = Card.parse("KS")
    assert card_outcomes(view, [king], 20, Random(1)) == {king: [1.0] * 20}


@examples(4)
@given(st.integers(0, 2**32))
def test_from_the_same_view_and_chance_come_the_same_values(seed: int) -> None:
    for view in card_views(seed)[:2]:
        cards = [move.card for move in view.legal_moves if isinstance(move, Play)][:2]
        one, other = (played_values(view, cards, Random(7), 10) for _ in range(2))
        assert one == other
        assert set(one.values) == {Play(card) for card in cards}
        assert all(0 <= value <= 1 for value in one.values.values())
