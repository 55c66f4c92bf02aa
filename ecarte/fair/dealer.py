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
    """Returns the cards that North and South cut, once for each cut. The ranks differ only in the last cut, which makes
    the dealer.

    Args:
        promise: the promise of the game.
        secret: the secret of the first deal. The cards of the cut reveal nothing of the pack, because the keys of cut
            and pack differ in their first text.
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
