"""Draws the cards of the cut for the deal (Law 5). They follow from the promise of a game, so the house does not choose
the first dealer.

`ecarte.fair.explained` has the full construction, and what each side could bias.
"""

from __future__ import annotations

from typing import Final

from ecarte.fair.chain import Promise, Share
from ecarte.fair.shuffling import draw_place, key_of, key_stream
from ecarte.game import PACK, Card

_CONSTRUCTION: Final = "ecarte dealer 1"


def cuts_for_deal(promise: Promise, secret: bytes, shares: tuple[Share, Share]) -> tuple[tuple[Card, Card], ...]:
    """Returns a pair for each cut: North's card and South's card. The ranks differ only in the last pair, which decides
    who deals.

    Args:
        promise: the promise of the game.
        secret: the secret of the first deal. The pack of that deal follows from it, too, but the cards of the cut
            reveal nothing of the pack: the two keys are hashes of different texts.
        shares: what North and South had added before the cut.
    """
    texts = [_CONSTRUCTION, promise.table, str(promise.game), *(text for share in shares for text in share.texts)]
    stream = key_stream(key_of(secret, texts))
    cuts: list[tuple[Card, Card]] = []
    while not cuts or cuts[-1][0].rank is cuts[-1][1].rank:
        pack = list(PACK)
        north = pack.pop(draw_place(stream, len(pack)))
        cuts.append((north, pack[draw_place(stream, len(pack))]))
    return tuple(cuts)
