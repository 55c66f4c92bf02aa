"""Shuffles a pack as a key determines. Also has the fair deals of earlier releases, in which each deal had a commitment
of its own.

`ecarte.fair.chain` has the current construction. `ecarte.fair.explained` describes both, and what each side could bias.
All randomness comes from the secret, which the caller supplies. This module knows the pack, and nothing else of the
game. Source of the cut: Law 3.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from ecarte.game import PACK, Card, IllegalMove, Rule

SECRET_BYTES: Final = 32
"""The number of bytes of a secret."""

CUTS: Final = range(2, 31)
"""How many cards a lawful cut may put below the others: 2 to 30, so that each packet has two cards at least (Law 3)."""

_CONSTRUCTION: Final = "ecarte deal 1"
_HEX: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class FairDeal:
    """The inputs that determine the pack of a deal with a commitment of its own, as players see them after the deal.

    Attributes:
        commitment: the 64 hexadecimal digits that were shown before the deal. `FairDeal` does not check that the secret
            matches them; `ecarte.fair.check` does.
        secret: 32 bytes. During the deal it would reveal all hands, so `repr` does not show it.
        seeds: the texts that North and South added.
        cut: how many cards the elder put below the others. The number may be unlawful.

    Raises:
        ValueError: the commitment is not 64 digits, or the secret does not have 32 bytes.
    """

    commitment: str
    secret: bytes = field(repr=False)
    seeds: tuple[str, str] = field(repr=False)
    cut: int

    def __post_init__(self) -> None:
        _check(self.secret)
        if not _HEX.fullmatch(self.commitment):
            raise ValueError("a commitment has 64 hexadecimal digits")

    def key(self, number: int) -> bytes:
        """Returns the 32 bytes that determine the shuffle.

        Args:
            number: the number of the deal in its game, from 1.
        """
        return deal_key(self.secret, self.seeds, number)


def commitment(secret: bytes) -> str:
    """Returns the hash of a secret that is shown before the deal: its SHA-256 in hexadecimal.

    Raises:
        ValueError: the secret does not have 32 bytes.
    """
    return hashlib.sha256(_check(secret)).hexdigest()


def fair_pack(secret: bytes, seeds: tuple[str, str], number: int, cut: int) -> tuple[Card, ...]:
    """Returns the pack that follows from a secret, two seeds and a cut, top card first.

    Args:
        secret: 32 bytes that no player knows before the deal is over.
        seeds: the texts that North and South added; either may be empty.
        number: the number of the deal in its game, from 1.
        cut: how many cards the elder put below the others.

    Raises:
        IllegalMove: a packet has fewer than two cards (Law 3).
        ValueError: the secret does not have 32 bytes.
    """
    if cut not in CUTS:
        raise IllegalMove(Rule.PACKETS_OF_TWO, cut=cut)
    pack = shuffle(key_stream(deal_key(secret, seeds, number)))
    return pack[cut:] + pack[:cut]


def deal_key(secret: bytes, seeds: tuple[str, str], number: int) -> bytes:
    """Returns the 32 bytes that determine the shuffle of one deal. Raises `ValueError` unless the secret has 32
    bytes.
    """
    return key_of(_check(secret), (_CONSTRUCTION, str(number), *seeds))


def key_stream(key: bytes) -> Iterator[int]:
    """Yields the endless sequence of bytes that a key determines, each as a number from 0 to 255."""
    for block in count():
        yield from hmac.digest(key, block.to_bytes(4, "big"), "sha256")


def shuffle(stream: Iterable[int]) -> tuple[Card, ...]:
    """Returns the thirty-two cards in the order that a sequence of bytes determines.

    Bytes that the shuffle does not need stay in `stream`, if it is an iterator.
    """
    cards, bytes_left = list(PACK), iter(stream)
    for places in range(len(cards), 1, -1):
        last, chosen = places - 1, draw_place(bytes_left, places)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def draw_place(stream: Iterator[int], places: int) -> int:
    """Returns a number from 0 to `places - 1`, which the next bytes of a stream determine. `places` is 256 at most.

    If all bytes are equally likely, so are all numbers, because a byte that would favour some numbers is skipped.
    """
    fair_below = 256 - 256 % places
    byte = next(stream)
    while byte >= fair_below:
        byte = next(stream)
    return byte % places


def key_of(secret: bytes, texts: Iterable[str]) -> bytes:
    """Returns the 32 bytes that follow from a secret and some texts: an HMAC-SHA256."""
    return hmac.digest(secret, b"".join(map(frame, texts)), "sha256")


def frame(text: str) -> bytes:
    """Returns a text as the bytes that enter a key: the number of its bytes, a colon, the bytes, a comma."""
    # A Python string may have half of a surrogate pair, which UTF-8 does not allow. It is encoded as three bytes.
    content = text.encode("utf-8", "surrogatepass")
    return b"%d:%b," % (len(content), content)


def _check(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    return secret
