"""Random galeries: up to 40 people and 200 bets, in all forms, from the opening to the last chip paid.

Every change goes through a bank that counts. Who gets what back and who wins what is worked out a second time, in
another way (chip by chip from the end; exact fractions), and compared. Not proved here: races and the database.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import Multiple, Seat
from ecarte.table.stakes import (
    MOST_CHIPS,
    Book,
    GalerieError,
    SettledShare,
    Settlement,
    SideStanding,
    Stage,
    call_off,
    close,
    holdings,
    match_bet,
    offered_against,
    open_book,
    place,
    postings,
    settle,
    share_out,
    standing,
    take,
    unmatched,
)
from tests.ecarte.table.stakes.evenings import PEOPLE, Evening, acts, evenings, expect_sound
from tests.ecarte.table.stakes.galerie import HOUSE, NORTH, SOUTH, Bank
from tests.support.properties import examples


def _back_from_the_end(book: Book) -> dict[int, int]:
    """What goes back at the close, worked out from the end: the larger side takes up its last bets first."""
    back: dict[int, int] = {}
    excess = book.total(Seat.NORTH) - book.total(Seat.SOUTH)
    side = Seat.NORTH if excess > 0 else Seat.SOUTH
    excess = abs(excess)
    for bet in reversed([bet for bet in book.bets if bet.side is side]):
        chips = min(bet.amount, excess)
        excess -= chips
        back[bet.person] = back.get(bet.person, 0) + chips
    assert excess == 0
    return {person: chips for person, chips in back.items() if chips}


def _closed(evening: Evening) -> Book:
    before = evening.book
    purses_before = dict(evening.bank.purses)
    closed = close(before, evening.bank.purses)
    evening.bank.follow(before, closed.book)
    for seat in Seat:
        more = closed.book.taken[seat.index] - before.taken[seat.index]
        assert more == 0 or seat in before.chouettes
        assert more >= 0
        if seat in before.chouettes:
            assert more == min(offered_against(before, seat), purses_before[before.players[seat.index]])
    topped = replace(before, taken=closed.book.taken)
    assert {refund.person: refund.amount for refund in closed.refunds} == _back_from_the_end(topped)
    assert len({refund.person for refund in closed.refunds}) == len(closed.refunds), "a person is paid twice"
    assert closed.book.total(Seat.NORTH) == closed.book.total(Seat.SOUTH)
    shown = standing(closed.book)
    assert all(line.uncovered == 0 for side in (shown.north, shown.south) for line in side.lines)
    return closed.book


@examples(60)
@given(evenings(), st.sampled_from([*Seat, None]), st.sampled_from(Multiple))
def test_p36_from_the_opening_to_the_last_chip(evening: Evening, winner: Seat | None, multiple: Multiple) -> None:
    book = _closed(evening)
    before = dict(evening.bank.purses)
    done = call_off(book) if winner is None else settle(book, winner, multiple, evening.bank.purses)
    moved = evening.bank.follow(book, done.book)
    assert evening.bank.on_table == 0
    assert done.book.stage is Stage.FINISHED
    assert moved == {share.person: share.staked + share.gain for share in done.shares if share.staked + share.gain}
    assert len({share.person for share in done.shares}) == len(done.shares), "a person is paid twice"
    assert sum(share.gain for share in done.shares) == 0
    assert [(share.person, share.staked) for share in done.shares] == [
        (holding.person, holding.amount) for side in Seat for holding in holdings(book, side)
    ]
    if winner is None:
        assert all(share.gain == 0 for share in done.shares)
    else:
        _expect_fair(done, winner, multiple.value, before)


def _expect_fair(done: Settlement, winner: Seat, factor: int, purses_before: dict[int, int]) -> None:
    won = [share for share in done.shares if share.side is winner]
    lost = [share for share in done.shares if share.side is not winner]
    for share in lost:
        assert share.staked <= -share.gain <= factor * share.staked, "each at most their own share"
        if -share.gain < share.due:
            assert -share.gain == share.staked + purses_before[share.person], "who owes more has nothing left"
    pot = -sum(share.gain for share in lost)
    player, *backing = won
    assert player.gain == min(pot, factor * player.staked), "the player first and in full"
    left = pot - player.gain
    assert sum(share.gain for share in backing) == left
    assert all(0 <= share.gain <= share.due for share in backing)
    if left == sum(share.due for share in backing):
        assert all(share.gain == share.due for share in backing)
    _expect_in_proportion(left, backing)
    assert done.short == sum(share.due for share in won) - pot


def _expect_in_proportion(left: int, backing: list[SettledShare]) -> None:
    """Within one chip of the exact share; those who got the chip more have the larger remainders, or came first."""
    total = sum(share.staked for share in backing)
    rounded_up: list[tuple[Fraction, int]] = []
    rounded_down: list[tuple[Fraction, int]] = []
    for place_in_order, share in enumerate(backing):
        exact = Fraction(left * share.staked, total)
        assert abs(share.gain - exact) < 1
        key = (exact % 1, -place_in_order)
        (rounded_up if share.gain > exact else rounded_down).append(key)
    if rounded_up:
        assert min(rounded_up) > max(rounded_down)


@examples(25)
@given(evenings())
def test_whatever_happened_before_the_close_can_be_undone_to_the_last_chip(evening: Evening) -> None:
    """All withdraw all they may: then the two stakes lie there, and La Chouette covers nothing."""
    for person in PEOPLE:
        evening.act(("withdraw", person, None, None))
    assert evening.book.bets == ()
    assert evening.book.taken == (0, 0)
    assert {person: chips for person, chips in evening.book.account().items() if chips} == (
        dict.fromkeys((NORTH, SOUTH), -evening.book.stake) if evening.book.stake else {}
    )
    done = call_off(evening.book)
    evening.bank.follow(evening.book, done.book)
    assert evening.bank.on_table == 0


@given(st.integers(0, 2**60), st.lists(st.integers(0, MOST_CHIPS), min_size=1, max_size=40).filter(any))
def test_a_sum_is_shared_to_the_last_chip_and_always_alike(total: int, weights: list[int]) -> None:
    shares = share_out(total, weights)
    assert sum(shares) == total
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share - Fraction(total * weight, sum(weights))) < 1
    assert share_out(total, weights) == shares
    for one, other in zip(range(len(weights)), range(1, len(weights)), strict=False):
        if weights[one] == weights[other]:
            assert shares[one] - shares[other] in (0, 1), "between equals the first has the chip"


@given(st.lists(acts, max_size=60), st.integers(0, 200))
def test_postings_of_many_steps_are_those_of_one(acts_done: list[tuple[object, ...]], chips: int) -> None:
    bank = Bank({**dict.fromkeys(PEOPLE, chips), HOUSE: 10**6})
    evening = Evening(bank, open_book(NORTH, SOUTH, 0, bank.purses, house=HOUSE))
    start = evening.book
    for act in acts_done:
        if act[0] != "gift":
            evening.act(act)
    whole = postings(start, evening.book)
    assert {person: bank.purses[person] - chips for person in PEOPLE if bank.purses[person] != chips} == whole


@given(evenings(), st.sampled_from([*PEOPLE]), st.integers(1, MOST_CHIPS))
@examples(200)
def test_one_press_covers_the_bet_that_waits_and_uncovers_no_other(evening: Evening, taker: int, most: int) -> None:
    waiting = unmatched(evening.book)
    if waiting is None:
        sides = [side for side in _sides(evening.book) if not side.is_chouette]
        assert all(not line.uncovered for side in sides for line in side.lines)
        return
    try:
        match = match_bet(evening.book, taker, waiting.person, most, evening.bank.purses)
    except GalerieError:
        return
    purses, seat = evening.bank.purses, evening.book.seat_of(taker)
    after = (
        place(evening.book, taker, match.side, match.amount, purses)
        if seat is None
        else take(evening.book, taker, match.amount, purses)
    )
    evening.bank.follow(evening.book, after)
    expect_sound(after)
    was, now = _covered(evening.book), _covered(after)
    assert all(now[person] >= chips for person, chips in was.items()), "no chip that was covered is uncovered"
    assert now[waiting.person] >= was[waiting.person] + match.amount


def _sides(book: Book) -> tuple[SideStanding, SideStanding]:
    shown = standing(book)
    return shown.north, shown.south


def _covered(book: Book) -> dict[int, int]:
    covered: dict[int, int] = {}
    for side in _sides(book):
        for line in side.lines:
            covered[line.person] = covered.get(line.person, 0) + line.covered
    return covered
