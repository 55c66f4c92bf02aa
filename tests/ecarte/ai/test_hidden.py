"""The bounds for hidden hands hold: against independent oracles, and against the computation itself.

The first oracle brackets a lower bound from both sides: the bound is sound, and close to the best. The second spells
out every play of a hand against some hands of the reference and finds the best reply to them. The upper bounds in the
table are against the reference of `dealt_build`; `research.cards.verify_dealt` computes all of them again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from hashlib import sha256
from random import Random
from struct import unpack_from

import pytest

from ecarte.ai import certified_interval
from ecarte.ai.cards.hidden import COUNT, MAGIC, UNIT, key_of, read_table
from ecarte.ai.sealed import HASH_SIZE
from ecarte.game import PACK, Card, HandError, parse_cards
from ecarte.odds import Holding, Role, open_odds
from research.cards.hidden_build import lower_end
from research.cards.hidden_native import LEFT_OUT, SHARE, Blocks, Hand, HiddenSolver, orders, relative_hands
from tests.ecarte.ai.best_reply import against, best
from tests.ecarte.ai.compiling import hidden_library, needs_a_compiler
from tests.ecarte.ai.one_sided import BRACKETED, OneSided

HANDS = 65_780


def holding(cards: str, turn_up: str = "TS") -> Holding:
    """Returns the elder's knowledge of this hand, spades being trumps."""
    return Holding.of(parse_cards(cards), Card.parse(turn_up), Role.ELDER)


def column(number: int) -> list[int]:
    """Returns one column of bounds: lower and upper of the elder, lower and upper of the dealer."""
    return list(unpack_from(f"<{COUNT}H", read_table(), len(MAGIC) + 4 + 4 * COUNT + 2 * COUNT * number))


def test_the_table_has_every_hand_once_and_its_hash() -> None:
    data = read_table()
    assert data[-HASH_SIZE:] == sha256(data[:-HASH_SIZE]).digest()
    assert len(data) == len(MAGIC) + 4 + 12 * COUNT + HASH_SIZE < 5_000_000
    keys = unpack_from(f"<I{COUNT}I", data, len(MAGIC))
    hands = relative_hands()
    assert keys == (COUNT, *(int.from_bytes(bytes(hand), "big") for hand in hands))
    assert sum(map(orders, hands)) == 169_911  # five of 31


@pytest.mark.parametrize(
    ("cards", "lower"),
    [("9S 8S 7S 7H 7C", 0.567), ("8S 7S KH JD TC", 0.750), ("7S KH QH JH 7D", 0.680), ("QH 7H QD 7D QC", 0.318)],
)
def test_the_lower_ends_known_before_are_reached(cards: str, lower: float) -> None:
    assert certified_interval(holding(cards)).lower == pytest.approx(lower, abs=0.0005)


@pytest.mark.parametrize(
    ("own", "rounds"), [*BRACKETED[2:], *(pytest.param(*case, marks=pytest.mark.soak) for case in BRACKETED[:2])]
)
def test_a_lower_end_is_what_can_be_made_sure_of_and_no_more(own: Holding, rounds: int) -> None:
    low, high = OneSided(own).bracket(rounds)
    assert low / HANDS - 0.003 <= certified_interval(own).lower <= high / HANDS


def test_the_order_of_plain_suits_and_the_rank_of_the_turn_up_do_not_matter() -> None:
    one = certified_interval(holding("KS 8S QH 7D JD", turn_up="9S"))
    assert one == certified_interval(Holding.of(parse_cards("KC 8C QS 7H JH"), Card.parse("AC"), Role.ELDER))
    assert key_of(holding("QS 8S QH 7D JD", turn_up="KS")) == key_of(holding("KS 8S QH 7D JD", turn_up="9S"))


def test_lower_ends_are_below_upper_ends_and_below_the_counts_with_open_hands() -> None:
    for lower, upper in ((0, 1), (2, 3)):
        assert all(low <= high for low, high in zip(column(lower), column(upper), strict=True))
    chance = Random(31)
    for _ in range(300):
        cards = chance.sample(PACK, 6)
        for role in Role:
            own = Holding.of(cards[:5], cards[5], role)
            assert certified_interval(own).lower <= open_odds(own).point / HANDS


