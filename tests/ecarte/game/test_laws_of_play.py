"""How cards are played (treatise, pp. 32-33; Law 43 is the remedy): follow and win if able, else trump, else anything.

The oracle says the same in other words, and the two are compared over every hand of a sample and every lead.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import (
    PACK,
    Card,
    Phase,
    Play,
    Rule,
    Suit,
    cards_of,
    leads,
    legal_moves,
    mask_of,
    parse_cards,
    replies,
    reply_wins,
)
from tests.ecarte.game.oracle import oracle_replies, oracle_wins
from tests.ecarte.game.table import N, S, Table, play

hands = st.lists(st.sampled_from(PACK), min_size=2, max_size=6, unique=True).map(tuple)


@given(hands, st.sampled_from(list(Suit)))
@pytest.mark.law(43)
def test_lawful_replies_are_those_of_the_oracle(dealt: tuple[Card, ...], trump: Suit) -> None:
    led, *hand = dealt
    assert {move.card for move in replies(mask_of(hand), led, trump)} == oracle_replies(tuple(hand), led, trump)


def test_lawful_replies_are_those_of_the_oracle_for_every_lead_to_many_hands() -> None:
    rng = Random(43)
    for _ in range(120):
        hand = tuple(rng.sample(PACK, 5))
        for led in PACK:
            if led in hand:
                continue
            for trump in Suit:
                found = replies(mask_of(hand), led, trump)
                assert {move.card for move in found} == oracle_replies(hand, led, trump)
                assert [move.card.index for move in found] == sorted(move.card.index for move in found)


def test_the_winner_of_every_two_cards_is_the_oracles() -> None:
    for trump in Suit:
        for led in PACK:
            for reply in PACK:
                if led is not reply:
                    assert reply_wins(led, reply, trump) == oracle_wins(led, reply, trump)


@given(st.integers(0, 2**32 - 1))
def test_a_leader_may_lead_any_card(hand: int) -> None:
    assert tuple(move.card for move in leads(hand)) == cards_of(hand)


def lawful(hand: str, led: str, trump: str) -> str:
    found = replies(mask_of(parse_cards(hand)), Card.parse(led), Suit(trump))
    return " ".join(str(move.card) for move in found)


@pytest.mark.parametrize(
    ("hand", "led", "trump", "allowed"),
    [
        ("KH 9H 7C", "QH", "C", "KH"),  # win if able
        ("JH 9H 7C", "QH", "C", "JH 9H"),  # else follow
        ("KS 9C 7C", "QH", "C", "9C 7C"),  # without the suit, trump
        ("KS 9D 8D", "QH", "C", "KS 9D 8D"),  # without both, anything
        ("KC 7C 8D", "QC", "C", "KC"),  # trumps are a suit like any other when led
        ("8C 7C KS", "QC", "C", "8C 7C"),
        ("AH 7C", "TH", "C", "AH"),  # the ace is above the ten
        ("AH 7C", "JH", "C", "AH"),  # and below the jack
    ],
)
@pytest.mark.law(43)
def test_treatise_p_32_follow_win_trump(hand: str, led: str, trump: str, allowed: str) -> None:
    assert lawful(hand, led, trump) == allowed


def test_law_43_what_is_not_lawful_is_refused_by_its_rule() -> None:
    table = Table().deal(elder="KS QH 9H 8H AC", dealer="KH TH JC 9C 8D", turn_up="7C")
    table.does(N, play("QH"))
    assert table.expect_refused(S, play("JC"), Rule.FOLLOW_SUIT).law == 43
    assert table.expect_refused(S, play("TH"), Rule.WIN_THE_TRICK).data == {"card": "TH", "led": "QH"}
    table.does(S, play("KH"))
    table.does(S, play("8D"))
    assert legal_moves(table.state) == (play("AC"),)
    table.expect_refused(N, play("9H"), Rule.TRUMP_THE_TRICK)


@pytest.mark.law(40)
def test_cards_are_played_in_turn_and_from_the_hand() -> None:
    table = Table().deal()
    table.expect_refused(S, play("7H"), Rule.NOT_YOUR_TURN)
    assert table.expect_refused(N, play("7H"), Rule.CARD_NOT_IN_HAND).data == {"card": "7H"}
    table.expect_refused(N, play("7C"), Rule.CARD_NOT_IN_HAND)
    table.does(N, play("KS"))
    table.expect_refused(N, play("QS"), Rule.NOT_YOUR_TURN)


def test_law_39_a_card_played_is_not_played_again() -> None:
    table = Table().deal().trick("9H", "7H")
    table.expect_refused(N, play("9H"), Rule.CARD_NOT_IN_HAND)


def test_nothing_is_played_between_deals_or_before() -> None:
    table = Table()
    table.expect_refused(S, play("KS"), Rule.NOT_THE_PHASE)
    assert legal_moves(table.state) == ()


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    table = Table().deal().trick("KS", "9C")
    assert table.state.turn is S
    table.trick("8D", "AC")
    assert table.state.turn is N
    assert table.state.tricks == (1, 1)


def test_five_tricks_are_played_even_when_the_point_is_won() -> None:
    table = Table().deal(elder="KS QS JS AS TS", dealer="9S 8S 7S TD 9D", turn_up="7C")
    table.tricks("KS 9S, QS 8S, JS 7S")
    assert (table.state.phase, table.state.tricks) == (Phase.PLAY, (3, 0))
    table.tricks("AS TD, TS 9D")
    assert table.state.phase is Phase.DEAL
    assert len(table.state.played) == 10


def test_every_move_listed_is_one_object_with_the_move_named() -> None:
    table = Table().deal()
    assert all(move is Play(move.card) for move in legal_moves(table.state) if move.card is not None)
