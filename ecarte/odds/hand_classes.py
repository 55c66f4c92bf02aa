"""Numbers the 31,913 classes of hands. Hands of a class are alike: they differ only in the turn-up and in the order of
the plain suits.

The turn-up is out of play, so the five cards of a hand come from seven trumps and three plain suits of eight cards.
Only the order of the seven trumps counts, whichever card is turned up: they are numbered from 0 for the highest to 6.
The policy's tables have one entry for each class. Classes are ordered by the number of trumps, then by the trumps, then
by the plain suits. Trumps and plain suits are numbers with one bit for each card, and ascend.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from ecarte.game import Card, Suit
from ecarte.odds.hands import HAND_SIZE

CLASSES: Final = 31_913
TRUMPS: Final = 7
"""The number of trumps besides the turn-up."""

_PLAIN: Final = 8


class Placed(NamedTuple):
    """A hand with its class.

    Attributes:
        number: the number of the class, from 0.
        bits: the five cards, one bit each. Cards with the same index in two hands of a class correspond to each other.
    """

    number: int
    bits: tuple[int, ...]


def compact(hand: int, turn_up: Card) -> tuple[int, int, int, int]:
    """Returns the cards of each suit of a hand (a mask) as bits, the highest card in the lowest bit, trumps first. The
    trumps have seven bits, without one for the turn-up; each plain suit has eight.
    """
    trumps = hand >> turn_up.shift & 0xFF
    below = turn_up.rank.index
    one, two, three = (hand >> suit.shift & 0xFF for suit in _PLAIN_OF[turn_up.suit])
    return trumps & (1 << below) - 1 | trumps >> below + 1 << below, one, two, three


def class_of(hand: int, turn_up: Card) -> int:
    """Returns the number of the class of a hand (a mask of five cards without the turn-up). Takes about a
    microsecond.
    """
    trumps, *plain = compact(hand, turn_up)
    plain.sort()
    one, two, three = plain
    return _first()[trumps] + _plain_places()[one | two << _PLAIN | three << 2 * _PLAIN]


def place(hand: int, turn_up: Card) -> Placed:
    """Returns the class of a hand (a mask), and its five cards in the order that all hands of the class share."""
    suits = sorted(_PLAIN_OF[turn_up.suit], key=lambda suit: hand >> suit.shift & 0xFF)
    bits = []
    for suit in (turn_up.suit, *suits):
        cards = hand & suit.mask
        while cards:
            bits.append(cards & -cards)
            cards &= cards - 1
    return Placed(class_of(hand, turn_up), tuple(bits))


def hands_of_classes() -> tuple[int, ...]:
    """Returns one hand for each class, in order. The lowest seven bits of a hand are the trumps, the highest of them in
    the lowest bit. Eight bits for each plain suit follow.
    """
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
    """Returns, for each total number of cards from 0 to 5, what a hand may have in the three plain suits: triples of
    numbers with eight bits, ascending.
    """
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
    """Maps three plain suits, packed into one number, to their index among the triples with as many cards."""
    return {
        one | two << _PLAIN | three << 2 * _PLAIN: at
        for triples in _triples()
        for at, (one, two, three) in enumerate(triples)
    }


@cache
def _first() -> tuple[int, ...]:
    """Returns the number of the first class with certain trumps. The index is the trumps, as seven bits."""
    first, number = [0] * (1 << TRUMPS), 0
    for count in range(HAND_SIZE + 1):
        for trumps in range(1 << TRUMPS):
            if trumps.bit_count() == count:
                first[trumps] = number
                number += len(_triples()[HAND_SIZE - count])
    return tuple(first)