def test_the_two_sides_share_every_deal() -> None:
    """On average over all deals the bounds of both sides enclose the same number, the value of the game."""
    times = [orders(hand) for hand in relative_hands()]
    means = [sum(map(int.__mul__, column(number), times)) / sum(times) / UNIT for number in range(4)]
    elder_lower, elder_upper, dealer_lower, dealer_upper = means
    assert max(elder_lower, 1 - dealer_upper) <= min(elder_upper, 1 - dealer_lower)
    # Each upper bound comes from the other's lower bound, with some of the sight taken away.
    assert elder_upper <= 1 - dealer_lower
    assert dealer_upper <= 1 - elder_lower


def test_after_an_exchange_nothing_is_certified() -> None:
    own = Holding.of(parse_cards("9S 8S 7S 7H 7C"), Card.parse("TS"), discards=parse_cards("8H"))
    with pytest.raises(HandError):
        certified_interval(own)


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> HiddenSolver:
    """Compiles the computation afresh."""
    return HiddenSolver(hidden_library(tmp_path_factory.mktemp("hidden")))


def blocks_of(solver: HiddenSolver, numbers: Iterable[int], elder: bool) -> Blocks:
    """Returns these hands of the reference, solved."""
    content, places, hands = bytearray(), array("Q", [LEFT_OUT]) * COUNT, relative_hands()
    for number in numbers:
        places[number] = len(content)
        content += solver.refer(hands[number], elder)[1]
    return Blocks(content, places)


@needs_a_compiler
@pytest.mark.parametrize("elder", [True, False])
def test_a_sample_of_lower_ends_is_computed_anew_to_the_last_digit(elder: bool, solver: HiddenSolver) -> None:
    hands, known = relative_hands(), column(0 if elder else 2)
    for number in Random(11).sample(range(COUNT), 12):
        assert lower_end(solver.refer(hands[number], elder)[0]) == known[number]


@needs_a_compiler
@pytest.mark.parametrize("elder", [True, False])
@pytest.mark.parametrize(
    "own",
    [
        (0b11, 0b1000001, 0b1000, 0),
        (0, 0b10000010, 0b10000010, 0b10),  # two suits alike
        (0b100, 0b1000, 0b1000, 0b11),
        (0b1000000, 0b1111, 0, 0),
    ],
)
def test_the_reply_is_the_best_there_is_to_some_of_the_references_hands(
    own: Hand, elder: bool, solver: HiddenSolver
) -> None:
    """The oracle spells out every play with real cards, so a wrong weight, order or view of the solver would show."""
    hands, plays = relative_hands(), []
    numbers = Random(sum(own)).sample(range(COUNT), 9)
    for number in numbers:
        solver.refer(hands[number], elder)
        plays += [(1.0, play) for play in against(solver, hands[number], own, elder)]
    won, met = solver.reply(own, blocks_of(solver, numbers, elder))
    assert met == len(plays) > 9
    assert 0 <= won / SHARE - best(plays) < met * 100 / SHARE


@needs_a_compiler
@pytest.mark.parametrize("elder", [True, False])
def test_who_knows_the_references_hand_wins_all_that_its_lower_end_leaves(elder: bool, solver: HiddenSolver) -> None:
    """Against one hand alone the best reply is the seer's.

    This hand stays the same in every order of the plain suits.
    """
    hands, own = relative_hands(), (0b101, 0b10, 0b10, 0b10)
    lower, _ = solver.refer(own, elder)
    blocks, won, met = blocks_of(solver, [hands.index(own)], elder), 0, 0
    for opposing in hands:
        if not any(one & other for one, other in zip(own, opposing, strict=True)):
            winnings, one = solver.reply(opposing, blocks)
            won, met = won + winnings * orders(opposing), met + one * orders(opposing)
    assert met == HANDS
    assert 0 <= won / SHARE - (HANDS - lower) < HANDS * 100 / SHARE
