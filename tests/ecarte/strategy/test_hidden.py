"""The ends for hidden hands are proved: against an oracle written apart, and against the computation itself.

The oracle brackets a lower end on both sides, so it says that the end is sound and that it is close to the best. Of the
upper ends the quick tests check every step (what the sweep adds up, under which hand, of which card) and what must hold
on the whole; `soak` computes one from its thousands of hands anew.
"""

from __future__ import annotations

import ctypes
import shutil
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from random import Random
from struct import unpack_from

import pytest

from ecarte.cards import PACK, Card, Suit, mask_of, parse_cards
from ecarte.errors import HandError
from ecarte.strategy.build import SHARE, Hand, Sweep, compiled, relative_hands
from ecarte.strategy.hands import Holding, Role
from ecarte.strategy.hidden import COUNT, HASH_SIZE, MAGIC, UNIT, certified, key_of, packed
from ecarte.strategy.odds import open_odds
from ecarte.strategy.open_hands import open_leads
from tests.ecarte.strategy.one_sided import OneSided

HANDS = 65_780
needs_a_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is there")


def holding(cards: str, role: Role = Role.ELDER, turn_up: str = "TS") -> Holding:
    """This hand; spades are trumps."""
    return Holding.of(parse_cards(cards), Card.parse(turn_up), role)


def column(number: int) -> list[int]:
    """One column of ends: lower and upper of the elder hand, lower and upper of the dealer."""
    return list(unpack_from(f"<{COUNT}H", packed(), len(MAGIC) + 4 + 4 * COUNT + 2 * COUNT * number))


def orders(hand: Hand) -> int:
    """How many hands differ from this one in the order of the plain suits alone, itself counted."""
    return len(set(permutations(hand[1:])))


def test_the_table_has_every_hand_once_and_its_hash() -> None:
    data = packed()
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
    assert certified(holding(cards)).lower == pytest.approx(lower, abs=0.0005)


@pytest.mark.parametrize(
    ("cards", "role", "rounds"),
    [
        ("7S KH QH JH 7D", Role.ELDER, 16),
        ("7S KH QH JH 7D", Role.DEALER, 16),
        ("QH 7H QD 7D QC", Role.ELDER, 16),
        ("QH 7H QD 7D QC", Role.DEALER, 16),
        ("KS AS 9S KD QD", Role.ELDER, 6),
    ],
)
def test_a_lower_end_is_what_can_be_made_sure_of_and_no_more(cards: str, role: Role, rounds: int) -> None:
    mine = holding(cards, role)
    low, high = OneSided(mine).bracket(rounds)
    assert low / HANDS - 0.003 <= certified(mine).lower <= high / HANDS


def test_the_order_of_plain_suits_and_the_rank_of_the_turn_up_do_not_matter() -> None:
    one = certified(holding("KS 8S QH 7D JD", turn_up="9S"))
    assert one == certified(Holding.of(parse_cards("KC 8C QS 7H JH"), Card.parse("AC"), Role.ELDER))
    assert key_of(holding("QS 8S QH 7D JD", turn_up="KS")) == key_of(holding("KS 8S QH 7D JD", turn_up="9S"))


def test_lower_ends_are_below_upper_ends_and_below_the_counts_with_open_hands() -> None:
    for lower, upper in ((0, 1), (2, 3)):
        assert all(low <= high for low, high in zip(column(lower), column(upper), strict=True))
    chance = Random(31)
    for _ in range(300):
        cards = chance.sample(PACK, 6)
        for role in Role:
            mine = Holding.of(cards[:5], cards[5], role)
            assert certified(mine).lower <= open_odds(mine).point / HANDS


def test_the_two_sides_share_every_deal() -> None:
    """On the average over all deals the ends of both sides enclose one and the same number: the value of the game."""
    times = [orders(hand) for hand in relative_hands()]
    means = [sum(map(int.__mul__, column(number), times)) / sum(times) / UNIT for number in range(4)]
    elder_lower, elder_upper, dealer_lower, dealer_upper = means
    assert max(elder_lower, 1 - dealer_upper) <= min(elder_upper, 1 - dealer_lower)
    # Each upper end comes of the other's lower end, with some of the sight taken away.
    assert elder_upper <= 1 - dealer_lower
    assert dealer_upper <= 1 - elder_lower


def test_after_an_exchange_nothing_is_certified() -> None:
    mine = Holding.of(parse_cards("9S 8S 7S 7H 7C"), Card.parse("TS"), discards=parse_cards("8H"))
    with pytest.raises(HandError):
        certified(mine)


