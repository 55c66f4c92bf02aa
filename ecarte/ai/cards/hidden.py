"""Bounds on how often a hand makes the point, if it is played as it was dealt and neither player sees the other's
cards.

**Definition.** A player keeps the five cards dealt, without an exchange. The opponent holds any five of the 26 unseen
cards, all equally likely. The elder leads, and three tricks win. Announced kings and points already marked do not
count. With hidden hands there is no single chance to win, because it depends on how the opponent plays. So there are
two bounds, each for a stated opponent, and each proved.

**Lower bound.** There is a way to play this hand, without sight of the other one, that makes the point at least this
often *against every opponent*, even an opponent who sees this hand and knows how it will be played. Proof: the strategy
of the hand is written down as a tree over what its player has seen. It is then valued against the best reply of each
single opposing hand. An opponent who sees less cannot do better. The method that finds the strategy (CFR+) does not
matter for the proof. The best possible strategies win 0.00014 more on average, or less (`research.cards.limits`). The
strategy does not distinguish the opponent's cards that rank between the same two own cards: a player may ignore
information.

**Upper bound.** One opponent, the *reference*, sees their own cards, the turn-up and the cards played. With each hand
they play the strategy that `research.cards.dealt_build` has found. Its chances are rounded to 255ths, and its rare
plays are left out. Where that strategy has no play, because the point is decided, they play any card. The upper bound
is how often the *best* way to play this hand makes the point against the reference. Proof: the hand meets each of the
65,780 hands that the reference may hold, and each play of the reference counts with its chance. The player of the hand
sees their own cards and the cards played, nothing more. From the last card back to the first, the player takes the card
that wins most over all hands that look the same to them. That is a best reply, so the bound is exact except for
rounding, which is upwards.

A player who knows the reference therefore reaches the upper bound and no more. A player who knows nothing of the
opponent is sure of the lower bound. In the game where every deal is equally likely, play that is optimal for both sides
gives each hand at least its lower bound, and on average over all hands at most the upper bound. An optimal opponent may
concede more than the reference to one hand and less to another.

**Use of open hands.** Suppose that a player who sees both hands can force three tricks if both lie open. That player
can then do so against any opponent who sees less. So positions that are lost with open hands are lost, and need no
tree. If three tricks are won however both play, there is no choice.

**Width.** Upper bound minus lower bound, over all hands as dealt: for the elder 0.024 on average (median 0.015, nine in
ten at most 0.066, widest 0.141), for the dealer 0.054 (0.050, 0.100, 0.230). The means of both players' upper bounds
enclose the value of the whole game: the elder makes the point with a chance between 0.5427 and 0.5459.

`research.cards.hidden_build` builds `hidden.bin`; its reference plays the strategies of the lower bounds.
`research.cards.dealt_build --certify` tightens the bounds. The file is little-endian, without padding.

    8 bytes       b"ecarte 1"
    4 bytes       n, the number of hands: 31,913
    n x 4 bytes   the hands in ascending order: trumps << 24 | a << 16 | b << 8 | c. A suit is a mask, the highest card
                  in bit 0; trumps without the turn-up (seven bits), a >= b >= c the plain suits
    4 x n x 2     lower and upper bounds of the elder, lower and upper of the dealer, in 65,535ths, rounded outwards
    32 bytes      SHA-256 of all bytes before
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from struct import unpack_from
from typing import Final

from ecarte.ai.sealed import sealed_file
from ecarte.game import HandError
from ecarte.odds import Holding, Role

MAGIC: Final = b"ecarte 1"
COUNT: Final = 31_913
UNIT: Final = 65_535

_KEYS: Final = len(MAGIC) + 4
_ENDS: Final = _KEYS + 4 * COUNT
_COLUMN: Final = 2 * COUNT


@dataclass(frozen=True, slots=True)
class Interval:
    """Two proved bounds on the chance that a hand makes the point.

    Attributes:
        lower: this hand can make the point at least this often against any opponent.
        upper: this hand can make the point at most this often against one particular opponent, the reference.
    """

    lower: float
    upper: float


def certified_interval(holding: Holding) -> Interval:
    """Returns the proved bounds on the chance that a hand makes the point, if both sides play the cards they were
    dealt.

    Raises:
        HandError: the player of this hand has discarded cards. The bounds are known only before any exchange.
    """
    if holding.dead != holding.turn_up.bit:
        raise HandError("the chances with hidden hands are known only before any exchange")
    first = _ENDS + 2 * number_of(holding) + (2 * _COLUMN if holding.role is Role.DEALER else 0)
    data = read_table()
    return Interval(unpack_from("<H", data, first)[0] / UNIT, unpack_from("<H", data, first + _COLUMN)[0] / UNIT)


def number_of(holding: Holding) -> int:
    """Returns the number of a hand in `hidden.bin`, from 0.

    Hands that differ only in the order of the plain suits have the same number.
    """
    data, key = read_table(), key_of(holding)
    low, high = 0, COUNT - 1
    while low < high:
        middle = (low + high) // 2
        if unpack_from("<I", data, _KEYS + 4 * middle)[0] < key:
            low = middle + 1
        else:
            high = middle
    return low


def keys() -> array[int]:
    """Returns the keys (`key_of`) of all hands in `hidden.bin`, ascending."""
    return array("I", unpack_from(f"<{COUNT}I", read_table(), _KEYS))


def all_ends() -> tuple[tuple[int, ...], ...]:
    """Returns the bounds of all hands, in the order of `keys` and in 65,535ths, as four columns: lower and upper bounds
    of the elder, then lower and upper bounds of the dealer.
    """
    return tuple(unpack_from(f"<{COUNT}H", read_table(), _ENDS + _COLUMN * column) for column in range(4))


def key_of(holding: Holding) -> int:
    """Returns the key of a hand: the cards as one number. `hidden.bin` is sorted by these keys.

    Hands that differ only in the order of the plain suits have the same key.
    """
    trumps = holding.hand >> holding.trump.shift & 0xFF
    higher = (1 << holding.turn_up.rank.index) - 1
    key = trumps & higher | trumps >> 1 & ~higher
    for plain in sorted((holding.hand >> suit.shift & 0xFF for suit in holding.plain_suits), reverse=True):
        key = key << 8 | plain
    return key


@cache
def read_table() -> bytes:
    """Returns the content of `hidden.bin`, which comes with the library. Raises `ValueError` if the file is damaged."""
    return sealed_file("hidden.bin", MAGIC, "hidden hands")
