"""Classes of hands: every hand is in one; hands that differ by the order of the plain suits alone are in the same."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import PACK, Card, Suit, cards_of, mask_of
from ecarte.odds import CLASSES, class_of, place
from ecarte.odds.hand_classes import compact, hands_of_classes

_HANDS = st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True)


def test_there_are_31_913_classes_and_they_stand_for_every_hand_once() -> None:
    hands = hands_of_classes()
    assert len(hands) == len(set(hands)) == CLASSES
    assert all(hand.bit_count() == 5 for hand in hands)
    ways = 0
    for hand in hands:
        plain = (hand >> 7 & 0xFF, hand >> 15 & 0xFF, hand >> 23 & 0xFF)
        ways += len(set(permutations(plain)))
    assert ways == 169_911


def test_each_class_is_found_from_the_hand_that_stands_for_it() -> None:
    turn_up = Card.parse("7S")
    for number, hand in list(enumerate(hands_of_classes()))[::97]:
        assert class_of(hand & 0x7F | hand >> 7 << 8, turn_up) == number


@given(_HANDS)
def test_the_order_of_the_plain_suits_and_the_rank_of_the_turn_up_change_nothing(cards: list[Card]) -> None:
    hand, turn_up = mask_of(cards[:5]), cards[5]
    plain = [suit for suit in Suit if suit is not turn_up.suit]
    moved = hand & turn_up.suit.mask
    for suit, to in zip(plain, plain[1:] + plain[:1], strict=True):
        moved |= (hand >> suit.shift & 0xFF) << to.shift
    assert class_of(moved, turn_up) == class_of(hand, turn_up)
    trumps = compact(hand, turn_up)[0]
    # The same trumps by rank among those left, another of the suit turned up.
    other = PACK[turn_up.shift + (turn_up.rank.index + 3) % 8]
    below = other.rank.index
    spread = trumps & (1 << below) - 1 | trumps >> below << below + 1
    assert class_of(hand & ~turn_up.suit.mask | spread << turn_up.shift, other) == class_of(hand, turn_up)


@given(_HANDS)
def test_the_places_of_a_class_hold_the_cards_of_the_hand_that_stands_for_it(cards: list[Card]) -> None:
    hand, turn_up = mask_of(cards[:5]), cards[5]
    placed = place(hand, turn_up)
    assert sum(placed.bits) == hand
    standing, ranks = _hands()[placed.number], []
    while standing:
        at = (standing & -standing).bit_length() - 1
        ranks.append((True, at) if at < 7 else (False, (at - 7) % 8))
        standing &= standing - 1
    below = turn_up.rank.index
    for bit, (trump, rank) in zip(placed.bits, ranks, strict=True):
        card = cards_of(bit)[0]
        assert trump == (card.suit is turn_up.suit)
        assert card.rank.index == (rank + (rank >= below) if trump else rank)


def _hands() -> tuple[int, ...]:
    if not _KEPT:
        _KEPT.append(hands_of_classes())
    return _KEPT[0]


_KEPT: list[tuple[int, ...]] = []
