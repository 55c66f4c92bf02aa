"""The duplicate match: two tables play the same packs, and each side holds at one table what the other side holds at
the other. The sides are two pairs of members, or a pair and the house.

    chain = promised_deal(last, "12", shares, 3)        what makes the pack of the third deal of match 12
    deal = deal_of(chain, 3, Seat.NORTH)                that deal as North plays it (`ecarte.teaching.solo`)
    record_of([(chain, log), ...], tags)                what was played at one of the two tables, for `verify`

At the first table a member of the first pair sits North and an opponent South, at the second table an opponent North
and the other member of the first pair South. Pack, dealer and order of dealing are the same, so both sides hold the
same cards. South deals the odd deals, North the even ones. Each deal is played at love-all; its worth to the first pair
is the points of their member minus those of the opponent, added up over both tables.

One promise covers the match (`ecarte.fair`): the table of the promise is ``duplicate 12``, its game 1, its deals those
of the match, always cut by the key. The random numbers of the house follow from the key of the pack (`SoloDeal.key`),
so the house answers alike at both tables. Where four members play, `joined` makes one share of what the two in the same
seat add.

Source: Cavendish had four strong and four weak players play the same hands, at whist, in 1857.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from ecarte.fair import ChainDeal, Promise, Share, chain_key, link, pack_of, promise_of
from ecarte.game import Distribution, Rules, Seat, apply_deal, begin, replay
from ecarte.notation import Match, write
from ecarte.teaching.solo import SoloDeal

DEALS: Final = 8
"""The number of deals of a match. Each member is the elder in half of them."""
_RECORDED: Final = Rules(points=99)
"""The rules in a record, which adds up the points: no sum of a match wins such a game."""


def promise(last: bytes, match: str) -> Promise:
    """Returns the promise of all packs of a match, which is shown before any member gives anything.

    Args:
        last: the last secret of the chain, 32 bytes.
        match: names the match.

    Raises:
        ValueError: `last` does not have 32 bytes.
    """
    return promise_of(last, f"duplicate {match}", 1)


def joined(one: Share, two: Share) -> Share:
    """Returns the share of two members who hold the same seat at the two tables.

    The seed joins the seeds of both members. If both members have pressed, the seed also has the number of the first
    member's press, and the press is the second member's. If one member has pressed, the press is that member's. So
    neither contribution is lost, and each member can find their own in the record.
    """
    parts = [one.seed, two.seed]
    if one.press is not None and two.press is not None:
        parts.append(f"press {one.press}")
    seed = " + ".join(filter(None, parts))
    return Share(seed, one.named or two.named, one.press if two.press is None else two.press)


def promised_deal(last: bytes, match: str, shares: tuple[Share, Share], number: int) -> ChainDeal:
    """Returns everything from which the pack of a deal follows.

    Args:
        last: the last secret of the chain, 32 bytes.
        match: names the match.
        shares: what North and South added after the promise. With four members, `joined` makes one share of what both
            Norths added, and one of what both Souths added.
        number: the number of the deal, from 1.

    Raises:
        ValueError: `last` does not have 32 bytes.
    """
    promised, secret = promise(last, match), link(last, number)
    cut = pack_of(chain_key(promised, secret, shares, number), None)[1]
    return ChainDeal(promised, secret, shares, cut, by_elder=False)


def dealer(number: int) -> Seat:
    """Returns the dealer of a deal, by its number from 1."""
    return Seat.SOUTH if number % 2 else Seat.NORTH


@lru_cache(maxsize=128)
def deal_of(chain: ChainDeal, number: int, seat: Seat) -> SoloDeal:
    """Returns a deal as the member in a seat plays it.

    Args:
        chain: what makes its pack.
        number: its number, from 1.
        seat: the member's seat.
    """
    start = replay(begin(Rules(), dealer=dealer(number)))
    key = chain.key(number)
    return SoloDeal(apply_deal(start, pack_of(key, chain.cut)[0], Distribution.THREE_TWO), seat, key)


def record_of(deals: Sequence[tuple[ChainDeal, Sequence[str]]], tags: Mapping[str, str]) -> str:
    """Returns the record of the deals at one table. It has all cards, and what `python -m ecarte verify` needs.

    Args:
        deals: what makes the pack of each deal, and its moves, from the first deal on.
        tags: the tags at the head of the record.

    Raises:
        IllegalMove: a move is unlawful.
    """
    match = Match(_RECORDED, dealer(1))
    for number, (chain, log) in enumerate(deals, 1):
        match.deal(pack_of(chain.key(number), chain.cut)[0], Distribution.THREE_TWO)
        for move in log:
            match.move(move)
    return write(match.log, tags, fair={number: chain for number, (chain, _) in enumerate(deals, 1)})
