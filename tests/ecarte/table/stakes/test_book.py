"""The book of a game by worked examples: covering, withdrawing, taking, La Chouette, the close, and what is refused.

The invariants of every galerie are in test_galeries.py; these are the cases that a reader can follow on paper.
"""

from __future__ import annotations

import copy
import doctest
import pickle
from collections.abc import Callable

import pytest

import ecarte.table.stakes
from ecarte.game import EcarteError, Seat
from ecarte.table.stakes import (
    MOST_BETS,
    MOST_CHIPS,
    Bet,
    Book,
    BookHolding,
    GalerieError,
    GalerieRule,
    Stage,
    Style,
    backers,
    call_off,
    close,
    declare_chouette,
    holdings,
    match_bet,
    offered_against,
    open_book,
    place,
    postings,
    standing,
    take,
    unmatched,
    withdraw,
)
from tests.ecarte.table.stakes.galerie import ANN, BEN, CLO, DAN, EVE, HOUSE, NORTH, SOUTH, expect_refused, rich

PURSES = rich(ANN, BEN, CLO, DAN, EVE, HOUSE)


def book_of(*bets: tuple[int, Seat, int], stake: int = 100, style: Style = Style.FRENCH) -> Book:
    book = open_book(NORTH, SOUTH, stake, PURSES, style=style, house=HOUSE)
    for person, side, amount in bets:
        book = place(book, person, side, amount, PURSES)
    return book


def covered(book: Book, side: Seat) -> list[tuple[int, int, int]]:
    shown = standing(book)
    lines = (shown.north if side is Seat.NORTH else shown.south).lines
    return [(line.person, line.covered, line.uncovered) for line in lines]


def test_p36_all_stakes_are_placed_on_the_table() -> None:
    book = book_of((ANN, Seat.NORTH, 30))
    assert postings(None, book) == {NORTH: -100, SOUTH: -100, ANN: -30}


def test_p36_the_player_is_covered_first_then_bystanders_in_the_order_of_their_bets() -> None:
    book = book_of((ANN, Seat.NORTH, 30), (BEN, Seat.SOUTH, 50), (CLO, Seat.NORTH, 40), (DAN, Seat.NORTH, 10))
    assert covered(book, Seat.NORTH) == [(NORTH, 100, 0), (ANN, 30, 0), (CLO, 20, 20), (DAN, 0, 10)]
    assert covered(book, Seat.SOUTH) == [(SOUTH, 100, 0), (BEN, 50, 0)]
    assert standing(book).covered == 150


def test_p36_what_is_not_covered_goes_back_last_come_first() -> None:
    book = book_of((ANN, Seat.NORTH, 30), (BEN, Seat.SOUTH, 50), (CLO, Seat.NORTH, 40), (DAN, Seat.NORTH, 10))
    closed = close(book, PURSES)
    assert closed.refunds == (BookHolding(DAN, 10), BookHolding(CLO, 20))
    assert postings(book, closed.book) == {DAN: 10, CLO: 20}
    assert closed.book.bets == (Bet(ANN, Seat.NORTH, 30), Bet(BEN, Seat.SOUTH, 50), Bet(CLO, Seat.NORTH, 20))
    assert closed.book.total(Seat.NORTH) == closed.book.total(Seat.SOUTH) == 150


def test_a_second_bet_has_its_own_place_in_the_order() -> None:
    book = book_of((ANN, Seat.NORTH, 30), (BEN, Seat.NORTH, 30), (ANN, Seat.NORTH, 30), (CLO, Seat.SOUTH, 60))
    assert covered(book, Seat.NORTH) == [(NORTH, 100, 0), (ANN, 30, 0), (BEN, 30, 0), (ANN, 0, 30)]
    assert close(book, PURSES).refunds == (BookHolding(ANN, 30),)
    assert holdings(book, Seat.NORTH) == (BookHolding(NORTH, 100), BookHolding(ANN, 60), BookHolding(BEN, 30))


