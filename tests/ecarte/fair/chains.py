"""Makes games whose packs follow from a chain, as a fair bot and its players make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from random import Random

from ecarte.fair import ChainDeal, Share, chain_key, cuts_for_deal, link, no_share, pack_of, promise_of
from ecarte.game import Card, Event, Rules
from research.random_games import random_game

LAST = bytes(range(32))
"""The last secret of the chain."""

Given = tuple[Share, Share, int | None]
"""Both shares, and where the elder cuts; None: the key cuts."""
Shown = tuple[ChainDeal, tuple[Card, ...]]
"""A deal as it is shown, and its pack."""
_SEED: Given = (Share("sparrow", named=True), no_share, None)


def chain_deal(
    number: int, given: Given, last: bytes = LAST, table: str = "17", game: int = 1, first: int = 1
) -> tuple[ChainDeal, tuple[Card, ...]]:
    """Returns one deal as the record shows it, and its pack."""
    north, south, cut = given
    promise, secret = promise_of(last, table, game, first), link(last, number - first + 1)
    pack, place = pack_of(chain_key(promise, secret, (north, south), number), cut)
    return ChainDeal(promise, secret, (north, south), place, cut is not None), pack


def cut_game(
    seed: int, drawn: tuple[Share, Share], given: Given, last: bytes = LAST, table: str = "17"
) -> tuple[tuple[Event, ...], Mapping[int, ChainDeal]]:
    """Returns a random game whose first dealer also follows from the chain, and what the record shows of its deals.

    Args:
        drawn: the shares that counted in the cut for the deal.
    """
    cuts = iter(cuts_for_deal(promise_of(last, table, 1), link(last, 1), drawn))
    log, shown = chain_game(seed, lambda number: given, last, table, cuts=lambda: next(cuts))
    return log, {**shown, 1: replace(shown[1], drawn=drawn)}


def chain_game(
    seed: int,
    given: Callable[[int], Given],
    last: bytes = LAST,
    table: str = "17",
    game: int = 1,
    cuts: Callable[[], tuple[Card, Card]] | None = None,
) -> tuple[tuple[Event, ...], Mapping[int, ChainDeal]]:
    """Returns a random game, and what the record shows of its deals."""
    shown: dict[int, ChainDeal] = {}

    def pack(number: int) -> tuple[Card, ...]:
        shown[number], cards = chain_deal(number, given(number), last, table, game)
        return cards

    return random_game(Rules(), Random(seed), packs=pack, cuts=cuts), shown


def chains(seed: int) -> Iterator[bytes]:
    """Yields last secrets, one after the other."""
    return (Random(seed * 100_000 + number).randbytes(32) for number in count())


def lead_of_north(pack: tuple[Card, ...]) -> int:
    """Returns by how much North's five cards, dealt first by three and two, outrank South's."""
    ranks = [card.rank.strength for card in pack[:10]]
    return sum(ranks[place] for place in (3, 4, 5, 8, 9)) - sum(ranks[place] for place in (0, 1, 2, 6, 7))


def ground(number: int, first: int, tries: int = 24) -> Shown:
    """Returns the deal, under one of many new chains, that suits a bot which knows all seeds by now."""
    lasts = chains(number)
    return max(
        (chain_deal(number, _SEED, next(lasts), first=first) for _ in range(tries)),
        key=lambda deal: lead_of_north(deal[1]),
    )


def game_of(deal: Callable[[int], Shown], seed: int = 7) -> tuple[tuple[Event, ...], Mapping[int, ChainDeal]]:
    """Returns a random game whose deals are those that a bot shows, and these deals."""
    shown: dict[int, ChainDeal] = {}

    def pack(number: int) -> tuple[Card, ...]:
        shown[number], cards = deal(number)
        return cards

    return random_game(Rules(), Random(seed), packs=pack), shown
