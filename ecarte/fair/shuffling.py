"""The fair deal: a pack that neither side chose, and that all can compute again afterwards.

Before a deal the house draws a secret of 32 bytes and shows its SHA-256, the commitment. Each player has a seed, any
text; the elder hand cuts. After the deal the secret is shown. The pack, in any language:

1. A text is framed as the number of its bytes in decimal, a colon, the bytes, a comma; texts are UTF-8 as they stand,
   without normalisation. `4:deal,` is the text "deal".
2. `key` = HMAC-SHA256(key: the secret, message: the framed texts "ecarte deal 1", the number of the deal in the game in
   decimal, the seed of North, the seed of South, one after the other).
3. `stream` = the bytes of HMAC-SHA256(key: `key`, message: 0, 1, 2, … as four bytes, big-endian), block after block.
4. The pack lies as KS QS JS AS TS 9S 8S 7S, then hearts, diamonds and clubs alike: places 0 to 31. For n = 32, 31, …,
   2: take the next byte of `stream`; while it is not below 256 - 256 mod n, throw it away and take the next; call it
   modulo n the place j, and let the cards at the places j and n - 1 change places.
5. The cut at p (2 to 30, Law 3: two cards at least in each packet): the first p cards go below the others. What is
   then at place 0 is the top of the pack.

What this shows. The secret was fixed before the cut was made, and before any seed that was given or changed after the
commitment was seen: the house cannot have made the pack to fit those. A player, who does not know the secret, cannot
make it at all, even with the other's seed. And the deal cannot be told otherwise afterwards.

What it does not show. A house that means to cheat, and knows both seeds beforehand, could try secrets until a pack
pleases it; the cut alone, one place of 29, then stands between. Where a player has no seed, or does not cut, the house
does it: its own choices bind it to nothing. A seed is shown after each deal, and the house knows it for the next. So a
player who trusts the house little changes the seed after the commitment is shown, and cuts. Nor does a yes show that
the house kept its secret to itself (a player who knew it could choose a seed by it), or that it broke off no deal which
it did not like. And the commitment in a record proves something only to those who saw it before the deal.
`ecarte.fair.verify` checks records.

This module knows the pack and nothing else of the game; chance comes in as the secret. Source of the cut: Law 3.
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

__all__ = ["CUTS", "SECRET_BYTES", "FairDeal", "commitment", "deal_key", "fair_pack", "key_stream", "shuffle"]

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
        cut: how many cards the elder hand put below the others; it need not be lawful.

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
    message = b"".join(map(_framed, (_CONSTRUCTION, str(number), *seeds)))
    return hmac.digest(_check(secret), message, "sha256")


def key_stream(key: bytes) -> Iterator[int]:
    """The bytes that follow from a key, without end."""
    for block in count():
        yield from hmac.digest(key, block.to_bytes(4, "big"), "sha256")


def shuffle(stream: Iterable[int]) -> tuple[Card, ...]:
    """The thirty-two cards in the order that bytes give, the first place first.

    Where every byte is as likely as any other, so is every order: a byte that would favour some places is thrown away.
    """
    cards, drawn = list(PACK), iter(stream)
    for places in range(len(cards), 1, -1):
        fair_below = 256 - 256 % places
        byte = next(drawn)
        while byte >= fair_below:
            byte = next(drawn)
        last, chosen = places - 1, byte % places
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def _framed(text: str) -> bytes:
    # A text from Python may hold half of a pair, which is no UTF-8; it has its three bytes all the same.
    content = text.encode("utf-8", "surrogatepass")
    return b"%d:%b," % (len(content), content)


def _check(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    return secret
