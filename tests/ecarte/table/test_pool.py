"""The pool of three: the cut, both ways of forming it, two games running; and random pools, every chip counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import PACK, Card
from ecarte.table import Pool, PoolForm, PoolStage
from ecarte.table.pool import call_off_pool, cut_for_out, end_pool_game, give_up_place, open_pool
from ecarte.table.stakes import GalerieRule, postings
from tests.ecarte.table.stakes.galerie import Bank, expect_refused

A, B, C = PEOPLE = (1, 2, 3)
PURSES = dict.fromkeys(PEOPLE, 100)


def cards(a: str | None = None, b: str | None = None, c: str | None = None) -> dict[int, Card]:
    return {person: Card.parse(text) for person, text in zip(PEOPLE, (a, b, c), strict=True) if text}


def playing(form: PoolForm = PoolForm.ALL) -> Pool:
    """C has cut the lowest card; A deals."""
    return cut_for_out(open_pool(PEOPLE, 10, PURSES, form=form), cards("KS", "9H", "7D"))


def test_p34_each_contributes_and_the_lowest_is_out_and_the_highest_deals() -> None:
    pool = open_pool(PEOPLE, 10, PURSES)
    assert postings(None, pool) == {A: -10, B: -10, C: -10}
    cut = cut_for_out(pool, cards("9H", "7D", "KS"))
    assert (cut.engaged, cut.out, cut.dealer, cut.chips) == ((A, C), B, C, 30)


def test_p34_the_loser_adds_a_stake_and_makes_room_and_two_games_running_take_the_pool() -> None:
    """A beats B, C beats A, B loses to C: 30 + 3 losers' stakes."""
    first = end_pool_game(playing(), A, PURSES)
    assert postings(playing(), first) == {B: -10}
    assert (first.engaged, first.out, first.dealer) == ((A, C), B, None)
    second = end_pool_game(first, C, PURSES)
    assert postings(first, second) == {A: -10}
    assert (second.engaged, second.out) == ((B, C), A)
    third = end_pool_game(second, C, PURSES)
    assert (third.stage, third.winner, third.chips, third.games) == (PoolStage.WON, C, 60, 3)
    assert postings(second, third) == {B: -10, C: 60}
    assert third.account() == {A: -20, B: -30, C: 50}


def test_the_others_play_on_for_the_stakes_of_a_player_who_gives_up_a_place() -> None:
    """A beats B, then stays away: C and B play, and the game that A has won counts for neither."""
    first = end_pool_game(playing(), A, PURSES)
    left = give_up_place(first, A, PURSES)
    assert (left.engaged, left.out, left.last_winner, left.chips) == ((B, C), None, None, first.chips)
    assert postings(first, left) == {}
    second = end_pool_game(left, C, PURSES)
    assert (second.engaged, second.out, second.stage) == ((B, C), None, PoolStage.PLAYING)
    assert postings(left, second) == {B: -10}
    third = end_pool_game(second, C, PURSES)
    assert (third.stage, third.winner) == (PoolStage.WON, C)
    assert postings(second, third) == {B: -10, C: 60}


def test_the_game_before_counts_for_the_player_who_stays() -> None:
    first = end_pool_game(playing(), A, PURSES)
    left = give_up_place(first, C, PURSES)
    assert (left.engaged, left.last_winner) == ((A, B), A)
    assert end_pool_game(left, A, PURSES).winner == A


def test_a_player_who_is_out_may_give_up_while_the_others_play() -> None:
    left = give_up_place(playing(), C, PURSES)
    assert (left.engaged, left.out, left.stage) == ((A, B), None, PoolStage.PLAYING)
    assert end_pool_game(left, A, PURSES).engaged == (A, B)


def test_the_last_one_who_stays_takes_the_pool() -> None:
    first = end_pool_game(playing(), A, PURSES)
    won = give_up_place(give_up_place(first, A, PURSES), B, PURSES)
    assert (won.stage, won.winner, won.out) == (PoolStage.WON, C, None)
    assert won.account() == {A: -10, B: -20, C: 30}


def test_where_only_those_engaged_contribute_who_comes_in_for_a_player_who_gives_up_adds_a_stake() -> None:
    first = end_pool_game(playing(PoolForm.ENGAGED), A, PURSES)
    left = give_up_place(first, C, PURSES)
    assert postings(first, left) == {B: -10}
    assert left.engaged == (A, B)


def test_p34_where_only_those_engaged_contribute_who_comes_in_adds_and_the_loser_does_not() -> None:
    """The same games: 20, C comes in (30), B comes in (40); C takes 40."""
    opened = open_pool(PEOPLE, 10, PURSES, form=PoolForm.ENGAGED)
    pool = playing(PoolForm.ENGAGED)
    assert postings(opened, pool) == {C: 10}
    assert pool.chips == 20
    first = end_pool_game(pool, A, PURSES)
    assert postings(pool, first) == {C: -10}
    second = end_pool_game(first, C, PURSES)
    assert postings(first, second) == {B: -10}
    third = end_pool_game(second, C, PURSES)
    assert postings(second, third) == {C: 40}
    assert third.account() == {A: -10, B: -20, C: 30}


def test_p34_the_winner_of_the_first_two_games_takes_the_pool_at_once() -> None:
    pool = end_pool_game(end_pool_game(playing(), B, PURSES), B, PURSES)
    assert (pool.winner, pool.chips) == (B, 50)