@pytest.fixture
def library(tmp_path: Path) -> ctypes.CDLL:
    """The computation, compiled afresh."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler is there: the table is not computed anew")
    return compiled(tmp_path, "cc")


@pytest.mark.parametrize("elder", [True, False])
def test_a_sample_of_lower_ends_is_computed_anew_to_the_last_digit(
    elder: bool, library: ctypes.CDLL, tmp_path: Path
) -> None:
    hands = relative_hands()
    sweep = Sweep(library, hands, elder, tmp_path / "part")
    known = column(0 if elder else 2)
    for number in Random(11).sample(range(COUNT), 12):
        sweep.run(number, number + 1)
        assert sweep.lower_ends()[number] == known[number]


@pytest.mark.parametrize("elder", [True, False])
def test_what_a_hand_concedes_is_added_to_the_right_card_of_the_right_hand(
    elder: bool, library: ctypes.CDLL, tmp_path: Path
) -> None:
    hands = relative_hands()
    number, chance = hands.index((0b11, 0b1000001, 0b1000, 0)), Random(2)
    sweep = Sweep(library, hands, elder, tmp_path / "part")
    sweep.run(number, number + 1)
    mine = hands[number]
    leads = range(5) if elder else range(1)
    for at in chance.sample(range(COUNT), 400):
        size = 5 * (31 if elder else 1)
        found = sum(sweep.uppers[at * size : at * size + size])
        expected = 0
        for first, second, third in set(permutations(hands[at][1:])):
            his = (hands[at][0], first, second, third)
            if any(one & other for one, other in zip(mine, his, strict=True)):
                continue
            gaps = [
                library.gap_under(suit, (mine[suit] & (1 << rank) - 1).bit_count())
                for suit in range(4)
                for rank in range(8)
                if his[suit] >> rank & 1
            ]
            counts = (ctypes.c_int * 9)(*[gaps.count(gap) for gap in range(9)])
            which = library.class_of(counts)
            expected += sum(library.conceded(lead, which, gap) for lead in leads for gap in gaps) * orders(mine)
        assert found == expected


@pytest.mark.parametrize("elder", [True, False])
def test_what_is_conceded_to_the_best_of_each_hand_is_what_the_lower_end_leaves(
    elder: bool, library: ctypes.CDLL, tmp_path: Path
) -> None:
    """To see everything from the start is to get the best choice in each hand of one's own."""
    hands = relative_hands()
    sweep = Sweep(library, hands, elder, tmp_path / "part")
    for number in Random(3).sample(range(COUNT), 5):
        sweep.run(number, number + 1)
        conceded = 0.0
        for which in range(1300):
            weight = library.weight_of(which)
            for lead in range(5 if elder else 1):
                conceded += weight * max(library.conceded(lead, which, gap) for gap in range(9)) / SHARE
        assert conceded == pytest.approx(HANDS - sweep.lowers[number], abs=HANDS * 10 / SHARE)


def test_to_a_lead_that_wins_with_open_hands_everything_is_conceded(library: ctypes.CDLL, tmp_path: Path) -> None:
    """The turn-up is the seven of spades, so that masks of the table and of cards are the same."""
    hands, chance = relative_hands(), Random(4)
    sweep = Sweep(library, hands, False, tmp_path / "part")
    for number in chance.sample(range(COUNT), 4):
        sweep.run(number, number + 1)
        mine = hands[number]
        held = sum(mask << 8 * suit for suit, mask in enumerate(mine))
        unseen = [card for card in PACK if not card.bit & (held | Card.parse("7S").bit)]
        for _ in range(60):
            cards = chance.sample(unseen, 5)
            gaps = {card: library.gap_under(card.suit.index, (held & card.higher).bit_count()) for card in cards}
            which = library.class_of((ctypes.c_int * 9)(*[list(gaps.values()).count(gap) for gap in range(9)]))
            for card, made in open_leads(mask_of(cards), held, Suit.SPADES).items():
                share = library.conceded(0, which, gaps[card])
                assert share >= SHARE if made >= 3 else share <= SHARE + 1


def test_an_upper_end_is_near_what_a_sample_of_the_hands_against_it_concedes(
    library: ctypes.CDLL, tmp_path: Path
) -> None:
    """Plainly summed, suit by suit, with no hand taken for another: a wrong weight or order would show."""
    hands, chance, sampled = relative_hands(), Random(5), 150
    sweep = Sweep(library, hands, False, tmp_path / "part")
    mine = (0, 0b10000010, 0b10000010, 0b10)
    cards = [(suit, rank) for suit in range(4) for rank in range(8) if mine[suit] >> rank & 1]
    unseen = [(suit, rank) for suit in range(4) for rank in range(8 if suit else 7) if not mine[suit] >> rank & 1]
    conceded = dict.fromkeys(cards, 0.0)
    for _ in range(sampled):
        his = [0, 0, 0, 0]
        for suit, rank in chance.sample(unseen, 5):
            his[suit] |= 1 << rank
        plain = sorted((1, 2, 3), key=lambda suit: -his[suit])
        number = hands.index((his[0], his[plain[0]], his[plain[1]], his[plain[2]]))
        sweep.run(number, number + 1)
        gaps = {
            (suit, rank): library.gap_under([0, *plain].index(suit), (his[suit] & (1 << rank) - 1).bit_count())
            for suit, rank in cards
        }
        which = library.class_of((ctypes.c_int * 9)(*[list(gaps.values()).count(gap) for gap in range(9)]))
        for card in cards:
            conceded[card] += library.conceded(0, which, gaps[card]) / SHARE / sampled
    # Four standard errors of the sample.
    assert max(conceded.values()) == pytest.approx(column(1)[hands.index(mine)] / UNIT, abs=0.16)


@pytest.mark.soak
def test_an_upper_end_is_computed_anew_from_every_hand_against_it(library: ctypes.CDLL, tmp_path: Path) -> None:
    hands = relative_hands()
    mine = hands.index((0b11, 0b1000001, 0b1000, 0))
    sweep = Sweep(library, hands, False, tmp_path / "part")
    for number, his in enumerate(hands):
        if any(
            not any(one & other for one, other in zip(his, (hands[mine][0], *plain), strict=True))
            for plain in permutations(hands[mine][1:])
        ):
            sweep.run(number, number + 1)
    assert sweep.upper_end(mine) == column(1)[mine]