def test_bets_may_be_withdrawn_until_the_close_covered_or_not() -> None:
    book = book_of((ANN, Seat.NORTH, 30), (BEN, Seat.SOUTH, 30))
    assert postings(book, withdraw(book, ANN)) == {ANN: 30}
    assert covered(withdraw(book, ANN, 10), Seat.NORTH) == [(NORTH, 100, 0), (ANN, 20, 0)]


def test_a_backer_who_withdraws_a_part_keeps_the_first_place() -> None:
    book = book_of((ANN, Seat.NORTH, 30), (BEN, Seat.NORTH, 40), (CLO, Seat.SOUTH, 5), (ANN, Seat.NORTH, 25))
    kept = (Bet(ANN, Seat.NORTH, 15), Bet(BEN, Seat.NORTH, 40), Bet(CLO, Seat.SOUTH, 5))
    assert withdraw(book, ANN, 40).bets == kept


def test_who_has_withdrawn_everything_may_change_sides_before_the_close() -> None:
    book = withdraw(book_of((ANN, Seat.NORTH, 30)), ANN)
    assert place(book, ANN, Seat.SOUTH, 30, PURSES).side_of(ANN) is Seat.SOUTH


def test_p36_a_player_takes_bets_in_preference_to_bystanders() -> None:
    book = book_of((ANN, Seat.NORTH, 50), (BEN, Seat.SOUTH, 50))
    assert covered(book, Seat.NORTH) == [(NORTH, 100, 0), (ANN, 50, 0)]
    taken = take(book, NORTH, 30, PURSES)
    assert postings(book, taken) == {NORTH: -30}
    assert covered(taken, Seat.NORTH) == [(NORTH, 130, 0), (ANN, 20, 30)]
    assert offered_against(taken, Seat.NORTH) == 20
    everything = take(taken, NORTH, None, PURSES)
    assert covered(everything, Seat.NORTH) == [(NORTH, 150, 0), (ANN, 0, 50)]


def test_what_a_player_took_goes_back_if_the_bet_is_withdrawn() -> None:
    book = take(book_of((ANN, Seat.SOUTH, 50), (BEN, Seat.SOUTH, 20)), NORTH, None, PURSES)
    assert postings(book, withdraw(book, ANN, 30)) == {ANN: 30, NORTH: 30}
    assert withdraw(book, NORTH, 60).taken == (10, 0)


def test_both_players_may_take_and_neither_takes_from_the_other() -> None:
    book = book_of((ANN, Seat.NORTH, 50), (BEN, Seat.SOUTH, 80))
    book = take(take(book, NORTH, None, PURSES), SOUTH, None, PURSES)
    assert covered(book, Seat.NORTH) == [(NORTH, 180, 0), (ANN, 50, 0)]
    assert covered(book, Seat.SOUTH) == [(SOUTH, 150, 0), (BEN, 80, 0)]


def test_p37_la_chouette_covers_all_that_is_offered_and_what_comes_later() -> None:
    book = declare_chouette(book_of((ANN, Seat.SOUTH, 50), (BEN, Seat.NORTH, 50)), NORTH, PURSES)
    assert covered(book, Seat.NORTH) == [(NORTH, 150, 0), (BEN, 0, 50)]
    later = place(book, CLO, Seat.SOUTH, 70, PURSES)
    assert postings(book, later) == {CLO: -70, NORTH: -70}
    assert standing(later).north.is_chouette
    assert postings(later, withdraw(later, CLO)) == {CLO: 70, NORTH: 70}


def test_p37_la_chouette_goes_as_far_as_the_purse_and_backers_cover_the_rest() -> None:
    purses = {**PURSES, NORTH: 30}
    book = declare_chouette(book_of((BEN, Seat.NORTH, 15), (ANN, Seat.SOUTH, 50)), NORTH, purses)
    assert covered(book, Seat.NORTH) == [(NORTH, 130, 0), (BEN, 15, 0)]
    assert covered(book, Seat.SOUTH) == [(SOUTH, 100, 0), (ANN, 45, 5)]


