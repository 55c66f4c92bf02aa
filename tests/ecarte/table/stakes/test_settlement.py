"""Settlements by worked examples: the player first, backers in proportion, doubles and trebles, void games."""

from __future__ import annotations

import pytest

from ecarte.game import Multiple, Seat
from ecarte.table.stakes import Book, GalerieRule, call_off, close, open_book, place, postings, settle, share_out
from tests.ecarte.table.stakes.galerie import ANN, BEN, CLO, DAN, EVE, NORTH, SOUTH, expect_refused, rich

PURSES = rich(ANN, BEN, CLO, DAN, EVE)


def closed_book(*bets: tuple[int, Seat, int], stake: int = 100) -> Book:
    book = open_book(NORTH, SOUTH, stake, PURSES)
    for person, side, amount in bets:
        book = place(book, person, side, amount, PURSES)
    return close(book, PURSES).book


def test_p36_each_winner_takes_the_stake_and_as_much_again() -> None:
    book = closed_book((ANN, Seat.NORTH, 30), (BEN, Seat.SOUTH, 20), (CLO, Seat.SOUTH, 10))
    done = settle(book, Seat.NORTH, Multiple.SINGLE, {})
    assert [(share.person, share.gain, share.staked + share.gain) for share in done.shares] == [
        (NORTH, 100, 200),
        (ANN, 30, 60),
        (SOUTH, -100, 0),
        (BEN, -20, 0),
        (CLO, -10, 0),
    ]
    assert postings(book, done.book) == {NORTH: 200, ANN: 60}
    assert done.short == 0


def test_law_46_a_treble_is_paid_from_the_table_and_from_the_losers_purses() -> None:
    book = closed_book((ANN, Seat.NORTH, 30), (BEN, Seat.SOUTH, 30))
    done = settle(book, Seat.SOUTH, Multiple.TREBLE, {NORTH: 900, ANN: 970})
    assert postings(book, done.book) == {SOUTH: 400, BEN: 120, NORTH: -200, ANN: -60}
    assert done.short == 0


def test_p36_of_a_shortage_the_player_is_paid_in_full_and_backers_share_it_in_proportion() -> None:
    """Owed 2 x (100 + 70) = 340; South has 50 more, Ben nothing: 220 lie there. North 200, then 20 for 40 + 30.

    Exact shares of 20 are 11.43 and 8.57: 11 and 8 whole, and the chip left goes to the larger remainder, Clo's.
    """
    book = closed_book((ANN, Seat.NORTH, 40), (CLO, Seat.NORTH, 30), (BEN, Seat.SOUTH, 70))
    done = settle(book, Seat.NORTH, Multiple.DOUBLE, {SOUTH: 50, BEN: 0})
    assert [(share.person, share.due, share.gain) for share in done.shares] == [
        (NORTH, 200, 200),
        (ANN, 80, 11),
        (CLO, 60, 9),
        (SOUTH, 200, -150),
        (BEN, 140, -70),
    ]
    assert done.short == 120


def test_p36_no_loser_pays_for_another() -> None:
    """Ben has plenty, but owes only twice the ten of the bet."""
    book = closed_book((ANN, Seat.NORTH, 10), (BEN, Seat.SOUTH, 10))
    done = settle(book, Seat.NORTH, Multiple.DOUBLE, {SOUTH: 0, BEN: 1000})
    assert [(share.person, share.gain) for share in done.shares] == [(NORTH, 120), (ANN, 0), (SOUTH, -100), (BEN, -20)]


def test_p36_even_the_player_gets_no_more_than_there_is() -> None:
    done = settle(closed_book(), Seat.NORTH, Multiple.TREBLE, {SOUTH: 7})
    assert [share.gain for share in done.shares] == [107, -107]
    assert done.short == 193


def test_between_equal_remainders_the_first_bet_has_the_chip() -> None:
    assert share_out(10, [1, 1, 1]) == (4, 3, 3)
    assert share_out(11, [1, 1, 1]) == (4, 4, 3)
    assert share_out(5, [1, 2, 1]) == (1, 3, 1)
    assert share_out(0, [3, 4]) == (0, 0)
    book = closed_book((CLO, Seat.NORTH, 5), (ANN, Seat.NORTH, 5), (BEN, Seat.SOUTH, 10), stake=10)
    done = settle(book, Seat.NORTH, Multiple.DOUBLE, {SOUTH: 1, BEN: 0})
    assert [(share.person, share.gain) for share in done.shares[:3]] == [(NORTH, 20), (CLO, 1), (ANN, 0)]


def test_law_54_a_resigned_game_played_out_by_a_backer_settles_for_the_same_side() -> None:
    """The book knows whose the money is; who held the cards at the end does not come into it."""
    book = closed_book((ANN, Seat.SOUTH, 30), (BEN, Seat.NORTH, 30))
    done = settle(book, Seat.SOUTH, Multiple.SINGLE, {})
    assert {share.person: share.gain for share in done.shares} == {SOUTH: 100, ANN: 30, NORTH: -100, BEN: -30}


def test_a_game_that_does_not_count_gives_everything_back() -> None:
    book = closed_book((ANN, Seat.SOUTH, 30), (BEN, Seat.NORTH, 30))
    done = call_off(book)
    assert postings(book, done.book) == {NORTH: 100, SOUTH: 100, ANN: 30, BEN: 30}
    assert done.book.account() == dict.fromkeys((NORTH, SOUTH, ANN, BEN), 0)
    assert (done.winner, done.short) == (None, 0)


def test_a_game_may_be_called_off_before_the_close() -> None:
    book = place(open_book(NORTH, SOUTH, 5, PURSES), ANN, Seat.NORTH, 50, PURSES)
    assert postings(book, call_off(book).book) == {NORTH: 5, SOUTH: 5, ANN: 50}


def test_a_game_is_settled_once() -> None:
    book = closed_book()
    done = settle(book, Seat.NORTH, Multiple.SINGLE, {}).book
    with expect_refused(GalerieRule.FINISHED):
        settle(done, Seat.NORTH, Multiple.SINGLE, {})
    with expect_refused(GalerieRule.FINISHED):
        call_off(done)
    with expect_refused(GalerieRule.BOOK_OPEN):
        settle(open_book(NORTH, SOUTH, 5, PURSES), Seat.NORTH, Multiple.SINGLE, {})
    assert postings(done, done) == {}


def test_the_purses_of_those_who_may_owe_more_must_be_given() -> None:
    with pytest.raises(KeyError):
        settle(closed_book(), Seat.NORTH, Multiple.DOUBLE, {})
