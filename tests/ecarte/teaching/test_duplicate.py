"""A duplicate match: both sides hold the same cards, the house answers alike at both tables, and records prove it.

Not proved here: that players keep their cards to themselves.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from ecarte.fair import Bound, ChainDeal, Share, Verdict
from ecarte.game import CardsDealt, Distribution, Play, Seat, State
from ecarte.notation import read, verify
from ecarte.teaching import duplicate, solo
from ecarte.teaching.duplicate import DEALS

LAST = bytes(range(32))
SHARES = Share("sparrow"), Share("moineau", press=1313131313131313131)
NUMBERS = range(1, DEALS + 1)


def chain(number: int, last: bytes = LAST, shares: tuple[Share, Share] = SHARES) -> ChainDeal:
    """A deal of match 12."""
    return duplicate.promised_deal(last, "12", shares, number)


def start(number: int, seat: Seat) -> State:
    """How a deal begins at the table of the member in a seat."""
    return duplicate.deal_of(chain(number), number, seat).start


def by_chance(number: int, seat: Seat, seed: int = 1) -> tuple[str, ...]:
    """The log of a member who plays a deal by chance."""
    rng, deal = random.Random(seed), duplicate.deal_of(chain(number), number, seat)
    log = solo.open_log(deal)
    while not solo.is_over(view := solo.view_of(deal, log)):
        log = solo.answer(deal, log, rng.choice(list(view.legal_moves)))
    return log


def recorded(seat: Seat, numbers: Sequence[int] = NUMBERS) -> str:
    """The record of one table, at which a member plays by chance."""
    return duplicate.record_of([(chain(number), by_chance(number, seat)) for number in numbers], {"North": "Alice"})


def by_two(number: int, seed: int) -> tuple[str, ...]:
    """The log of two members who play a deal by chance against each other."""
    rng, log = random.Random(seed), tuple[str, ...]()
    while True:
        deals = [duplicate.deal_of(chain(number), number, seat) for seat in Seat]
        moves = [(deal, move) for deal in deals for move in solo.view_of(deal, log).legal_moves]
        if not moves:
            return log
        deal, move = rng.choice(moves)
        log = solo.answer(deal, log, move, solo.last_card)


@pytest.mark.parametrize("number", NUMBERS)
def test_one_member_has_the_hand_that_the_house_has_against_the_other(number: int) -> None:
    north, south = (duplicate.deal_of(chain(number), number, seat) for seat in Seat)
    assert north.start == south.start, "the same pack, dealer and order of dealing"
    assert (north.seat, south.seat) == (Seat.NORTH, Seat.SOUTH)
    assert north.key == south.key, "the same numbers of the house"
    assert north.start.score in ((0, 0), (0, 1), (1, 0)), "love-all; a king may be turned up"
    shown = {card for deal in (north, south) for card in solo.view_of(deal, ()).hand}
    assert len(shown) == 10
    assert shown == {card for places in north.start.last_deal.places for card in places}


def test_each_member_is_the_elder_in_half_of_the_deals() -> None:
    dealers = [start(number, Seat.NORTH).last_deal.dealer for number in NUMBERS]
    assert dealers == [Seat.SOUTH, Seat.NORTH] * (DEALS // 2)


def test_each_deal_match_and_gift_makes_other_packs() -> None:
    packs = {start(number, Seat.NORTH).last_deal.pack for number in NUMBERS}
    others = [
        duplicate.promised_deal(LAST, "13", SHARES, 1),
        chain(1, LAST[::-1]),
        chain(1, shares=(Share("other"), SHARES[1])),
        chain(1, shares=(SHARES[0], Share("moineau", press=7))),
    ]
    packs |= {duplicate.deal_of(other, 1, Seat.NORTH).start.last_deal.pack for other in others}
    assert len(packs) == DEALS + len(others)


def test_members_who_play_as_the_house_draw_with_it_in_every_deal() -> None:
    for number in NUMBERS:
        north, south = (duplicate.deal_of(chain(number), number, seat) for seat in Seat)
        results = [solo.result(solo.view_of(deal, solo.play_out(deal))) for deal in (north, south)]
        assert results[0].points + results[1].points == 0


def test_two_members_play_the_deals_to_their_ends_and_no_one_plays_for_them() -> None:
    played = []
    for number in NUMBERS:
        north, south = (duplicate.deal_of(chain(number), number, seat) for seat in Seat)
        assert solo.open_log(north, solo.last_card) == ()
        log = by_two(number, number)
        assert solo.result(solo.view_of(north, log)).points == -solo.result(solo.view_of(south, log)).points
        played.append((chain(number), log))
    checked = verify(read(duplicate.record_of(played, {})), {duplicate.promise(LAST, "12").commitment})
    assert [deal.verdict for deal in checked] == [Verdict.FAIR] * DEALS


def test_a_last_card_is_played_by_itself_and_no_other_move_is() -> None:
    deal, log = duplicate.deal_of(chain(1), 1, Seat.NORTH), by_two(1, 1)
    seen = [solo.view_of(deal, log[:count]) for count in range(len(log))]
    played = [solo.last_card(view) for view in seen]
    assert [move is not None for move in played] == [
        len(view.hand) == 1 and any(isinstance(move, Play) for move in view.legal_moves) for view in seen
    ]
    assert any(played)


@pytest.mark.parametrize("missing", range(4))
def test_what_each_of_four_members_adds_makes_other_packs(missing: int) -> None:
    for shares in (
        [Share(f"word {number}", named=True) for number in range(4)],
        [Share("", press=1313131313131313131 + number) for number in range(4)],
        [Share("kept", press=1313131313131313131 + number) for number in range(4)],
    ):
        others = list(shares)
        others[missing] = Share(shares[missing].seed and "other", shares[missing].named, shares[missing].press and 7)
        chains = [
            duplicate.promised_deal(LAST, "12", (duplicate.joined(one, three), duplicate.joined(two, four)), 1)
            for one, two, three, four in (shares, others)
        ]
        assert chains[0].key(1) != chains[1].key(1)
        assert chains[0].bound is chains[1].bound is (Bound.SEED if shares[0].named else Bound.PRESS)
        assert all(each.is_lawful_share for each in chains)


def test_the_commitment_is_one_and_names_the_match() -> None:
    assert {chain(number).promise for number in NUMBERS} == {duplicate.promise(LAST, "12")}
    assert duplicate.promise(LAST, "12").table == "duplicate 12"
    assert LAST.hex() not in {chain(number).secret.hex() for number in NUMBERS}, "the last secret stays in the house"


def test_the_records_of_both_tables_have_the_same_packs_and_prove_what_was_promised() -> None:
    promised = duplicate.promise(LAST, "12").commitment
    packs = []
    for seat in Seat:
        record = read(recorded(seat))
        checked = verify(record, {promised})
        assert [deal.verdict for deal in checked] == [Verdict.FAIR] * DEALS
        packs.append([(event.pack, event.distribution) for event in record.events if isinstance(event, CardsDealt)])
    assert packs[0] == packs[1]
    assert {distribution for _, distribution in packs[0]} == {Distribution.THREE_TWO}


def test_a_record_of_some_deals_adds_up_their_points() -> None:
    record = read(recorded(Seat.SOUTH, (1, 2, 3)))
    results = [
        solo.result(solo.view_of(duplicate.deal_of(chain(number), number, Seat.SOUTH), by_chance(number, Seat.SOUTH)))
        for number in (1, 2, 3)
    ]
    north, south = record.state.score
    assert south - north == sum(result.points for result in results)
    assert [deal.verdict for deal in verify(record)] == [Verdict.FAIR] * 3


def test_another_pack_than_the_promised_one_is_found() -> None:
    other = chain(1, LAST[::-1])
    forged = ChainDeal(chain(1).promise, other.secret, other.shares, other.cut, by_elder=False)
    deal = duplicate.deal_of(forged, 1, Seat.NORTH)
    written = duplicate.record_of([(forged, solo.play_out(deal))], {})
    assert [checked.verdict for checked in verify(read(written))] == [Verdict.OTHER_SECRET]
