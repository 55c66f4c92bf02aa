"""Hands as dealt by the ranges in which they occur: the ranges are the policy's, and the solver keeps to them.

What needs a C compiler is skipped, with a report, without one.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ecarte.ai import knowledge_of
from ecarte.ai.cards.dealt import HAND, DealtHand
from ecarte.ai.cards.hidden import COUNT
from ecarte.ai.players.solved import SolvedPolicy
from ecarte.game import PACK, Card, Propose, mask_of, parse_cards, player_view
from ecarte.odds import Role
from research.cards.dealt_native import DealtSolver
from research.cards.hidden_native import compile_solver
from research.cards.ranges import Way, ranges, scores
from research.matches.house_native import library_table
from tests.ecarte.ai.compiling import house_library, needs_a_compiler
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S

LOVE_ALL = {(5, 5): 1.0}
SWEEPS = 12
DRAWS = 32
SEED = 1


def hand_of(cards: str, role: Role) -> DealtHand:
    return DealtHand.of(mask_of(parse_cards(cards)), Card.parse("7S"), role)


def test_the_ranges_are_what_the_policy_brings_to_the_play() -> None:
    by_way, rng = ranges(library_table(), LOVE_ALL), Random(1)
    others = [card for card in PACK if card is not Card.parse("7S")]
    for _ in range(60):
        drawn = rng.sample(others, 2 * HAND)
        elder, dealer = (" ".join(map(str, drawn[at : at + HAND])) for at in (0, HAND))
        table = dealt(elder, dealer, "7S")
        proposes = SolvedPolicy().proposes(player_view(table.state, N))
        table.does(N, Propose())
        refuses = SolvedPolicy().refuses(player_view(table.state, S))
        first, other = hand_of(elder, Role.ELDER).number, hand_of(dealer, Role.DEALER).number
        assert knowledge_of(player_view(table.state, N)).five == mask_of(parse_cards(elder))
        assert by_way[Way.UNPROPOSED].elder[first] == pytest.approx(1 - proposes)
        assert by_way[Way.UNPROPOSED].dealer[other] == 1
        assert by_way[Way.REFUSED].elder[first] == pytest.approx(proposes)
        assert by_way[Way.REFUSED].dealer[other] == pytest.approx(refuses)


@needs_a_compiler
def test_most_deals_begin_at_love_all_and_every_score_occurs(tmp_path: Path) -> None:
    often = scores(house_library(tmp_path), deals=400)
    assert sum(often.values()) == pytest.approx(1)
    assert often.keys() == {(elder, dealer) for elder in range(1, 6) for dealer in range(1, 6)}
    assert max(often, key=often.__getitem__) == (5, 5)
    assert 0.2 < often[5, 5] < 0.3, "a game has four or five deals, and each begins at love-all"


def solved(
    folder: Path, hands: tuple[DealtHand, DealtHand], processes: int, sweeps: int = SWEEPS
) -> tuple[DealtSolver, bytes]:
    """The solver where each side has one hand, and what it has learnt, as a file."""
    folder.mkdir()
    often = [[0.0] * COUNT for _ in hands]
    for column, hand in zip(often, hands, strict=True):
        column[hand.number] = 1.0
    solver = DealtSolver(compile_solver(folder, source="dealt.c"), processes, often)
    for number in range(1, sweeps + 1):
        for hand in hands:
            solver.sweep(hand.role, number, DRAWS, SEED, processes)
    solver.write(folder / "learnt")
    return solver, (folder / "learnt").read_bytes()


@needs_a_compiler
@pytest.mark.parametrize(
    ("elder", "dealer", "lead"),
    [
        ("QS TS KH AD JC", "JS 9S QH QD QC", "KH"),
        ("KS AS 9H AD KC", "QS TS QH QD QC", "KC"),
        ("QS AS 8H KD 8C", "JS 9S QH QD QC", "KD"),
    ],
)
def test_a_hand_that_meets_one_other_only_is_led_as_with_open_hands(
    elder: str, dealer: str, lead: str, tmp_path: Path
) -> None:
    """The dealer's plain suits are alike, so the elder knows the whole hand; one lead alone makes the point."""
    hands = hand_of(elder, Role.ELDER), hand_of(dealer, Role.DEALER)
    solver, _ = solved(tmp_path / "one", hands, 1)
    first, _ = solver.books(Role.ELDER, hands[0].number, 1e-4, 1.0, 0.1)
    plays = {decision.path: decision.plays for decision in first.decisions}
    assert plays[1] == 7 << 3 * hands[0].cards.index(Card.parse(lead)), "search with open hands leads another card"
    assert first.lost > first.left
    missing = solver.books(Role.ELDER, hands[0].number - 1, 1e-4, 1.0, 0.1)
    assert [book.decisions for book in missing] == [[], []], "a hand that never comes to the play has none"


@needs_a_compiler
def test_what_is_learnt_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    hands = hand_of("QS TS KH AD JC", Role.ELDER), hand_of("JS 9S QH QD QC", Role.DEALER)
    (_, one), (_, two) = (solved(tmp_path / str(number), hands, number, sweeps=4) for number in (1, 2))
    assert one == two
