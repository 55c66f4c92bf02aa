"""The chairs: who is called when, who keeps a chair, who may play out a resigned game; and over random evenings.

Not proved here: time limits and messages, which are the bot's.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import Seat
from ecarte.table import Queue
from ecarte.table.chairs import (
    away,
    begin_game,
    decline,
    end_game,
    enter,
    heirs,
    leave,
    open_queue,
    order,
    person_called,
    sit,
    take_over,
)
from ecarte.table.stakes import Book, GalerieError, GalerieRule, Style, close, declare_chouette, open_book, place
from tests.ecarte.table.stakes.galerie import ANN, BEN, CLO, DAN, EVE, HOUSE, NORTH, SOUTH, expect_refused, rich

PURSES = rich(ANN, BEN, CLO, DAN, EVE)


def table(*waiting: int, style: Style = Style.FRENCH) -> Queue:
    queue = open_queue(NORTH, SOUTH, style=style, house=HOUSE)
    for person in waiting:
        queue = enter(queue, person)
    return queue


def played(queue: Queue, loser: Seat | None = Seat.SOUTH, *, chouette: bool = False) -> Queue:
    return end_game(begin_game(queue), loser, chouette=chouette)


def closed_book(*bets: tuple[int, Seat, int], chouette: int | None = None) -> Book:
    book = open_book(NORTH, SOUTH, 100, PURSES)
    for person, side, amount in bets:
        book = place(book, person, side, amount, PURSES)
    if chouette is not None:
        book = declare_chouette(book, chouette, {**PURSES, chouette: 5})
    return close(book, PURSES if chouette is None else {**PURSES, chouette: 0}).book


def test_p36_the_loser_retires_and_the_first_rentrant_takes_the_place() -> None:
    queue = played(table(ANN, BEN))
    assert queue.seats == (NORTH, None)
    assert person_called(queue) == ANN
    queue = sit(queue, ANN)
    assert (queue.seats, queue.waiting, person_called(queue)) == ((NORTH, ANN), (BEN,), None)


def test_p37_who_has_not_played_goes_before_those_who_have() -> None:
    queue = enter(enter(played(table(ANN)), SOUTH), BEN)
    assert order(queue) == (ANN, BEN, SOUTH)


def test_p36_an_order_once_established_is_adhered_to() -> None:
    queue = played(sit(played(sit(played(table(ANN, BEN)), ANN), Seat.NORTH), BEN), Seat.NORTH)
    for person in (SOUTH, BEN, NORTH):
        queue = enter(queue, person)
    assert order(queue) == (SOUTH, BEN, NORTH)
    assert order(enter(queue, EVE)) == (EVE, SOUTH, BEN, NORTH)


def test_a_loser_who_enters_again_is_the_last() -> None:
    queue = enter(played(table(ANN)), SOUTH)
    assert order(queue) == (ANN, SOUTH)
    assert person_called(played(table())) is None
    assert person_called(enter(played(table()), SOUTH)) == SOUTH


def test_a_rentrant_who_declines_keeps_the_place_for_the_next_chair() -> None:
    queue = decline(played(table(ANN, BEN)), ANN)
    assert person_called(queue) == BEN
    queue = sit(queue, BEN)
    assert person_called(played(queue)) == ANN


def test_when_all_have_declined_none_is_called_until_another_comes() -> None:
    queue = decline(played(table(ANN)), ANN)
    assert person_called(queue) is None
    assert person_called(enter(queue, SOUTH)) == SOUTH


def test_who_declined_and_enters_anew_is_called_again() -> None:
    queue = decline(played(table(ANN)), ANN)
    assert person_called(enter(leave(queue, ANN), ANN)) == ANN


def test_a_rentrant_who_is_away_loses_the_place_and_the_next_is_called() -> None:
    queue = away(played(table(ANN, BEN)), ANN)
    assert (person_called(queue), queue.waiting) == (BEN, (BEN,))
    assert order(enter(queue, ANN)) == (BEN, ANN)


@pytest.mark.parametrize("loser", Seat)
def test_while_a_rubber_is_on_both_keep_their_chairs_and_none_is_called(loser: Seat) -> None:
    in_rubber = end_game(begin_game(table(ANN)), loser, rubber=True)
    assert (in_rubber.seats, person_called(in_rubber)) == ((NORTH, SOUTH), None)
    over = end_game(begin_game(in_rubber), loser)
    assert (over.empty_chairs, person_called(over)) == ((loser,), ANN)


def test_a_backer_who_has_won_a_game_of_a_rubber_that_is_on_gets_no_chair_by_it() -> None:
    queue = take_over(begin_game(table()), closed_book((ANN, Seat.NORTH, 40), (BEN, Seat.SOUTH, 40)), Seat.NORTH, ANN)
    assert end_game(queue, Seat.SOUTH, rubber=True).seats == (NORTH, SOUTH)
    assert end_game(queue, Seat.SOUTH).seats == (ANN, None)


def test_p37_the_loser_at_la_chouette_keeps_the_chair() -> None:
    queue = played(table(ANN), chouette=True)
    assert queue.seats == (NORTH, SOUTH)
    assert person_called(queue) is None
    assert begin_game(queue).playing


def test_the_winner_may_leave_too_and_two_chairs_are_filled() -> None:
    queue = leave(played(table(ANN, BEN)), NORTH)
    assert queue.empty_chairs == (Seat.NORTH, Seat.SOUTH)
    queue = sit(decline(queue, ANN), BEN)
    assert person_called(queue) == ANN
    assert sit(queue, ANN).seats == (BEN, ANN)


def test_a_game_that_does_not_count_moves_no_person() -> None:
    queue = table(ANN)
    assert played(queue, None) == queue


def test_law_52_at_an_english_table_no_bystander_goes_in_or_plays_on() -> None:
    queue = table(style=Style.ENGLISH)
    with expect_refused(GalerieRule.ENGLISH_TABLE):
        enter(queue, ANN)
    book = closed_book((ANN, Seat.NORTH, 5), (BEN, Seat.SOUTH, 5))
    assert heirs(queue, book, Seat.NORTH) == ()
    with expect_refused(GalerieRule.ENGLISH_TABLE):
        take_over(begin_game(queue), book, Seat.NORTH, ANN)
    assert played(queue).seats == (NORTH, SOUTH)


def test_law_54_backers_are_asked_by_the_size_of_their_covered_stakes_then_by_their_order() -> None:
    book = closed_book(
        (ANN, Seat.NORTH, 10),
        (BEN, Seat.SOUTH, 60),
        (CLO, Seat.NORTH, 10),
        (DAN, Seat.NORTH, 30),
        (EVE, Seat.NORTH, 90),
    )
    queue = begin_game(table())
    assert heirs(queue, book, Seat.NORTH) == (DAN, ANN, CLO, EVE)
    assert heirs(queue, book, Seat.SOUTH) == (BEN,)


def test_law_54_a_backer_plays_out_the_game_and_if_it_is_won_has_the_chair() -> None:
    book = closed_book((ANN, Seat.NORTH, 10), (BEN, Seat.SOUTH, 10))
    queue = take_over(begin_game(table(ANN, CLO)), book, Seat.NORTH, ANN)
    assert (queue.acting(Seat.NORTH), queue.acting(Seat.SOUTH), queue.seats) == (ANN, SOUTH, (NORTH, SOUTH))
    won = end_game(queue, Seat.SOUTH)
    assert (won.seats, won.waiting) == ((ANN, None), (CLO,))
    assert won.played == {NORTH, SOUTH, ANN}
    assert won.acting(Seat.NORTH) == ANN


def test_law_54_if_the_game_is_lost_the_resigner_retires_and_the_backer_keeps_the_turn() -> None:
    book = closed_book((ANN, Seat.NORTH, 10), (BEN, Seat.SOUTH, 10))
    lost = end_game(take_over(begin_game(table(CLO, ANN)), book, Seat.NORTH, ANN), Seat.NORTH)
    assert (lost.seats, order(lost)) == ((None, SOUTH), (CLO, ANN))
    assert lost.played == {NORTH, SOUTH}


def test_law_54_a_backer_who_gives_up_too_is_followed_by_the_next() -> None:
    book = closed_book((ANN, Seat.NORTH, 10), (CLO, Seat.NORTH, 5), (BEN, Seat.SOUTH, 15))
    queue = take_over(begin_game(table()), book, Seat.NORTH, ANN)
    assert heirs(queue, book, Seat.NORTH) == (CLO,)
    assert take_over(queue, book, Seat.NORTH, CLO).acting(Seat.NORTH) == CLO


def test_law_54_only_backers_of_the_resigner_play_on() -> None:
    book = closed_book((ANN, Seat.NORTH, 10), (BEN, Seat.SOUTH, 10), (CLO, Seat.NORTH, 5))
    queue = begin_game(table())
    for person in (BEN, CLO, DAN, NORTH, SOUTH):
        with expect_refused(GalerieRule.NOT_A_BACKER):
            take_over(queue, book, Seat.NORTH, person)
    with expect_refused(GalerieRule.NO_GAME):
        take_over(table(), book, Seat.NORTH, ANN)
    with expect_refused(GalerieRule.BOOK_OPEN):
        heirs(queue, open_book(NORTH, SOUTH, 5, PURSES), Seat.NORTH)


def test_p37_no_bystander_sees_the_hand_at_la_chouette_so_none_plays_it_out() -> None:
    book = closed_book((ANN, Seat.NORTH, 10), (BEN, Seat.SOUTH, 20), chouette=NORTH)
    assert book.side_of(ANN) is Seat.NORTH
    assert heirs(begin_game(table()), book, Seat.NORTH) == ()
    assert heirs(begin_game(table()), book, Seat.SOUTH) == (BEN,)


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda queue: enter(queue, NORTH), GalerieRule.SEATED_ALREADY),
        (lambda queue: enter(queue, ANN), GalerieRule.WAITING_ALREADY),
        (lambda queue: enter(queue, HOUSE), GalerieRule.HOUSE_BETS_NOT),
        (lambda queue: leave(queue, CLO), GalerieRule.NOT_WAITING),
        (lambda queue: sit(queue, ANN), GalerieRule.NO_EMPTY_CHAIR),
        (lambda queue: sit(played(queue), BEN), GalerieRule.NOT_CALLED),
        (lambda queue: decline(played(queue), BEN), GalerieRule.NOT_CALLED),
        (lambda queue: away(played(queue), CLO), GalerieRule.NOT_CALLED),
        (lambda queue: end_game(queue, Seat.NORTH), GalerieRule.NO_GAME),
        (lambda queue: begin_game(played(queue)), GalerieRule.CHAIR_EMPTY),
        (lambda queue: begin_game(begin_game(queue)), GalerieRule.GAME_ON),
        (lambda queue: leave(begin_game(queue), NORTH), GalerieRule.GAME_ON),
        (lambda queue: sit(begin_game(queue), ANN), GalerieRule.GAME_ON),
        (lambda queue: open_queue(ANN, ANN), GalerieRule.TWO_PEOPLE),
    ],
)
def test_what_the_chairs_refuse(act: Callable[[Queue], Queue], rule: GalerieRule) -> None:
    queue = table(ANN, BEN)
    before = copy.deepcopy(queue)
    with expect_refused(rule):
        act(queue)
    assert queue == before


ACTS = ("enter", "leave", "decline", "away", "sit", "begin", "end")


def acted(queue: Queue, act: str, person: int, loser: Seat | None, chouette: bool) -> Queue:
    match act:
        case "enter":
            return enter(queue, person)
        case "leave":
            return leave(queue, person)
        case "decline":
            return decline(queue, person_called(queue) or person)
        case "away":
            return away(queue, person_called(queue) or person)
        case "sit":
            return sit(queue, person_called(queue) or person)
        case "begin":
            return begin_game(queue)
        case _:
            return end_game(queue, loser, chouette=chouette)


@given(
    st.lists(
        st.tuples(st.sampled_from(ACTS), st.integers(1, 12), st.sampled_from([*Seat, None]), st.booleans()),
        max_size=120,
    )
)
def test_p37_on_a_random_evening_no_person_is_in_two_places_and_the_right_one_is_called(
    evening: list[tuple[str, int, Seat | None, bool]],
) -> None:
    queue = open_queue(NORTH, SOUTH)
    for step in evening:
        try:
            after = acted(queue, *step)
        except GalerieError:
            continue
        places = [person for person in after.seats if person is not None] + list(after.waiting)
        assert len(set(places)) == len(places)
        assert after.passed <= set(after.waiting)
        assert queue.played <= after.played
        assert not (after.playing and after.empty_chairs)
        stayed = [person for person in queue.waiting if person in after.waiting]
        assert [person for person in after.waiting if person in stayed] == stayed, "the order is adhered to"
        turn = person_called(after)
        if turn is not None:
            rivals = [person for person in after.waiting if person not in after.passed]
            fresh = [person for person in rivals if person not in after.played]
            assert turn == (fresh or rivals)[0]
        queue = after
