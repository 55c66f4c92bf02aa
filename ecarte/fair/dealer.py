"""The cut for the deal (Law 5), as it follows from the promise of a game: the house does not choose who deals first.

`ecarte.fair.explained` states the construction in full, and who could bias what.
"""

from __future__ import annotations

from typing import Final

from ecarte.fair.chain import Promise, Share
from ecarte.fair.shuffling import draw_place, key_of, key_stream
from ecarte.game import PACK, Card

_CONSTRUCTION: Final = "ecarte dealer 1"


def cuts_for_deal(promise: Promise, secret: bytes, shares: tuple[Share, Share]) -> tuple[tuple[Card, Card], ...]:
    """North's card and South's of each cut: the last is of two ranks, those before it of equal ones.

    Args:
        secret: that of the first deal. The key has another first text than the pack's: these cards tell nothing of it.
        shares: what North and South had given before the cut.
    """
    texts = [_CONSTRUCTION, promise.table, str(promise.game), *(text for share in shares for text in share.texts)]
    stream = key_stream(key_of(secret, texts))
    cuts: list[tuple[Card, Card]] = []
    while not cuts or cuts[-1][0].rank is cuts[-1][1].rank:
        pack = list(PACK)
        north = pack.pop(draw_place(stream, len(pack)))
        cuts.append((north, pack[draw_place(stream, len(pack))]))
    return tuple(cuts)
