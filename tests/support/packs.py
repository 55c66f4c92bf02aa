"""Packs and cuts laid ready by a test."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

from ecarte.game import PACK, Card, parse_cards


def stacked_pack(*, elder: str, dealer: str, turn_up: str, talon: str = "") -> tuple[Card, ...]:
    """A pack that, dealt by three and two, gives these hands: texts such as `KS TD`, in the order of the places.

    Args:
        talon: its first cards; the rest follow in the order of `PACK`.
    """
    first, second = parse_cards(elder), parse_cards(dealer)
    chosen = (*first[:3], *second[:3], *first[3:], *second[3:], *parse_cards(turn_up), *parse_cards(talon))
    assert len(first) == len(second) == 5
    return (*chosen, *(card for card in PACK if card not in chosen))


class House(random.Random):
    """The bot's chance, with cuts and packs laid ready by a test; random once they are used up.

    Attributes:
        cuts: North's card and South's, as text such as `KS 7H`.
        fair: whether packs and cuts for the deal are committed to in advance, as in production; else each is laid by
            this chance, so that an evening can be repeated with other packs.
        dealt: every pack that was laid and dealt.
    """

    def __init__(self, seed: int, *, fair: bool = False) -> None:
        super().__init__(seed)
        self.fair = fair
        self.packs: deque[Sequence[Card]] = deque()
        self.cuts: deque[str] = deque()
        self.dealt: list[tuple[Card, ...]] = []

    def next_cut(self) -> Sequence[Card] | None:
        """The next cut for the deal, if one is laid."""
        if not self.cuts:
            return None if self.fair else self.sample(PACK, 2)
        return parse_cards(self.cuts.popleft())

    def next_pack(self) -> Sequence[Card] | None:
        """The next pack, if one is laid."""
        if not self.packs and self.fair:
            return None
        pack = tuple(self.packs.popleft() if self.packs else self.sample(PACK, len(PACK)))
        self.dealt.append(pack)
        return pack
