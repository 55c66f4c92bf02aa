"""Bounds on the chance of the point with hidden hands, for every hand that is played as it was dealt.

**Definition.** A player keeps the five cards dealt, there is no exchange, the opponent holds any five of the 26 unseen
cards with equal chance, the elder leads, three tricks win. Kings announced and points marked do not count. With hidden
hands there is no single chance to win: it depends on the opponent. So there are two bounds, each for a stated opponent,
each proved.

**Lower bound.** A way to play this hand, without sight of the other, that makes the point with at least this chance
*against every opponent*, even with a sight of this hand and of how it will be played. Proof: the hand's strategy is
written down (a tree over what its holder has seen) and valued against the best reply of each opposing hand by itself;
an opponent who sees less can do no more. CFR+ finds the strategy, but the proof rests on the valuing alone; the best
make 0.00014 more on average, or less (`research.cards.limits`). The strategy does not tell apart the opponent's
cards between the same two own cards: to ignore information is a way to play, too.

**Upper bound.** One opponent, the *reference*, sees their own cards, the turn-up and the cards played. With each hand
they play the strategy found by `research.cards.dealt_build`, its rare plays left out, in 255ths; where it says
nothing, because the point is decided, any card will do. The upper bound is what the *best* way to play this hand makes
against the reference. Proof: each of the 65,780 hands that the reference may hold is met, and each of its plays counts
with its chance. The holder sees the own cards and those played, nothing more: from the last card back they take what
makes most over all hands that look alike to them. That is a best reply itself, so the bound is exact but for rounding,
which is upwards.

A holder who knows the reference thus makes the upper bound and no more; a holder who knows nothing of the opponent is
sure of the lower. In the game where every deal is as likely, play that is best for both sides gives each hand at least
its lower bound, and on average over all hands at most the upper; such an opponent may concede more than the reference
to one hand and less to another.

**Use of open hands.** A player who sees both hands and can force three tricks with open hands does so against any blind
player. So positions lost with open hands are lost and need no tree; and where three tricks are made however both play,
there is no choice.

**Width.** Over all hands as dealt: for the elder 0.024 on average (median 0.015, nine in ten at most 0.066, widest
0.141), for the dealer 0.054 (0.050, 0.100, 0.230). The value of the whole game lies between the means of the upper
bounds of both: the elder makes the point with 0.5427 to 0.5459.

`hidden.bin` is built by `research.cards.hidden_build`, whose reference plays the strategies of the lower bounds,
and tightened by `research.cards.dealt_build --certify`: little-endian, no padding.

    8 bytes       b"ecarte 1"
    4 bytes       n, the number of hands: 31,913
    n x 4 bytes   the hands in ascending order: trumps << 24 | a << 16 | b << 8 | c. A suit is a mask, the highest card
                  in bit 0; trumps without the turn-up (seven bits), a >= b >= c the plain suits
    4 x n x 2     lower and upper bounds of the elder, lower and upper of the dealer, in 65,535ths, rounded outwards
    32 bytes      SHA-256 of all before
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
    """Bounds on the chance of the point: `lower` holds against every opponent, `upper` is the most against the
    reference.
    """

    lower: float
    upper: float


def certified_interval(holding: Holding) -> Interval:
    """The bounds on the chance of the point with this hand, if both sides play the cards dealt.

    Raises `HandError` if more is known than the hand and the turn-up: there is no table for that.
    """
    if holding.dead != holding.turn_up.bit:
        raise HandError("the chances with hidden hands are known before any exchange only")
    first = _ENDS + 2 * number_of(holding) + (2 * _COLUMN if holding.role is Role.DEALER else 0)
    data = read_table()
    return Interval(unpack_from("<H", data, first)[0] / UNIT, unpack_from("<H", data, first + _COLUMN)[0] / UNIT)


def number_of(holding: Holding) -> int:
    """The number of the hand in the table, from 0."""
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
    """The keys of all hands, in order."""
    return array("I", unpack_from(f"<{COUNT}I", read_table(), _KEYS))


def all_ends() -> tuple[tuple[int, ...], ...]:
    """The lower and upper bounds of the elder, then the dealer's: of all hands in order, in 1/`UNIT`."""
    return tuple(unpack_from(f"<{COUNT}H", read_table(), _ENDS + _COLUMN * column) for column in range(4))


def key_of(holding: Holding) -> int:
    """The table's key of the hand; hands that differ in the order of the plain suits alone share it."""
    trumps = holding.hand >> holding.trump.shift & 0xFF
    higher = (1 << holding.turn_up.rank.index) - 1
    key = trumps & higher | trumps >> 1 & ~higher
    for plain in sorted((holding.hand >> suit.shift & 0xFF for suit in holding.plain_suits), reverse=True):
        key = key << 8 | plain
    return key


@cache
def read_table() -> bytes:
    """The table as packaged. Raises `ValueError` if it is damaged."""
    return sealed_file("hidden.bin", MAGIC, "hidden hands")