def test_equal_lowest_cards_cut_again_and_the_highest_still_deals() -> None:
    tied = cut_for_out(open_pool(PEOPLE, 10, PURSES), cards("7S", "KH", "7D"))
    assert (tied.stage, tied.to_cut, tied.dealer) == (PoolStage.CUTTING, (A, C), B)
    with expect_refused(GalerieRule.CUT_BY_OTHERS):
        cut_for_out(tied, cards("KS", "QH", "7D"))
    cut = cut_for_out(tied, cards("KS", None, "7D"))
    assert (cut.out, cut.engaged, cut.dealer) == (C, (A, B), B)


def test_three_equal_cards_cut_again_and_equal_highest_ones_cut_for_the_deal() -> None:
    tied = cut_for_out(open_pool(PEOPLE, 10, PURSES), cards("7S", "7H", "7D"))
    assert tied.to_cut == PEOPLE
    cut = cut_for_out(tied, cards("KS", "8H", "KD"))
    assert (cut.out, cut.dealer) == (B, None)


@pytest.mark.parametrize("form", PoolForm)
def test_a_player_who_must_add_and_has_less_adds_all(form: PoolForm) -> None:
    pool = playing(form)
    after = end_pool_game(pool, A, {B: 3, C: 3})
    assert after.chips == pool.chips + 3


@pytest.mark.parametrize("form", PoolForm)
def test_a_pool_that_does_not_count_gives_everything_back(form: PoolForm) -> None:
    pool = end_pool_game(playing(form), A, PURSES)
    assert sum(postings(pool, call_off_pool(pool)).values()) == pool.chips
    assert call_off_pool(pool).account() == {}
    opened = open_pool(PEOPLE, 10, PURSES, form=form)
    assert postings(opened, call_off_pool(opened)) == {A: 10, B: 10, C: 10}


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda: open_pool((A, B, A), 10, PURSES), GalerieRule.TWO_PEOPLE),
        (lambda: open_pool(PEOPLE, 0, PURSES), GalerieRule.NOT_POSITIVE),
        (lambda: open_pool(PEOPLE, 10, {**PURSES, C: 9}), GalerieRule.BEYOND_PURSE),
        (lambda: open_pool(PEOPLE, 10, PURSES, house=B), GalerieRule.HOUSE_BETS_NOT),
        (lambda: cut_for_out(open_pool(PEOPLE, 10, PURSES), cards("KS", "7H")), GalerieRule.CUT_BY_OTHERS),
        (lambda: cut_for_out(open_pool(PEOPLE, 10, PURSES), cards("KS", "7H", "KS")), GalerieRule.NOT_FROM_ONE_PACK),
        (lambda: cut_for_out(playing(), cards("KS", "7H", "8S")), GalerieRule.CUT_DONE),
        (lambda: end_pool_game(open_pool(PEOPLE, 10, PURSES), A, PURSES), GalerieRule.CUT_FIRST),
        (lambda: end_pool_game(playing(), C, PURSES), GalerieRule.NOT_IN_POOL),
        (lambda: end_pool_game(call_off_pool(playing()), A, PURSES), GalerieRule.FINISHED),
        (lambda: call_off_pool(call_off_pool(playing())), GalerieRule.FINISHED),
    ],
)
def test_what_a_pool_refuses(act: Callable[[], Pool], rule: GalerieRule) -> None:
    with expect_refused(rule):
        act()


@given(
    st.sampled_from(PoolForm),
    st.lists(st.integers(10, 60), min_size=3, max_size=3),
    st.lists(st.lists(st.sampled_from(PACK), min_size=3, max_size=3, unique=True), min_size=30, max_size=30),
    st.lists(st.booleans(), max_size=40),
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from(PEOPLE)), max_size=2, unique_by=lambda one: one[1]),
)
def test_p34_every_pool_is_won_by_two_games_running_and_keeps_every_chip(
    form: PoolForm,
    chips: list[int],
    cuts: list[list[Card]],
    first_seat_wins: list[bool],
    leavers: list[tuple[int, int]],
) -> None:
    bank = Bank(dict(zip(PEOPLE, chips, strict=True)))
    pool = open_pool(PEOPLE, 10, bank.purses, form=form)
    bank.follow(None, pool)
    for cut in cuts:
        if pool.stage is PoolStage.CUTTING:
            after = cut_for_out(pool, dict(zip(pool.to_cut, cut, strict=False)))
            bank.follow(pool, after)
            pool = after
    winners: list[int] = []  # 0: who won the game before has left
    for number, first in enumerate(first_seat_wins):
        for leaver in {who for when, who in leavers if when == number}:
            if pool.stage is PoolStage.PLAYING:
                after = give_up_place(pool, leaver, bank.purses)
                bank.follow(pool, after)
                pool = after
                winners += [0] if winners[-1:] == [leaver] else []
        if pool.stage is not PoolStage.PLAYING:
            break
        winners.append(pool.engaged[0 if first else 1])
        after = end_pool_game(pool, winners[-1], bank.purses)
        bank.follow(pool, after)
        pool = after
        assert (pool.stage is PoolStage.WON) is (len(winners) > 1 and winners[-1] == winners[-2])
        if pool.stage is PoolStage.PLAYING:
            assert {*pool.engaged, pool.out, *pool.gone} - {None} == set(PEOPLE)
            assert winners[-1] in pool.engaged
    if pool.stage is not PoolStage.WON:
        bank.follow(pool, call_off_pool(pool))
        assert bank.purses == dict(zip(PEOPLE, chips, strict=True))
    assert bank.on_table == 0
