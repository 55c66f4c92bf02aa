"""The pack that follows from a key, and the fair deal of earlier records: one commitment for each deal.

`ecarte.fair.explained` states the construction in full, and who could bias what; `ecarte.fair.chain` is the one of
today. This module knows the pack and nothing else of the game; chance comes in as the secret. Source of the cut: Law 3.
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
"""How long a secret is."""

CUTS: Final = range(2, 31)
"""Where a pack may be cut: so many cards go below the others (Law 3)."""

_CONSTRUCTION: Final = "ecarte deal 1"
_HEX: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class FairDeal:
    """All that a pack follows from, as it is shown after the deal.

    Attributes:
        commitment: what was shown before the deal, 64 hexadecimal digits; it need not be the secret's.
        secret: 32 bytes. It tells all hands while the deal is on: no `repr` shows it.
        seeds: North's and South's.
        cut: how many cards the elder put below the others; it need not be lawful.

    Raises ValueError: a commitment or a secret that is none.
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
        """The key of the pack, as that of deal `number`."""
        return deal_key(self.secret, self.seeds, number)


def commitment(secret: bytes) -> str:
    """What is shown before the deal: the SHA-256 of a secret, in hexadecimal.

    Raises ValueError: a secret has 32 bytes.
    """
    return hashlib.sha256(_check(secret)).hexdigest()


def fair_pack(secret: bytes, seeds: tuple[str, str], number: int, cut: int) -> tuple[Card, ...]:
    """The pack, top card first, of deal `number` of a game (from 1).

    Args:
        secret: 32 bytes, known to no player before the deal is over.
        seeds: North's and South's; any text, the empty one, too.
        cut: how many cards go below the others.

    Raises:
        IllegalMove: a packet of fewer than two cards (Law 3).
        ValueError: a secret has 32 bytes.
    """
    if cut not in CUTS:
        raise IllegalMove(Rule.PACKETS_OF_TWO, cut=cut)
    pack = shuffle(key_stream(deal_key(secret, seeds, number)))
    return pack[cut:] + pack[:cut]


def deal_key(secret: bytes, seeds: tuple[str, str], number: int) -> bytes:
    """The key of one deal: 32 bytes. Raises ValueError: a secret has 32 bytes."""
    return key_of(_check(secret), (_CONSTRUCTION, str(number), *seeds))


def key_stream(key: bytes) -> Iterator[int]:
    """The bytes that follow from a key, without end."""
    for block in count():
        yield from hmac.digest(key, block.to_bytes(4, "big"), "sha256")


def shuffle(stream: Iterable[int]) -> tuple[Card, ...]:
    """The thirty-two cards in the order that bytes give, the first place first; an iterator goes on behind them."""
    cards, bytes_left = list(PACK), iter(stream)
    for places in range(len(cards), 1, -1):
        last, chosen = places - 1, draw_place(bytes_left, places)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def draw_place(stream: Iterator[int], places: int) -> int:
    """One of `places` places (256 at most), from 0, as the next bytes of a stream give it.

    Where every byte is as likely as any other, so is every place: a byte that would favour some is thrown away.
    """
    fair_below = 256 - 256 % places
    byte = next(stream)
    while byte >= fair_below:
        byte = next(stream)
    return byte % places


def key_of(secret: bytes, texts: Iterable[str]) -> bytes:
    """The key that follows from a secret and some texts: 32 bytes."""
    return hmac.digest(secret, b"".join(map(frame, texts)), "sha256")


def frame(text: str) -> bytes:
    """A text as a key takes it: the number of its bytes, a colon, the bytes, a comma."""
    # A text from Python may hold half of a pair, which is no UTF-8; it has its three bytes all the same.
    content = text.encode("utf-8", "surrogatepass")
    return b"%d:%b," % (len(content), content)


def _check(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    return secret
