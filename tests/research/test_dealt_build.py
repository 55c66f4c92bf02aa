"""The solver of hands as dealt and the players of the library mean the same by search with open hands.

Skipped, with a report, without a C compiler.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from ecarte.ai import certified_interval, knowledge_of
from ecarte.ai.cards.dealt import HAND, SEVENTHS, DealtHand, plan_of
from ecarte.ai.cards.search import open_values
from ecarte.ai.cards.trick_values import Worth
from ecarte.ai.players.maitre import best_card
from ecarte.game import PACK, WHOLE_PACK, Card, Phase, Play, mask_of, parse_cards, player_view
from ecarte.odds import Holding, Role
from research.cards.dealt_native import OpenSearch
from research.cards.hidden_native import HiddenSolver, compile_solver, relative_hands
from research.matches.house_native import Seated, ThumbRules, library_table
from tests.ecarte.ai.compiling import hidden_library, house_in, needs_a_compiler
from tests.ecarte.ai.seats import dealt

pytestmark = needs_a_compiler
POINT = Worth((0.0, 0.0, 0.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0, 1.0, 1.0))
"""Only the point counts."""


HANDS = relative_hands()


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> OpenSearch:
    return OpenSearch(compile_solver(Path(tmp_path_factory.mktemp("dealt")), source="dealt.c"))


@pytest.mark.parametrize("seed", range(10))
def test_open_search_plays_the_same_cards_in_c_and_in_the_library(search: OpenSearch, seed: int) -> None:
    rng = Random(seed)
    others = [card for card in PACK if card is not Card.parse("KS")]
    rng.shuffle(others)
    elder, dealer = (" ".join(map(str, others[at : at + HAND])) for at in (0, HAND))
    table = dealt(elder, dealer, "KS")
    compared = 0
    while table.state.phase in (Phase.PROPOSE, Phase.PLAY):  # led without proposing: any hand may lie there
        seat = table.state.turn
        assert seat is not None
        knowledge = knowledge_of(player_view(table.state, seat))
        hand = DealtHand.of(knowledge.five, knowledge.turn_up, knowledge.role)
        events = [hand.event(card) for card in knowledge.played]
        place = search.play(HANDS[hand.number], knowledge.role, events)
        values = open_values(knowledge, POINT)
        if place is not None and len(values) > 1:
            compared += 1
            assert best_card(knowledge, values) is hand.cards[place], (hand, knowledge.played)
        hidden = WHOLE_PACK & ~(knowledge.five | knowledge.turn_up.bit | mask_of(knowledge.played))
        # The table's paths have of cards that play alike the lowest.
        table.does(seat, Play(hand.lowest_alike(rng.choice(list(values)), mask_of(values), hidden)))
    assert compared or table.state.scored is not None


@pytest.mark.parametrize("cards", ["KH 7H KD 7D 9C", "JS TS 7H 8D KC", "8S 8H KD TD KC", "8S 7S TH JD KC"])
def test_a_hand_that_would_fall_short_is_led_as_for_its_lower_end(cards: str, tmp_path: Path) -> None:
    hand = DealtHand.of(mask_of(parse_cards(cards)), Card.parse("KS"), Role.ELDER)
    solver = HiddenSolver(hidden_library(tmp_path))
    solver.refer(HANDS[hand.number], elder=True)
    plays = plan_of(hand, [])
    assert plays is not None
    for card, share in zip(hand.cards, solver.plays_after([], elder=True), strict=True):
        assert abs(plays.get(card, 0) - share) < 1 / SEVENTHS


@pytest.mark.parametrize("cards", ["JS TS JH AD 7C", "QS KH TD AC 8C"])
def test_no_hand_as_dealt_makes_less_than_its_certified_lower_end(
    cards: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Two hands that search with open hands played badly, against every eleventh hand of the other side.

    `python -m research.cards.dealt_build --values` compares all hands.
    """
    house = house_in(tmp_path_factory.mktemp("house"))
    house.seat(0, Seated(library_table(), rules=ThumbRules.NEVER_PROPOSES))
    hand, turn_up, rng = parse_cards(cards), Card.parse("KS"), Random(cards)
    others = [card for card in PACK if card not in (*hand, turn_up)]
    wins = deals = 0
    for other in islice(combinations(others, HAND), 0, None, 11):
        left = [card for card in others if card not in other]
        pack = (*hand[:3], *other[:3], *hand[3:], *other[3:], turn_up, *left)
        # Each needs a point when the king is marked.
        deals += 1
        wins += house.deal(0, 0, pack, [rng.random() for _ in range(HAND)], (1, 2)).winner == 0
    lower = certified_interval(Holding.of(hand, turn_up, Role.ELDER)).lower
    assert wins / deals > lower - 2 * sqrt(lower * (1 - lower) / deals)