def test_p37_la_chouette_covers_at_the_close_what_it_could_not_before() -> None:
    book = declare_chouette(book_of((ANN, Seat.SOUTH, 50)), NORTH, {**PURSES, NORTH: 0})
    closed = close(book, {NORTH: 40})
    assert closed.refunds == (BookHolding(ANN, 10),)
    assert closed.book.player_has(Seat.NORTH) == 140


def test_p37_both_players_may_play_la_chouette() -> None:
    book = book_of((ANN, Seat.SOUTH, 50), (BEN, Seat.NORTH, 70))
    book = declare_chouette(declare_chouette(book, NORTH, PURSES), SOUTH, PURSES)
    closed = close(book, PURSES)
    assert closed.refunds == ()
    assert closed.book.total(Seat.NORTH) == closed.book.total(Seat.SOUTH) == 220


def test_law_52_no_chouette_at_an_english_table_but_bets() -> None:
    book = book_of((ANN, Seat.NORTH, 50), style=Style.ENGLISH)
    with expect_refused(GalerieRule.ENGLISH_TABLE):
        declare_chouette(book, SOUTH, PURSES)


def test_players_may_play_for_the_honour_while_others_bet() -> None:
    book = book_of((ANN, Seat.NORTH, 50), (BEN, Seat.SOUTH, 20), stake=0)
    assert close(book, PURSES).refunds == (BookHolding(ANN, 30),)
    assert open_book(NORTH, HOUSE, 0, {}, house=HOUSE).stake == 0


def test_law_54_those_who_cover_the_stakes_are_known_after_the_close() -> None:
    book = book_of((ANN, Seat.NORTH, 30), (CLO, Seat.NORTH, 5), (BEN, Seat.SOUTH, 30))
    with expect_refused(GalerieRule.BOOK_OPEN):
        backers(book, Seat.NORTH)
    assert backers(close(book, PURSES).book, Seat.NORTH) == (BookHolding(ANN, 30),)


@pytest.mark.parametrize(
    ("amount", "rule"),
    [
        (0, GalerieRule.NOT_POSITIVE),
        (-5, GalerieRule.NOT_POSITIVE),
        (1.5, GalerieRule.NOT_WHOLE),
        (2.0, GalerieRule.NOT_WHOLE),
        (True, GalerieRule.NOT_WHOLE),
        ("5", GalerieRule.NOT_WHOLE),
        (MOST_CHIPS + 1, GalerieRule.TOO_LARGE),
        (1001, GalerieRule.BEYOND_PURSE),
    ],
)
def test_an_amount_that_is_no_bet_is_refused(amount: int, rule: GalerieRule) -> None:
    book = book_of((ANN, Seat.NORTH, 30))
    before = copy.deepcopy(book)
    with expect_refused(rule):
        place(book, ANN, Seat.NORTH, amount, PURSES)
    assert book == before


