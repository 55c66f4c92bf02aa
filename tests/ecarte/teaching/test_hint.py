"""A hint: for the player to act, with the king first where it is time for it, and by what the seat may see."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import (
    Accept,
    AnnounceKing,
    Discard,
    Play,
    Propose,
    Refuse,
    Rules,
    Seat,
    apply,
    parse_cards,
    player_view,
)
from ecarte.teaching import ME, Decision, Hint, hint, review, stand, steps
from research.random_games import random_game
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S, Table, play
from tests.ecarte.teaching.test_review import FEW, LATE_LEAD, MANY


def hinted(table: Table, seat: Seat = N) -> Hint | None:
    """The hint for a seat."""
    return hint(player_view(table.state, seat), Random)


def test_a_poor_hand_asks_for_cards() -> None:
    told = hinted(dealt("7H 8H 7D 8D 7C", "KH QH KD QD KC", "7S"))
    assert told is not None
    assert told.book is not None
    assert (told.move, told.book.move) == (Propose(), Propose())
    assert isinstance(told.other, Play)
    assert told.chance > told.other_chance
    assert not told.king


def test_the_king_is_to_be_announced_before_the_card() -> None:
    table = dealt("KS QS JS AS 7C", "KH QH KD QD KC", "7S")
    table.does(N, Propose())
    table.does(S, Refuse())
    told = hinted(table)
    assert told is not None
    assert isinstance(told.move, Play)
    assert told.king
    table.does(N, AnnounceKing())
    again = hinted(table)
    assert again is not None
    assert not again.king


def test_at_four_the_king_wins_at_once() -> None:
    told = hinted(dealt("KS 7H 8H 7D 8D", turn_up="7S", score=(4, 0)))
    assert told is not None
    assert told.king


def test_where_there_is_no_choice_there_is_no_hint() -> None:
    table = dealt("KS QS JS AS TS", "7D 8D 9D 7C 8C", "7S")
    assert hinted(table, S) is None, "it is not South's turn"
    table.tricks("QS 7D, JS 8D, AS 9D, TS 7C")
    assert hinted(table) is None, "one card is left"


def test_what_the_other_holds_does_not_matter() -> None:
    one = dealt("AS KH 9H 8D 7C", "7S 8S 9S TS JS", "QS")
    other = dealt("AS KH 9H 8D 7C", "7H 8H TH 7D 9D", "QS")
    assert hinted(one) == hinted(other)


@pytest.mark.parametrize(("hand", "keeps"), [("KS QS JS 7H 7C", "KS QS JS"), ("AS TS KH 7D 8C", "AS TS")])
def test_trumps_are_kept(hand: str, keeps: str) -> None:
    table = dealt(hand, turn_up="9S")
    table.does(N, Propose())
    table.does(S, Accept())
    told = hinted(table)
    assert told is not None
    assert isinstance(told.move, Discard)
    assert not set(told.move) & set(parse_cards(keeps))


@FEW
@given(st.integers(0, 2**32))
def test_no_review_calls_the_move_of_a_hint_an_error(seed: int) -> None:
    """`python -m research reviews` counts a thousand."""
    expect_hints_that_no_review_calls_errors(seed, 4)


@pytest.mark.soak
@MANY
@given(st.integers(0, 2**32))
def test_no_review_calls_one_of_many_hints_an_error(seed: int) -> None:
    expect_hints_that_no_review_calls_errors(seed, 20)


def expect_hints_that_no_review_calls_errors(seed: int, number: int) -> None:
    """The first hints of a random game, each reviewed."""
    log = steps(random_game(Rules(), Random(seed), S))
    for before, _ in islice(((state, event) for state, event in log if state.turn is not None), number):
        assert before.turn is not None
        view = player_view(before, before.turn)
        told = hint(view, Random)
        if told is None:
            continue
        if told.king:
            before = apply(before, view.seat, AnnounceKing())
            view = player_view(before, view.seat)
        if told.move in view.legal_moves or isinstance(told.move, Discard):
            assert [judged.cost for judged in review([Decision(view, told.move)], Random)] == [0]


def test_a_hint_claims_no_difference_that_deals_played_out_do_not_bear_out() -> None:
    told = hint(player_view(stand(LATE_LEAD), ME), Random)
    assert told is not None
    assert told.move == play("KC")
    assert told.other in (play("8S"), play("7S")), "the ace loses nothing"
