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

**Upper end.** There is one opponent, the *reference*, who knows only his own cards, the turn-up and what was played
(with each hand he plays the strategy of its own lower end), and against him *no way of playing this hand*, blind or
not, makes the point with more than this chance. Proof: the hand's holder is lent eyes, which cannot hurt him. As elder
hand he chooses his lead blind and then sees the reference's hand; as dealer he sees the lead, chooses his first card,
and then sees the hand. The best that he makes so is the upper end.

So the best that this hand can make against the reference lies between the two ends. Of play that is best for both sides
in the game where every deal is as likely, the same holds for the lower end of each hand, and for the upper end on the
average over all hands: such an opponent might concede more than the reference to one hand and less to others.

**Where open hands help.** Who sees both hands and can force three tricks with open hands does so whatever a blind
player does. So positions lost with open hands are lost, and need no tree; and where three tricks are made however both
play, there is nothing to choose.

**How wide.** Over all hands as they are dealt: for the elder hand 0.059 on average (median 0.047, nine in ten at most
0.128, widest 0.281), for the dealer 0.074 (0.069, 0.136, 0.295). With three trumps or more it is a few thousandths.
Together they enclose the value of the whole game: the elder hand makes the point with 0.523 to 0.581.

The file `hidden.bin` is made by `ecarte.strategy.build`: little-endian, no padding.

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

from ecarte.errors import HandError
from ecarte.strategy.hands import Holding, Role

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
    """Two chances of making the point: `lower` against every opponent, `upper` against the reference at most."""

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
    data = files("ecarte.strategy").joinpath("hidden.bin").read_bytes()
    if sha256(data[:-HASH_SIZE]).digest() != data[-HASH_SIZE:] or not data.startswith(MAGIC):
        raise ValueError("the table of hidden hands is damaged")
    return data
