"""Hidden hands: between what the true chance of the point must lie, for every hand that is played as it was dealt.

**What is meant.** A player keeps his five cards, nobody exchanges, the other holds any five of the 26 unseen cards with
equal chance, the elder hand leads, three tricks win. Kings announced and points marked count for nothing here. With
hidden hands there is no single chance of winning: it hangs on who sits opposite. So two ends are given, each for an
opponent who is said, and each proved.

**Lower end.** A way of playing this hand, blind to the other's, that makes the point with at least this chance *against
every opponent*, even one who sees this hand and knows how it will be played. Proof: the hand's own strategy is written
down (a tree over what its holder has seen) and valued against the best reply in each of the opponent's hands by
itself; whoever sees less can do no more. The strategy is found by CFR+ and is close to the best of its kind, but the
proof rests on the valuing alone. It does not tell apart the opponent's cards between the same two own cards: to
overlook what one sees is a way of playing, too.

**Upper end.** There is one opponent, the *reference*, who knows only his own cards, the turn-up and what was played.
With each hand he plays the strategy of its own lower end; where that says nothing, since nothing that he may meet there
is open any more, each of his cards is as likely (of cards that are worth the same he plays the lowest). The upper end
is what the *best* way of playing this hand makes against him, and no way makes more. Proof: each of the 65,780 hands
that he may hold is met, and every play of his is counted with its chance. The hand's holder sees his own cards and
those played, and nothing is lent to him: from the last card back he takes what makes most over all the hands that look
alike to him. That is his best reply itself, so the end is exact but for the rounding, which is upwards.

So whoever knows the reference makes the upper end with this hand and no more, and who knows nothing of his opponent is
sure of the lower. Of play that is best for both sides in the game where every deal is as likely: each hand makes its
lower end at least, and on the average over all hands the upper end at most; such an opponent might concede more than
the reference to one hand and less to others.

**Where open hands help.** Who sees both hands and can force three tricks with open hands does so whatever a blind
player does. So positions lost with open hands are lost, and need no tree; and where three tricks are made however both
play, there is nothing to choose.

**How wide.** Over all hands as they are dealt: for the elder hand 0.036 on average (median 0.030, nine in ten at most
0.080, widest 0.146), for the dealer 0.060 (0.057, 0.112, 0.261). With three trumps it is half a hundredth, with more
next to nothing. The value of the whole game lies between the means of the upper ends of both: the elder hand makes the
point with 0.536 to 0.559.

The file `hidden.bin` is made by `ecarte.research.hidden_build`: little-endian, no padding.

    8 bytes       b"ecarte 1"
    4 bytes       n, the number of hands: 31,913
    n x 4 bytes   the hands in ascending order: trumps << 24 | a << 16 | b << 8 | c. A suit is a mask, the highest card
                  in bit 0; trumps without the turn-up, which nobody holds (seven bits), a >= b >= c the plain suits
    4 x n x 2     lower and upper ends of the elder hand, lower and upper of the dealer, in 65,535ths, rounded outwards
    32 bytes      SHA-256 of all before
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from struct import unpack_from
from typing import Final

from ecarte.game import HandError
from ecarte.odds import Holding, Role

__all__ = ["COUNT", "HASH_SIZE", "MAGIC", "UNIT", "Interval", "certified", "key_of", "packed"]

MAGIC: Final = b"ecarte 1"
COUNT: Final = 31_913
UNIT: Final = 65_535
HASH_SIZE: Final = 32

_KEYS: Final = len(MAGIC) + 4
_ENDS: Final = _KEYS + 4 * COUNT
_COLUMN: Final = 2 * COUNT


@dataclass(frozen=True, slots=True)
class Interval:
    """The chance of the point: `lower` is sure against every opponent, `upper` the most against the reference."""

    lower: float
    upper: float


def certified(holding: Holding) -> Interval:
    """Between what the chance of the point with this hand lies, if both play the cards that were dealt.

    Raises `HandError` if more cards are known than the hand and the turn-up: there is no table for that.
    """
    if holding.dead != holding.turn_up.bit:
        raise HandError("the chances with hidden hands are known before any exchange only")
    data, key = packed(), key_of(holding)
    low, high = 0, COUNT - 1
    while low < high:
        middle = (low + high) // 2
        if unpack_from("<I", data, _KEYS + 4 * middle)[0] < key:
            low = middle + 1
        else:
            high = middle
    first = _ENDS + 2 * low + (2 * _COLUMN if holding.role is Role.DEALER else 0)
    return Interval(unpack_from("<H", data, first)[0] / UNIT, unpack_from("<H", data, first + _COLUMN)[0] / UNIT)


def key_of(holding: Holding) -> int:
    """The number under which the table has this hand, and all that differ in the order of the plain suits alone."""
    trumps = holding.hand >> holding.trump.shift & 0xFF
    higher = (1 << holding.turn_up.rank.index) - 1
    key = trumps & higher | trumps >> 1 & ~higher
    for plain in sorted((holding.hand >> suit.shift & 0xFF for suit in holding.plain_suits), reverse=True):
        key = key << 8 | plain
    return key


@cache
def packed() -> bytes:
    """The table as it lies in the package. Raises `ValueError` if it is not whole."""
    data = files("ecarte.ai").joinpath("hidden.bin").read_bytes()
    if sha256(data[:-HASH_SIZE]).digest() != data[-HASH_SIZE:] or not data.startswith(MAGIC):
        raise ValueError("the table of hidden hands is damaged")
    return data
