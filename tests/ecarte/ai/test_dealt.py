"""Hands as dealt: the table in the library, and the house that plays by it.

`research.cards.dealt_build --values` compares the whole table: what every hand makes, and its certified lower end.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ecarte.ai import Level, knowledge_of, player_of
from ecarte.ai.cards.dealt import HAND, DealtHand, columns, lead_losses, plan_of
from ecarte.ai.cards.hidden import COUNT
from ecarte.ai.cards.search import card_plan
from ecarte.ai.move_values import move_values
from ecarte.game import (
    PACK,
    AnnounceKing,
    Card,
    Play,
    Propose,
    Rank,
    Refuse,
    Suit,
    mask_of,
    parse_cards,
    player_view,
    replies,
)
from ecarte.odds import Role
from ecarte.odds.hand_classes import CLASSES
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S


def hand_of(cards: str, role: Role = Role.ELDER, turn_up: str = "KS") -> DealtHand:
    return DealtHand.of(mask_of(parse_cards(cards)), Card.parse(turn_up), role)


def test_every_hand_of_both_roles_has_its_decisions() -> None:
    table = columns()
    decisions = table.decisions
    assert len(table.losses) == HAND * COUNT == HAND * CLASSES
    assert len(decisions.starts) == 2 * COUNT + 1
    assert decisions.starts[-1] == len(decisions.paths) == len(decisions.plays)
    assert list(decisions.starts) == sorted(decisions.starts)


@pytest.mark.parametrize("cards", ["JS TS JH AD 7C", "QS KH TD AC 8C"])
def test_the_review_puts_no_card_above_the_one_that_loses_least(cards: str) -> None:
    losses = lead_losses(hand_of(cards))
    values = move_values(player_view(dealt(elder=cards, turn_up="KS").state, N), Random(1)).values
    leads = {move.card: value for move, value in values.items() if isinstance(move, Play)}
    assert losses[max(leads, key=leads.__getitem__)] == 0


@pytest.mark.parametrize("seed", range(40))
def test_every_decision_of_the_table_is_one_between_lawful_cards(seed: int) -> None:
    rng = Random(seed)
    turn_up = Card(rng.choice(list(Rank)), rng.choice(list(Suit)))
    others = [card for card in PACK if card is not turn_up]
    rng.shuffle(others)
    for role in Role:
        hand = DealtHand.of(mask_of(others[:HAND]), turn_up, role)
        at = hand.number + (COUNT if role is Role.DEALER else 0)
        for place in range(columns().decisions.starts[at], columns().decisions.starts[at + 1]):
            played = cards_on(hand, columns().decisions.paths[place])
            plan = plan_of(hand, played)
            assert plan is not None
            assert sum(plan.values()) == pytest.approx(1)
            left = mask_of(hand.cards) & ~mask_of(played)
            led = played[-1] if len(played) % 2 else None
            lawful = [card for card in hand.cards if left & card.bit]
            if led is not None:
                lawful = [reply.card for reply in replies(left, led, turn_up.suit)]
            assert plan.keys() <= set(lawful)
            assert len(lawful) > 1, "no table is needed where there is no choice"


def cards_on(hand: DealtHand, path: int) -> list[Card]:
    """Returns the cards played along a path of the table: of each gap the cards not played yet, the lowest first."""
    events = [int(digit, 16) for digit in f"{path:x}"[1:]]
    played: list[Card] = []
    for event in events:
        gap = [card for card, gap in hand.gaps.items() if gap == event - HAND and card not in played]
        played.append(hand.cards[event] if event < HAND else gap[-1])
    return played


def planned_leads(seed: int) -> Iterator[str]:
    """Returns hands of the elder whose first card the table mixes. Spades are trumps and their king is turned up."""
    rng = Random(seed)
    while True:
        cards = " ".join(map(str, rng.sample([card for card in PACK if card is not Card.parse("KS")], HAND)))
        if len(plan_of(hand_of(cards), ()) or ()) > 1:
            yield cards


@pytest.mark.parametrize("seed", range(5))
def test_suits_of_a_hand_may_change_places_and_its_plan_with_them(seed: int) -> None:
    cards = next(planned_leads(seed))
    first, other = hand_of(cards), hand_of(cards.translate(str.maketrans("HDC", "DCH")))
    assert first.number == other.number
    plan, changed = plan_of(first, ()), plan_of(other, ())
    assert plan is not None
    assert changed is not None
    assert sorted(plan.values()) == sorted(changed.values())
    assert sorted(card.rank.index for card in plan) == sorted(card.rank.index for card in changed)


@pytest.mark.parametrize("seed", range(5))
def test_the_house_plays_what_the_table_says(seed: int) -> None:
    views = (player_view(dealt(elder=cards, turn_up="KS").state, N) for cards in planned_leads(seed))
    answers = ((view, player_of(Level.MAITRE)(view)) for view in views)
    view, weights = next((view, weights) for view, weights in answers if Propose() not in weights)
    knowledge = knowledge_of(view)
    assert knowledge.as_dealt
    plan = card_plan(knowledge)
    assert plan is not None
    assert weights == {Play(card): often for card, often in plan.items()}


def test_after_a_refusal_neither_hand_is_any_hand_and_the_table_says_nothing_of_leads() -> None:
    table = dealt(elder=next(planned_leads(1)), turn_up="KS")
    assert card_plan(knowledge_of(player_view(table.state, N))) is not None
    table.does(N, Propose())
    table.does(S, Refuse())
    elder = knowledge_of(player_view(table.state, N))
    assert elder.refused
    assert not elder.as_dealt
    assert card_plan(elder) is None


@pytest.mark.parametrize(
    ("turn_up", "announces", "holds"), [("KS", False, True), ("7S", False, True), ("7S", True, False)]
)
def test_the_table_holds_until_the_other_hand_announces_the_king(turn_up: str, announces: bool, holds: bool) -> None:
    table = dealt(elder=f"{'KS' if announces else 'QS'} KH TD AC 8C", dealer="JS 9H 8D 7C 9C", turn_up=turn_up)
    assert knowledge_of(player_view(table.state, N)).as_dealt
    table.does(N, Propose())
    table.does(S, Refuse())
    if announces:
        table.does(N, AnnounceKing())
    table.does(N, Play(Card.parse("TD")))
    assert knowledge_of(player_view(table.state, S)).as_dealt is holds