def test_two_to_the_53rd_may_be_bet() -> None:
    book = place(book_of(), ANN, Seat.NORTH, MOST_CHIPS, {ANN: MOST_CHIPS})
    assert book.total(Seat.NORTH) == MOST_CHIPS + 100


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda book: place(book, ANN, Seat.SOUTH, 1, PURSES), GalerieRule.BOTH_SIDES),
        (lambda book: place(book, NORTH, Seat.SOUTH, 1, PURSES), GalerieRule.AGAINST_ONESELF),
        (lambda book: place(book, NORTH, Seat.NORTH, 1, PURSES), GalerieRule.PLAYER_TAKES),
        (lambda book: place(book, HOUSE, Seat.NORTH, 1, PURSES), GalerieRule.HOUSE_BETS_NOT),
        (lambda book: take(book, HOUSE, 1, PURSES), GalerieRule.HOUSE_BETS_NOT),
        (lambda book: take(book, BEN, 1, PURSES), GalerieRule.NOT_A_PLAYER),
        (lambda book: take(book, NORTH, 1, PURSES), GalerieRule.MORE_THAN_OFFERED),
        (lambda book: take(book, NORTH, None, PURSES), GalerieRule.MORE_THAN_OFFERED),
        (lambda book: take(book, SOUTH, 31, PURSES), GalerieRule.MORE_THAN_OFFERED),
        (lambda book: take(book, SOUTH, 0, PURSES), GalerieRule.NOT_POSITIVE),
        (lambda book: take(book, SOUTH, 30, {SOUTH: 29}), GalerieRule.BEYOND_PURSE),
        (lambda book: withdraw(book, BEN), GalerieRule.MORE_THAN_STAKED),
        (lambda book: withdraw(book, ANN, 31), GalerieRule.MORE_THAN_STAKED),
        (lambda book: withdraw(book, ANN, 0), GalerieRule.NOT_POSITIVE),
        (lambda book: withdraw(book, NORTH), GalerieRule.STAKE_STANDS),
        (lambda book: declare_chouette(book, ANN, PURSES), GalerieRule.NOT_A_PLAYER),
        (
            lambda book: declare_chouette(declare_chouette(book, SOUTH, PURSES), SOUTH, PURSES),
            GalerieRule.CHOUETTE_STANDS,
        ),
        (lambda book: withdraw(declare_chouette(book, SOUTH, PURSES), SOUTH), GalerieRule.CHOUETTE_STANDS),
    ],
)
def test_what_the_book_refuses(act: Callable[[Book], Book], rule: GalerieRule) -> None:
    book = book_of((ANN, Seat.NORTH, 30))
    before = copy.deepcopy(book)
    with expect_refused(rule):
        act(book)
    assert book == before


@pytest.mark.parametrize(
    "act",
    [
        lambda book: place(book, BEN, Seat.NORTH, 1, PURSES),
        lambda book: withdraw(book, ANN),
        lambda book: take(book, SOUTH, 1, PURSES),
        lambda book: declare_chouette(book, SOUTH, PURSES),
        lambda book: close(book, PURSES),
    ],
)
def test_after_the_close_and_on_a_finished_table_nothing_is_changed(act: Callable[[Book], object]) -> None:
    book = close(book_of((ANN, Seat.NORTH, 30)), PURSES).book
    assert book.stage is Stage.CLOSED
    with expect_refused(GalerieRule.BOOK_CLOSED):
        act(book)
    with expect_refused(GalerieRule.FINISHED):
        act(call_off(book).book)


@pytest.mark.parametrize(
    ("north", "south", "stake", "rule"),
    [
        (NORTH, NORTH, 10, GalerieRule.TWO_PEOPLE),
        (NORTH, SOUTH, 1001, GalerieRule.BEYOND_PURSE),
        (NORTH, SOUTH, -1, GalerieRule.NOT_POSITIVE),
        (NORTH, SOUTH, False, GalerieRule.NOT_WHOLE),
        (NORTH, HOUSE, 10, GalerieRule.HOUSE_BETS_NOT),
    ],
)
def test_no_book_is_opened(north: int, south: int, stake: int, rule: GalerieRule) -> None:
    with expect_refused(rule):
        open_book(north, south, stake, PURSES, house=HOUSE)


def test_a_book_holds_so_many_bets_that_they_can_be_added_up() -> None:
    book = book_of(*[(ANN, Seat.NORTH, 1)] * MOST_BETS)
    with expect_refused(GalerieRule.TOO_MANY_BETS):
        place(book, BEN, Seat.SOUTH, 1, PURSES)
    players_stakes, bets_and_what_covers_them = 2 * MOST_CHIPS, 2 * MOST_BETS * MOST_CHIPS
    assert players_stakes + bets_and_what_covers_them < 2**63


def test_a_purse_that_is_needed_and_not_given_is_an_error_of_the_caller() -> None:
    with pytest.raises(KeyError):
        place(book_of(), ANN, Seat.NORTH, 5, {})
    with pytest.raises(ValueError, match="0 or more"):
        place(book_of(), ANN, Seat.NORTH, 5, {ANN: -1})


