"""Laws 25 to 53, as far as they provide for what cannot happen here: the reason that each gives is true of any game.

Not proved here: that the bot shows no more than the views.
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
    AnnounceKing,
    Card,
    CardPlayed,
    CardsDealt,
    DealerDiscarded,
    DealScored,
    ElderDiscarded,
    KingMarked,
    Phase,
    Play,
    Rank,
    Seat,
    apply,
    apply_deal,
    cards_of,
    is_legal,
    legal_moves,
    player_view,
    public_view,
)
from tests.ecarte.game.table import N, S, Table
from tests.ecarte.game.told import Told, few, games, moves_of, seen


@few
@given(games)
def test_law_25_who_has_not_the_king_cannot_announce_it(told: Told) -> None:
    """A player who may announce it holds it, or has just played it as the first card."""
    own: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for event, state in told:
        if isinstance(event, CardsDealt):
            own = {seat: [] for seat in Seat}
        elif isinstance(event, CardPlayed):
            own[event.seat].append(event.card)
        able = [seat for seat in Seat if is_legal(state, seat, AnnounceKing())]
        assert len(able) <= 1
        for seat in able:
            assert state.deal is not None
            held = (*state.cards(seat), *own[seat][:1])
            assert any(card.rank is Rank.KING and card.suit is state.deal.trump for card in held)


@few
@given(games)
def test_laws_29_and_31_to_33_each_is_given_as_many_cards_as_were_put_out(told: Told) -> None:
    asked, before = 0, None
    for event, state in told:
        if isinstance(event, ElderDiscarded):
            asked = len(event.cards)
        if isinstance(event, DealerDiscarded) and state.due is None:
            assert before is not None
            assert state.deal is not None
            assert state.exchanges.rounds[-1] == (asked, len(event.cards))
            assert state.exchanges.drawn == before.exchanges.drawn + asked + len(event.cards)
            given_now = set(state.deal.pack[before.exchanges.drawn : state.exchanges.drawn])
            new = {seat: set(state.cards(seat)) - set(before.cards(seat)) for seat in Seat}
            assert len(new[state.deal.elder]) == asked
            assert len(new[state.deal.dealer]) == len(event.cards)
            assert new[N] | new[S] == given_now
        before = state


@few
@given(games)
def test_laws_30_and_34_both_hold_five_after_every_exchange(told: Told) -> None:
    for event, state in told:
        if isinstance(event, DealerDiscarded) and state.due is None:
            assert public_view(state).held == (5, 5)


@few
@given(games)
def test_laws_35_and_36_a_card_of_the_talon_is_seen_only_by_the_player_who_gets_it(
    told: Told,
) -> None:
    for _, state in told[::2]:
        if state.deal is None:
            continue
        talon = set(state.deal.pack[state.exchanges.drawn :])
        for seat in Seat:
            view = seen(player_view(state, seat))
            assert view.isdisjoint(talon)
            assert view.isdisjoint(state.cards(seat.other)) or state.deal.ended_by is not None
            assert view.isdisjoint(cards_of(state.exchanges.out[seat.other.index]))


@few
@given(games)
def test_law_37_the_trump_is_turned_up_once_and_no_exchange_turns_up_another(
    told: Told,
) -> None:
    turned: Card | None = None
    for event, state in told:
        if isinstance(event, CardsDealt):
            turned = event.pack[10]
        if state.deal is not None:
            assert turned is not None
            assert (state.deal.turn_up, state.deal.trump) == (turned, turned.suit)
            if not state.played and state.deal.ended_by is None:
                assert seen(public_view(state)) == {turned}


@few
@given(games)
def test_law_39_no_move_takes_a_card_back(told: Told) -> None:
    for _, state in told[::2]:
        if not state.played or state.due is not None:
            continue
        for seat, move in moves_of(state):
            after = apply(state, seat, move)
            assert after.played[: len(state.played)] == state.played


@few
@given(games)
def test_law_40_only_who_has_to_play_can_play(told: Told) -> None:
    for _, state in told[::2]:
        for seat in Seat:
            playable = [card for card in PACK if is_legal(state, seat, Play(card))]
            if state.turn is not seat or state.due is not None:
                assert not playable
            assert set(playable) <= set(state.cards(seat))


@few
@given(games)
def test_law_41_a_lead_says_a_card_and_names_no_suit(told: Told) -> None:
    assert {field.name for field in fields(CardPlayed)} == {"seat", "card"}
    for event, state in told:
        if isinstance(event, CardPlayed) and state.led is not None:
            last = public_view(state).tricks[-1]
            assert (last.lead, last.leader) == (event.card, event.seat)


@few
@given(st.integers(0, 2**32))
def test_law_44_a_deal_owes_nothing_to_the_cards_before_it(seed: int) -> None:
    """After two deals of other cards the same pack gives the same hands, the same turn-up and a whole talon."""
    pack = shuffled(Random(seed))
    after = []
    for hands in (("KS QS JS AS TS", "9S 8S 7S TD 9D"), ("7H TD JC 9C 8D", "KS QS 9H 8H AC")):
        table = Table().deal(*hands)
        while table.state.phase is not Phase.DEAL:
            assert table.state.turn is not None
            table.does(table.state.turn, next(move for move in legal_moves(table.state) if move.card is not None))
        dealt = apply_deal(table.state, pack)
        after.append((dealt.cards(N), dealt.cards(S), public_view(dealt).turn_up, public_view(dealt).talon))
    assert after[0] == after[1]
    assert after[0][2:] == (pack[10], 21)


@few
@given(games)
@pytest.mark.law(53)
def test_laws_50_and_51_the_score_is_what_was_marked_and_nothing_else(told: Told) -> None:
    score = [0, 0]
    for event, state in told:
        if isinstance(event, KingMarked):
            score[event.seat.index] += 1
        elif isinstance(event, DealScored):
            score[event.seat.index] += event.points
        most = state.rules.points
        assert state.score == (min(score[0], most), min(score[1], most))


def test_law_53_what_a_bystander_knows_can_correct_nothing() -> None:
    """A king that its holder keeps silent about, the one thing to be overlooked, leaves no trace in what all see."""
    with_king = Table().deal("KC QS 9H 8H AC", "7H TD JC 9C 8D")
    without = Table().deal("KS QS 9H 8H AC", "7H TD JC 9C 8D")
    assert with_king.state.window is N
    assert without.state.window is None
    assert public_view(with_king.state) == public_view(without.state)
