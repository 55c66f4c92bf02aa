"""The two packs: each player's own, the choice that a cut gives, new cards. Laws 1, 5, 44; the treatise, pp. 30, 34."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import IllegalMove, Rule, Seat
from ecarte.table import Pack, Packs
from ecarte.table.packs import PAIRS, call_new, choose, cut_won, deal, open_packs

N, S = Seat.NORTH, Seat.SOUTH
FIRST, SECOND, THIRD = PAIRS


@pytest.mark.law(14)
def test_two_packs_are_used_in_turn_each_player_deals_their_own() -> None:
    packs = open_packs()
    dealt = []
    for dealer in (N, S, N, S):
        packs = deal(packs, dealer)
        dealt.append(packs.dealt)
    assert dealt == [*FIRST, *FIRST]


def test_law_5_the_winner_of_the_cut_chooses_a_pack_once_and_it_holds() -> None:
    packs = deal(cut_won(open_packs(), S), S)
    chosen = choose(packs, S, FIRST[0])
    assert chosen.dealt is FIRST[1], "the deal that is on stays as it is"
    assert (deal(chosen, N).dealt, deal(chosen, S).dealt) == (FIRST[1], FIRST[0])
    _expect_refused(chosen, S, FIRST[1])


def test_law_5_the_other_does_not_choose_nor_does_the_winner_of_a_later_cut() -> None:
    packs = cut_won(open_packs(), S)
    _expect_refused(packs, N, FIRST[0])
    _expect_refused(packs, S, SECOND[0])
    assert cut_won(choose(packs, S, FIRST[1]), N).chooser is None


def test_law_44_new_cards_are_two_packs_for_the_next_deal_and_the_dealer_has_choice() -> None:
    packs = deal(cut_won(open_packs(), N), N)
    called = call_new(packs, N)
    assert (called.own, called.dealt) == (FIRST, FIRST[0]), "the deal that is on is played with the old ones"
    fresh = deal(called, S)
    assert (fresh.own, fresh.dealt, fresh.chooser, fresh.new) == ((SECOND[1], SECOND[0]), SECOND[0], S, None)
    assert choose(fresh, S, SECOND[1]).own == SECOND


def test_law_44_new_cards_are_called_for_once_before_a_deal() -> None:
    called = call_new(open_packs(), N)
    for seat in Seat:
        with pytest.raises(IllegalMove) as refused:
            call_new(called, seat)
        assert (refused.value.rule, refused.value.law) == (Rule.NEW_CARDS_COMING, 44)


STEPS = st.lists(
    st.tuples(st.sampled_from(["deal", "call", "choose", "cut"]), st.sampled_from(Seat), st.sampled_from(Pack)),
    max_size=60,
)


@given(STEPS)
def test_there_are_always_two_different_packs_of_one_pair_and_every_call_changes_both(
    steps: list[tuple[str, Seat, Pack]],
) -> None:
    packs = open_packs()
    for what, seat, pack in steps:
        before = packs
        try:
            match what:
                case "deal":
                    packs = deal(packs, seat)
                    assert packs.dealt is packs.of(seat)
                case "call":
                    packs = call_new(packs, seat)
                case "choose":
                    packs = choose(packs, seat, pack)
                case _:
                    packs = cut_won(packs, seat)
        except IllegalMove:
            assert packs is before
        assert {*packs.own} in [{*pair} for pair in PAIRS]
        if what == "deal" and before.new is not None:
            assert not {*packs.own} & {*before.own}
        else:
            assert {*packs.own} == {*before.own}


def _expect_refused(packs: Packs, seat: Seat, pack: Pack) -> None:
    with pytest.raises(IllegalMove) as refused:
        choose(packs, seat, pack)
    assert (refused.value.rule, refused.value.law) == (Rule.NO_CHOICE_OF_CARDS, 5)
