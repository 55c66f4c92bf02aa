"""Laws 1 to 21, as far as they provide for what cannot happen here: the reason that each gives is true of any game.

Not proved here: that the bot shows no more than the views, and how its own packs are shuffled.
"""

from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.fair import shuffled
from ecarte.game import (
    PACK,
    Card,
    CardPlayed,
    CardsDealt,
    CutMade,
    DealScored,
    Distribution,
    IllegalMove,
    KingFrom,
    KingMarked,
    Phase,
    Rank,
    Rule,
    Seat,
    apply,
    cut,
    deal,
    legal_moves,
    player_view,
    public_view,
    table_moves,
)
from tests.ecarte.game.table import N, S, Table
from tests.ecarte.game.told import Told, few, games, moves_of, seen


@few
@given(games)
def test_laws_1_and_2_no_move_changes_the_order_of_the_pack(told: Told) -> None:
    for _, state in told[::3]:
        if state.deal is None or state.due is not None:
            continue
        for seat, move in moves_of(state):
            after = apply(state, seat, move).deal
            assert after is not None
            assert after.pack == state.deal.pack


@few
@given(games, st.integers(0, 2**32))
def test_law_2_no_pack_is_dealt_while_a_hand_is_played(told: Told, seed: int) -> None:
    pack = shuffled(Random(seed))
    for _, state in told:
        if state.phase is Phase.DEAL and state.due is None:
            assert deal(state, pack)
        else:
            with pytest.raises(IllegalMove) as caught:
                deal(state, pack)
            assert caught.value.rule in (Rule.NOT_THE_PHASE, Rule.GAME_IS_OVER)


@few
@given(games)
def test_law_3_no_player_takes_a_packet_off_the_pack(told: Told) -> None:
    """Before a deal players can leave or stop, and nothing besides; the cut for deal names cards, and no depth."""
    for _, state in told:
        if state.phase in (Phase.CUT, Phase.DEAL) and state.due is None:
            assert not legal_moves(state, N)
            assert not legal_moves(state, S)
            for seat in Seat:
                for move in table_moves(state, seat):
                    assert apply(state, seat, move).deal == state.deal
    assert {field.name for field in fields(CutMade)} == {"north", "south"}


@given(st.sampled_from(PACK), st.sampled_from(PACK))
def test_law_4_the_cut_shows_one_card_of_each_and_no_other(north: Card, south: Card) -> None:
    state = Table(dealer=None).state
    if north is south:
        with pytest.raises(IllegalMove) as caught:
            cut(state, north, south)
        assert caught.value.rule is Rule.CUT_TWO_CARDS
        return
    (made,) = cut(state, north, south)
    assert seen(made) == {north, south}


@few
@given(games)
def test_law_6_the_cut_settles_who_deals_for_the_whole_game(told: Told) -> None:
    cuts = [event for event, _ in told if isinstance(event, CutMade)]
    dealers = [state.deal.dealer for event, state in told if isinstance(event, CardsDealt) and state.deal is not None]
    if cuts and dealers:
        settled = cuts[-1]
        higher = N if settled.north.rank.strength > settled.south.rank.strength else S
        assert dealers == [higher if number % 2 == 0 else higher.other for number in range(len(dealers))]
        assert all(made.north.rank is made.south.rank for made in cuts[:-1])
    for _, state in told:
        if state.phase is not Phase.CUT:
            with pytest.raises(IllegalMove):
                cut(state, PACK[0], PACK[9])


@few
@given(games)
def test_law_7_no_player_sees_a_card_before_the_deal(told: Told) -> None:
    """Before the first deal no view has a card; between deals, only those seen in the last one."""
    known: dict[Seat, set[Card]] = {seat: set() for seat in Seat}
    for event, state in told:
        if isinstance(event, CardsDealt):
            known = {seat: set() for seat in Seat}
        if state.phase in (Phase.CUT, Phase.DEAL) and state.deal is None:
            assert not seen(public_view(state))
        for seat in Seat:
            view = seen(player_view(state, seat))
            if state.phase is Phase.DEAL and not isinstance(event, DealScored):
                assert view <= known[seat]
            known[seat] |= view


def by_packets(pack: tuple[Card, ...], distribution: Distribution) -> tuple[set[Card], set[Card]]:
    """Returns the elder's cards and the dealer's, laid out packet by packet."""
    hands: tuple[set[Card], set[Card]] = (set(), set())
    place = 0
    for packet in (3, 2) if distribution is Distribution.THREE_TWO else (2, 3):
        for hand in hands:
            hand.update(pack[place : place + packet])
            place += packet
    return hands


@few
@given(games)
def test_law_9_every_deal_is_of_five_by_two_and_three_in_one_order_all_game(
    told: Told,
) -> None:
    orders: dict[Seat, set[Distribution]] = {seat: set() for seat in Seat}
    for event, state in told:
        if isinstance(event, CardsDealt):
            assert state.deal is not None
            elder, dealer = by_packets(event.pack, event.distribution)
            assert set(state.cards(state.deal.elder)) == elder
            assert set(state.cards(state.deal.dealer)) == dealer
            assert len(elder) == len(dealer) == 5
            orders[state.deal.dealer].add(event.distribution)
    assert all(len(order) <= 1 for order in orders.values())


@few
@given(games)
def test_laws_11_and_12_one_card_lies_face_up_and_it_is_the_eleventh(told: Told) -> None:
    for event, state in told:
        if isinstance(event, CardsDealt):
            assert seen(public_view(state)) == {event.pack[10]}


@few
@given(games)
def test_law_13_the_deal_shows_each_player_their_own_cards_alone(told: Told) -> None:
    for event, state in told:
        if isinstance(event, CardsDealt):
            for seat in Seat:
                assert seen(player_view(state, seat)) == {*state.cards(seat), event.pack[10]}


@few
@given(games)
def test_law_14_the_deal_passes_from_one_to_the_other(told: Told) -> None:
    before = None
    for event, state in told:
        if isinstance(event, CardsDealt):
            assert state.deal is not None
            assert state.deal.dealer is not before
            before = state.deal.dealer
            assert state.deal.elder is before.other


@few
@given(games)
def test_laws_15_to_18_both_hold_five_cards_until_the_first_is_played(told: Told) -> None:
    for _, state in told:
        if state.deal is not None and not state.played and state.phase not in (Phase.CUT, Phase.DEAL, Phase.OVER):
            assert [len(state.cards(seat)) for seat in Seat] == [5, 5]


@few
@given(games)
def test_law_19_a_king_turned_up_counts_for_every_deal_is_right(told: Told) -> None:
    for place, (event, state) in enumerate(told):
        if isinstance(event, CardsDealt) and event.pack[10].rank is Rank.KING:
            assert public_view(state).held == (5, 5)
            assert state.deal is not None
            marked, after = told[place + 1]
            assert marked == KingMarked(state.deal.dealer, KingFrom.TURNED)
            assert sum(after.score) == sum(state.score) + 1


@few
@given(games)
def test_laws_20_and_21_who_plays_without_taking_cards_plays_five(told: Told) -> None:
    """Each has played one card fewer with every card played; after the last trick neither has any left."""
    for event, state in told:
        if isinstance(event, CardPlayed):
            trick, replied = divmod(len(state.played), 2)
            held = public_view(state).held
            assert sorted(held) == sorted((5 - trick, 5 - trick - replied))
            assert (held == (0, 0)) == (len(state.played) == 10)
