"""Side bets between deals: by worked examples, and over random rounds with every chip counted.

Not proved here: that a side bettor sees no hand; that is for the bot, whose backers come from the book alone.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import RulesError, Seat
from ecarte.table.stakes import (
    MOST_CHIPS,
    Book,
    GalerieError,
    GalerieRule,
    SideBets,
    Taking,
    begin_side_bets,
    call_off,
    call_off_side_bets,
    close,
    end_round,
    offer,
    open_book,
    open_round,
    place,
    points_to_make,
    postings,
    settle_side_bets,
    take_offer,
    withdraw_offer,
)
from tests.ecarte.table.stakes.galerie import ANN, BEN, CLO, DAN, HOUSE, NORTH, SOUTH, Bank, expect_refused, rich

PURSES = rich(ANN, BEN, CLO, DAN, HOUSE)
ONE_TO_LOVE = points_to_make((1, 0))


def game_book() -> Book:
    """Returns a book in which Ann backs North and Ben backs South."""
    book = open_book(NORTH, SOUTH, 100, PURSES, house=HOUSE)
    book = place(place(book, ANN, Seat.NORTH, 10, PURSES), BEN, Seat.SOUTH, 10, PURSES)
    return close(book, PURSES).book


def at_one_to_love() -> SideBets:
    return open_round(begin_side_bets(game_book()), ONE_TO_LOVE)


def offered(person: int = ANN, side: Seat = Seat.NORTH, amount: int = 50) -> SideBets:
    return offer(at_one_to_love(), person, side, amount, PURSES)


def test_p72_at_one_to_love_fifty_are_laid_against_forty() -> None:
    bets = offered()
    assert str(bets.offers[0].odds) == "5 to 4"
    taken = take_offer(bets, BEN, 1, None, PURSES)
    assert postings(bets, taken) == {BEN: -40}
    assert postings(taken, settle_side_bets(taken, Seat.NORTH)) == {ANN: 90}
    assert postings(taken, settle_side_bets(taken, Seat.SOUTH)) == {BEN: 90}


def test_p72_the_odds_may_be_taken_by_offering_on_the_other_side() -> None:
    bets = take_offer(offered(BEN, Seat.SOUTH, 40), ANN, 1, None, PURSES)
    assert bets.offers[0].takings == (Taking(ANN, 50, 40),)


def test_a_part_of_an_offer_is_taken_and_the_rest_stays() -> None:
    bets = take_offer(offered(), BEN, 1, 20, PURSES)
    assert bets.offers[0].takings == (Taking(BEN, 20, 25),)
    bets = take_offer(bets, CLO, 1, None, PURSES)
    assert bets.offers[0].takings == (Taking(BEN, 20, 25), Taking(CLO, 20, 25))
    assert settle_side_bets(bets, Seat.SOUTH).account() == {ANN: -50, BEN: 25, CLO: 25}
    assert settle_side_bets(bets, Seat.NORTH).account() == {ANN: 40, BEN: -20, CLO: -20}


def test_a_fraction_of_a_chip_falls_to_the_taker() -> None:
    """At 4 to 5 on South, 7 of Ben ask 8.75, so 9; 3 of Ann meet 2.4, so 2, against which 2.5 are put up, so 3."""
    bets = offered(BEN, Seat.SOUTH, 7)
    assert bets.offers[0].asks == 9
    assert take_offer(bets, ANN, 1, 3, PURSES).offers[0].takings == (Taking(ANN, 3, 2),)
    assert take_offer(bets, ANN, 1, 4, PURSES).offers[0].takings == (Taking(ANN, 4, 3),)


def test_a_taker_puts_up_no_more_than_the_bet_met_asks() -> None:
    bets = open_round(begin_side_bets(game_book()), points_to_make((4, 0)))
    bets = offer(bets, BEN, Seat.SOUTH, 10, PURSES)
    assert take_offer(bets, ANN, 1, 9, PURSES).offers[0].takings == (Taking(ANN, 5, 1),)
    with pytest.raises(GalerieError) as caught:
        take_offer(bets, ANN, 1, 4, PURSES)
    assert (caught.value.rule, caught.value.data["least"]) == (GalerieRule.TOO_LITTLE, 5)


def test_what_is_not_taken_goes_back_when_the_next_deal_begins() -> None:
    bets = offer(take_offer(offered(), BEN, 1, 20, PURSES), DAN, Seat.SOUTH, 30, PURSES)
    ended = end_round(bets)
    assert postings(bets, ended) == {ANN: 25, DAN: 30}
    assert [open_offer.number for open_offer in ended.offers] == [1]
    with expect_refused(GalerieRule.BETWEEN_DEALS_ONLY):
        offer(ended, ANN, Seat.NORTH, 5, PURSES)
    with expect_refused(GalerieRule.BETWEEN_DEALS_ONLY):
        take_offer(ended, BEN, 1, 5, PURSES)


def test_at_a_new_score_what_was_left_at_the_old_odds_goes_back() -> None:
    bets = offered()
    again = open_round(bets, points_to_make((1, 2)))
    assert postings(bets, again) == {ANN: 50}
    assert open_round(bets, ONE_TO_LOVE) == bets
    assert offer(again, ANN, Seat.NORTH, 5, PURSES).offers[0].number == 2


def test_the_offerer_takes_back_the_untaken_part_and_no_more() -> None:
    bets = take_offer(offered(), BEN, 1, 20, PURSES)
    less = withdraw_offer(bets, ANN, 1)
    assert postings(bets, less) == {ANN: 25}
    with expect_refused(GalerieRule.MORE_THAN_STAKED):
        withdraw_offer(less, ANN, 1)
    assert withdraw_offer(offered(), ANN, 1).offers == ()


def test_who_has_backed_a_side_is_bound_to_it() -> None:
    bets = at_one_to_love()
    with expect_refused(GalerieRule.BOTH_SIDES):
        offer(bets, ANN, Seat.SOUTH, 5, PURSES)
    with expect_refused(GalerieRule.AGAINST_ONESELF):
        offer(bets, NORTH, Seat.SOUTH, 5, PURSES)
    bets = take_offer(offer(bets, CLO, Seat.NORTH, 10, PURSES), DAN, 1, None, PURSES)
    for person, side in ((CLO, Seat.SOUTH), (DAN, Seat.NORTH)):
        with expect_refused(GalerieRule.BOTH_SIDES):
            offer(bets, person, side, 5, PURSES)
        assert end_round(bets).side_of(person) is side.other
    assert offer(bets, NORTH, Seat.NORTH, 5, PURSES).side_of(NORTH) is Seat.NORTH


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda bets: take_offer(bets, ANN, 1, 5, PURSES), GalerieRule.BOTH_SIDES),
        (lambda bets: take_offer(bets, NORTH, 1, 5, PURSES), GalerieRule.AGAINST_ONESELF),
        (lambda bets: take_offer(bets, HOUSE, 1, 5, PURSES), GalerieRule.HOUSE_BETS_NOT),
        (lambda bets: take_offer(bets, BEN, 2, 5, PURSES), GalerieRule.NO_SUCH_OFFER),
        (lambda bets: take_offer(bets, BEN, 1, 41, PURSES), GalerieRule.MORE_THAN_OFFERED),
        (lambda bets: take_offer(bets, BEN, 1, 0, PURSES), GalerieRule.NOT_POSITIVE),
        (lambda bets: take_offer(bets, BEN, 1, 5, {BEN: 4}), GalerieRule.BEYOND_PURSE),
        (lambda bets: offer(bets, ANN, Seat.NORTH, 1001, PURSES), GalerieRule.BEYOND_PURSE),
        (lambda bets: offer(bets, ANN, Seat.NORTH, True, PURSES), GalerieRule.NOT_WHOLE),
        (lambda bets: offer(bets, BEN, Seat.SOUTH, MOST_CHIPS, {BEN: MOST_CHIPS}), GalerieRule.TOO_LARGE),
        (lambda bets: offer(bets, HOUSE, Seat.NORTH, 5, PURSES), GalerieRule.HOUSE_BETS_NOT),
        (lambda bets: withdraw_offer(bets, BEN, 1), GalerieRule.NOT_THE_OFFERER),
        (lambda bets: withdraw_offer(bets, ANN, 7), GalerieRule.NO_SUCH_OFFER),
        (
            lambda bets: take_offer(take_offer(bets, BEN, 1, None, PURSES), CLO, 1, None, PURSES),
            GalerieRule.MORE_THAN_OFFERED,
        ),
    ],
)
def test_what_side_bets_refuse(act: Callable[[SideBets], SideBets], rule: GalerieRule) -> None:
    with expect_refused(rule):
        act(offered())


def test_side_bets_are_settled_once_and_end_with_the_game() -> None:
    for done in (settle_side_bets(offered(), Seat.NORTH), call_off_side_bets(offered())):
        for act in (
            lambda bets: settle_side_bets(bets, Seat.NORTH),
            call_off_side_bets,
            end_round,
            lambda bets: open_round(bets, ONE_TO_LOVE),
            lambda bets: offer(bets, ANN, Seat.NORTH, 5, PURSES),
            lambda bets: withdraw_offer(bets, ANN, 1),
        ):
            with expect_refused(GalerieRule.FINISHED):
                act(done)


def test_a_void_game_gives_both_back() -> None:
    bets = take_offer(offered(), BEN, 1, 20, PURSES)
    assert postings(bets, call_off_side_bets(bets)) == {ANN: 50, BEN: 20}


def test_side_bets_begin_with_a_closed_book_and_an_unfinished_score() -> None:
    with expect_refused(GalerieRule.BOOK_OPEN):
        begin_side_bets(open_book(NORTH, SOUTH, 100, PURSES))
    with expect_refused(GalerieRule.FINISHED):
        begin_side_bets(call_off(game_book()).book)
    with pytest.raises(RulesError):
        open_round(begin_side_bets(game_book()), (0, 5))


PEOPLE = range(1, 13)
ACTS = st.one_of(
    st.tuples(st.just("offer"), st.sampled_from(PEOPLE), st.sampled_from(Seat), st.integers(0, 60)),
    st.tuples(st.just("take"), st.sampled_from(PEOPLE), st.integers(1, 20), st.none() | st.integers(0, 60)),
    st.tuples(st.just("withdraw"), st.sampled_from(PEOPLE), st.integers(1, 20), st.none()),
    st.tuples(st.just("score"), st.integers(0, 4), st.integers(0, 4), st.none()),
    st.tuples(st.just("deal"), st.none(), st.none(), st.none()),
)


def acted(bets: SideBets, act: tuple[object, ...], purses: dict[int, int]) -> SideBets:
    match act:
        case ("offer", int(person), Seat() as side, int(amount)):
            return offer(bets, person, side, amount, purses)
        case ("take", int(person), int(number), int() | None as most):
            return take_offer(bets, person, number, most, purses)
        case ("withdraw", int(person), int(number), None):
            return withdraw_offer(bets, person, number)
        case ("score", int(north), int(south), None):
            return open_round(bets, points_to_make((north, south)))
        case _:
            return end_round(bets)


@given(
    st.lists(ACTS, max_size=80),
    st.lists(st.integers(0, 200), min_size=len(PEOPLE), max_size=len(PEOPLE)),
    st.sampled_from([*Seat, None]),
)
def test_chips_are_conserved_and_no_side_bet_strays_from_the_odds_by_a_chip(
    acts: list[tuple[object, ...]], chips: list[int], winner: Seat | None
) -> None:
    bank = Bank(dict(zip(PEOPLE, chips, strict=True)))
    at_first = dict(bank.purses)
    bets = open_round(begin_side_bets(close(open_book(NORTH, SOUTH, 0, {}), {}).book), (5, 5))
    for act in acts:
        try:
            after = acted(bets, act, bank.purses)
        except GalerieError:
            continue
        bank.follow(bets, after)
        bets = after
        for open_offer in bets.offers:
            assert open_offer.amount > 0
            assert open_offer.taken <= open_offer.amount
            sides = {
                open_offer.person: open_offer.side,
                **{taking.person: open_offer.side.other for taking in open_offer.takings},
            }
            assert all(bets.side_of(person) is side for person, side in sides.items())
            for taking in open_offer.takings:
                exact = Fraction(taking.against * open_offer.odds.win, open_offer.odds.stake)
                assert 0 <= taking.stake - exact < 1
    done = call_off_side_bets(bets) if winner is None else settle_side_bets(bets, winner)
    bank.follow(bets, done)
    assert bank.on_table == 0
    if winner is None:
        assert bank.purses == at_first
    for person in PEOPLE:
        gained = bank.purses[person] - at_first[person]
        assert gained == 0 or (gained > 0) is (bets.side_of(person) is winner)
