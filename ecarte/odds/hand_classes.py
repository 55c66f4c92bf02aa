"""The 31,913 classes of hands, which ignore the order of the plain suits and the turn-up, and their numbers.

The turn-up is dead, so trumps below it move up: a hand is drawn from seven trumps and three times eight plain cards,
whether or not a king was turned up. The policy's tables have one entry per class, ordered by number of trumps, then
trumps, then plain suits, each ascending.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from ecarte.game import Card, Suit
from ecarte.odds.hands import HAND_SIZE

CLASSES: Final = 31_913
TRUMPS: Final = 7
"""Trumps left when one is turned up."""

_PLAIN: Final = 8


class Placed(NamedTuple):
    """The number of a hand's class, and its cards (as bits) in the order of the class's places."""

    number: int
    bits: tuple[int, ...]


def compact(hand: int, turn_up: Card) -> tuple[int, int, int, int]:
    """The eight bits of each suit of a hand (a mask), trumps first, without the turn-up's place."""
    trumps = hand >> turn_up.shift & 0xFF
    below = turn_up.rank.index
    one, two, three = (hand >> suit.shift & 0xFF for suit in _PLAIN_OF[turn_up.suit])
    return trumps & (1 << below) - 1 | trumps >> below + 1 << below, one, two, three


def class_of(hand: int, turn_up: Card) -> int:
    """The class number of five cards, none of them the turn-up. Takes about a microsecond."""
    trumps, *plain = compact(hand, turn_up)
    plain.sort()
    one, two, three = plain
    return _first()[trumps] + _plain_places()[one | two << _PLAIN | three << 2 * _PLAIN]


def place(hand: int, turn_up: Card) -> Placed:
    """The class number, and the card at each of the class's five places."""
    suits = sorted(_PLAIN_OF[turn_up.suit], key=lambda suit: hand >> suit.shift & 0xFF)
    bits = []
    for suit in (turn_up.suit, *suits):
        cards = hand & suit.mask
        while cards:
            bits.append(cards & -cards)
            cards &= cards - 1
    return Placed(class_of(hand, turn_up), tuple(bits))


def hands_of_classes() -> tuple[int, ...]:
    """One hand for each class: seven trumps (the highest in the lowest bit), then the plain suits."""
    triples = _triples()
    return tuple(
        trumps | one << TRUMPS | two << TRUMPS + _PLAIN | three << TRUMPS + 2 * _PLAIN
        for number in range(HAND_SIZE + 1)
        for trumps in range(1 << TRUMPS)
        if trumps.bit_count() == number
        for one, two, three in triples[HAND_SIZE - number]
    )


_PLAIN_OF: Final = {trump: tuple(suit for suit in Suit if suit is not trump) for trump in Suit}


@cache
def _triples() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Three plain suits, ascending, by their total number of cards."""
    by_size: list[list[int]] = [[] for _ in range(HAND_SIZE + 1)]
    for holding in range(1 << _PLAIN):
        if holding.bit_count() <= HAND_SIZE:
            by_size[holding.bit_count()].append(holding)
    triples: list[list[tuple[int, int, int]]] = [[] for _ in range(HAND_SIZE + 1)]
    for sizes in combinations_with_replacement(range(HAND_SIZE + 1), 3):
        if sum(sizes) <= HAND_SIZE:
            few, some, many = (by_size[size] for size in sizes)
            sorted_triples = {tuple(sorted((one, two, three))) for one in few for two in some for three in many}
            triples[sum(sizes)] += sorted_triples  # type: ignore[arg-type]  # three numbers sorted are three numbers
    return tuple(tuple(sorted(triple)) for triple in triples)


@cache
def _plain_places() -> dict[int, int]:
    """Maps three plain suits, packed into one number, to their place among those with as many cards."""
    return {
        one | two << _PLAIN | three << 2 * _PLAIN: at
        for triples in _triples()
        for at, (one, two, three) in enumerate(triples)
    }


@cache
def _first() -> tuple[int, ...]:
    """Maps the trumps held to the number of the first class with them."""
    first, number = [0] * (1 << TRUMPS), 0
    for count in range(HAND_SIZE + 1):
        for trumps in range(1 << TRUMPS):
            if trumps.bit_count() == count:
                first[trumps] = number
                number += len(_triples()[HAND_SIZE - count])
    return tuple(first)