def test_an_error_names_the_rule_and_can_be_kept() -> None:
    with pytest.raises(GalerieError) as caught:
        place(book_of(), ANN, Seat.NORTH, 1001, PURSES)
    error = caught.value
    assert isinstance(error, EcarteError)
    assert (error.rule, dict(error.data)) == (GalerieRule.BEYOND_PURSE, {"purse": 1000})
    again = pickle.loads(pickle.dumps(error))
    assert (again.rule, again.data) == (error.rule, error.data)
    assert str(GalerieError(GalerieRule.ENGLISH_TABLE)) == "english-table (law 52)"
    assert str(GalerieError(GalerieRule.BOOK_CLOSED)) == "book-closed (p. 36)"
    assert str(error) == "beyond-purse"
    assert (GalerieError(GalerieRule.NOT_A_BACKER).law, GalerieError(GalerieRule.NOT_A_BACKER).page) == (54, 37)


def test_the_example_in_the_package_is_true() -> None:
    result = doctest.testmod(ecarte.table.stakes)
    assert result.attempted > 5
    assert result.failed == 0


def test_a_bet_without_its_match_is_matched_by_the_player_opposite_or_by_a_bystander() -> None:
    book = book_of((ANN, Seat.SOUTH, 50))
    assert unmatched(book) == Bet(ANN, Seat.SOUTH, 50)
    for taker in (NORTH, BEN):
        assert match_bet(book, taker, ANN, 50, PURSES) == Bet(taker, Seat.NORTH, 50)
    for after in (take(book, NORTH, 50, PURSES), place(book, BEN, Seat.NORTH, 50, PURSES)):
        assert covered(after, Seat.SOUTH) == [(SOUTH, 100, 0), (ANN, 50, 0)]
        assert unmatched(after) is None


def test_what_is_taken_is_no_more_than_what_is_open_what_was_read_and_what_the_purse_holds() -> None:
    book = book_of((ANN, Seat.SOUTH, 50), (BEN, Seat.NORTH, 20))
    assert unmatched(book) == Bet(ANN, Seat.SOUTH, 30)
    assert match_bet(book, CLO, ANN, 50, PURSES).amount == 30
    assert match_bet(book, CLO, ANN, 10, PURSES).amount == 10
    assert match_bet(book, CLO, ANN, 50, {CLO: 7}).amount == 7
    with expect_refused(GalerieRule.BEYOND_PURSE):
        match_bet(book, CLO, ANN, 50, {CLO: 0})


def test_the_bet_that_came_first_is_matched_first() -> None:
    book = book_of((ANN, Seat.SOUTH, 20), (BEN, Seat.SOUTH, 30), (ANN, Seat.SOUTH, 5))
    assert unmatched(book) == Bet(ANN, Seat.SOUTH, 20)
    with expect_refused(GalerieRule.NOTHING_UNMATCHED):
        match_bet(book, CLO, BEN, 30, PURSES)
    taken = take(book, NORTH, 20, PURSES)
    assert unmatched(taken) == Bet(BEN, Seat.SOUTH, 30)


def test_nobody_takes_a_bet_on_their_own_side_nor_one_that_is_matched() -> None:
    book = book_of((ANN, Seat.SOUTH, 50), (BEN, Seat.SOUTH, 10))
    for person in (SOUTH, ANN, BEN):
        with expect_refused(GalerieRule.OWN_SIDE):
            match_bet(book, person, ANN, 50, PURSES)
    with expect_refused(GalerieRule.NOTHING_UNMATCHED):
        match_bet(take(book, NORTH, None, PURSES), CLO, ANN, 50, PURSES)
    closed = close(book, PURSES).book
    assert unmatched(closed) is None
    with expect_refused(GalerieRule.BOOK_CLOSED):
        match_bet(closed, CLO, ANN, 50, PURSES)
