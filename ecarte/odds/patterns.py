"""The pattern table: how many tricks the leader wins with both hands open, in every possible position.

Only relative ranks among the cards in play matter. A *suit code* says which player holds each card of a suit, from the
highest card down. It is a leading one, then one bit for each card: 1 for the leader's, 0 for the follower's. A position
is the code of the trumps and the codes of the three plain suits, in any order. There are 13,004 positions of five cards
against five, and 2,867 with fewer cards.

**One number answers every question.** No player gains by winning fewer tricks, since the points of a deal never fall as
a side's tricks rise. So the play that wins most tricks also wins the point and the vole, where they can be won: with
best play the leader wins three tricks or more if and only if the number in this table is three or more. The same holds
for the vole. (A minimum over maxima passes through such a monotonic function unchanged.)

This module knows no cards: `ecarte.odds.open_hands` makes the codes. The tests compare its replies (follow, win, trump)
with `ecarte.game.tricks`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

EMPTY: Final = 1
"""The suit code of a suit in which neither hand has a card."""

_MOST: Final = 5
_LONGEST_SUIT: Final = 8

PatternTable = Mapping[int, Mapping[int, int]]
"""How many tricks the leader wins in each position. The first key is the suit code of the trumps, the second the sum of
the `plain_key`s of the plain suits.
"""


def plain_key(code: int) -> int:
    """Returns a number for the suit code of a plain suit. The sum of three such numbers identifies three suits, in any
    order.

    The number packs the first three powers of the code. Three power sums determine three numbers up to their order.
    """
    return code | code * code << 11 | code * code * code << 31


def swap_lead(code: int) -> int:
    """Returns a suit code with leader and follower exchanged. (A suit code says who holds each card of a suit.)"""
    return code ^ (1 << code.bit_length() - 1) - 1


def without(code: int, place: int) -> int:
    """Returns a suit code after one card is gone. (A suit code says who holds each card of a suit.)

    Args:
        code: the suit code.
        place: the place of the card in the suit, from 0 for the lowest card in play.
    """
    return code >> place + 1 << place | code & (1 << place) - 1


class SuitLead(NamedTuple):
    """What follows if the leader leads a certain card of a suit.

    Attributes:
        wins: whether the lead wins if the follower has to follow suit.
        after: the possible suit codes after the trick, without duplicates, one for each reply in the suit. In these
            codes the leader is the winner of the trick. Empty if the follower has no card of the suit.
        bare: the suit code if only the card led has gone. The leader is the same as before.
    """

    wins: bool
    after: tuple[int, ...]
    bare: int


@cache
def lead_of(code: int, place: int) -> SuitLead:
    """Returns what follows if the leader leads a certain card of a suit.

    Args:
        code: the suit code, which says who holds each card of the suit.
        place: the place of the card in the suit, from 0 for the lowest card in play.
    """
    higher = _removals(code, 0, place + 1)
    replies = higher or _removals(code, 0, 0, place)
    bare = without(code, place)
    # The card led is removed, too. Its place is one lower if the reply was a lower card.
    after = {without(without(code, reply), place if reply > place else place - 1) for reply in replies}
    if higher:
        after = {swap_lead(left) for left in after}
    return SuitLead(not higher, tuple(sorted(after)), bare)


@cache
def leads_of(code: int) -> tuple[SuitLead, ...]:
    """Returns what follows from leading each of the leader's cards in a suit, the highest first. Cards with the same
    consequences count once.

    Args:
        code: the suit code, which says who holds each card of the suit.
    """
    return tuple(dict.fromkeys(lead_of(code, place) for place in reversed(_removals(code, 1))))


@cache
def follower_throws(code: int) -> tuple[int, ...]:
    """Returns the possible suit codes after the follower has played a card of this suit to the lead of another suit.

    Args:
        code: the suit code, which says who holds each card of the suit.
    """
    return tuple(sorted({without(code, place) for place in _removals(code, 0)}))


def _removals(code: int, owner: int, lowest: int = 0, end: int | None = None) -> tuple[int, ...]:
    """Returns the places of one player's cards in a suit, from `lowest` (inclusive) to `end` (exclusive)."""
    places = range(lowest, code.bit_length() - 1 if end is None else end)
    return tuple(place for place in places if code >> place & 1 == owner)


class _Plain(NamedTuple):
    """Three plain suits, and the keys (sums of `plain_key`) that they may have after the next trick.

    Attributes:
        key: the key of the suits.
        swapped_key: the key of the suits if the other player leads.
        wins: for each lead to which the follower must follow suit and loses, the keys after the replies.
        loses: for each lead to which the follower must follow suit and wins, the keys after the replies, with the
            follower to lead.
        voids: for each lead in a suit that the follower does not have, a pair: the key after a reply with a trump, with
            the follower to lead; and the keys after each reply in another plain suit.
        throws: the keys after each reply with a plain card to the lead of a trump.
    """

    key: int
    swapped_key: int
    wins: tuple[tuple[int, ...], ...]
    loses: tuple[tuple[int, ...], ...]
    voids: tuple[tuple[int, tuple[int, ...]], ...]
    throws: tuple[int, ...]


def _plain(codes: tuple[int, int, int]) -> _Plain:
    keys = [plain_key(code) for code in codes]
    back = [plain_key(swap_lead(code)) for code in codes]
    key, swapped_key = sum(keys), sum(back)
    wins: set[tuple[int, ...]] = set()
    loses: set[tuple[int, ...]] = set()
    voids: set[tuple[int, tuple[int, ...]]] = set()
    throws = [(at, plain_key(after) - keys[at]) for at in range(3) for after in follower_throws(codes[at])]
    for at, code in enumerate(codes):
        for lead in leads_of(code):
            if not lead.after:
                bare = key - keys[at] + plain_key(lead.bare)
                trumped = swapped_key - back[at] + plain_key(swap_lead(lead.bare))
                voids.add((trumped, tuple(bare + change for _, change in throws)))
            elif lead.wins:
                wins.add(tuple(key - keys[at] + plain_key(after) for after in lead.after))
            else:
                loses.add(tuple(swapped_key - back[at] + plain_key(after) for after in lead.after))
    return _Plain(
        key, swapped_key, tuple(wins), tuple(loses), tuple(voids), tuple({key + change for _, change in throws})
    )


def _codes() -> dict[tuple[int, int], list[int]]:
    """Returns all codes of one suit, by the numbers of cards of leader and follower."""
    codes = defaultdict(list)
    for code in range(EMPTY, 2 << _LONGEST_SUIT):
        leader = code.bit_count() - 1
        follower = code.bit_length() - 1 - leader
        if leader <= _MOST and follower <= _MOST:
            codes[leader, follower].append(code)
    return codes


def _plains(codes: Mapping[tuple[int, int], list[int]]) -> dict[tuple[int, int], list[_Plain]]:
    """Returns all triples of plain suits, by the numbers of cards that leader and follower hold in them."""
    plains: defaultdict[tuple[int, int], list[_Plain]] = defaultdict(list)
    sized = sorted((code, *size) for size, group in codes.items() for code in group)
    for at, (first, leader, follower) in enumerate(sized):
        for second, more, others in sized[: at + 1]:
            for left, right in _sizes(_MOST - leader - more, _MOST - follower - others):
                size = leader + more + left, follower + others + right
                plains[size] += [_plain((first, second, third)) for third in codes[left, right] if third <= second]
    return plains


def _sizes(leader: int, follower: int) -> Iterator[tuple[int, int]]:
    return ((left, right) for left in range(leader + 1) for right in range(follower + 1))


@cache
def table() -> PatternTable:
    """Returns how many tricks the leader wins with open hands, in every position of up to five cards a side. Computes
    them at the first call.
    """
    codes = _codes()
    plains = _plains(codes)
    # Every code gets an empty row first, because filling one row refers to others. Without cards there are no tricks.
    rows: dict[int, dict[int, int]] = {code: {} for group in codes.values() for code in group}
    rows[EMPTY][3 * plain_key(EMPTY)] = 0
    for cards in range(1, _MOST + 1):
        for (leader, follower), group in codes.items():
            if leader <= cards and follower <= cards:
                for trumps in group:
                    _fill(rows, cards, trumps, plains[cards - leader, cards - follower])
    return rows


def _fill(rows: dict[int, dict[int, int]], cards: int, trumps: int, plains: list[_Plain]) -> None:
    """Fills the rows of these trumps with all positions of `cards` a side. Positions with fewer cards must be there
    already.
    """
    row, same, turned = rows[trumps], rows[trumps], rows[swap_lead(trumps)]
    others = cards - 1
    ruffs = [rows[swap_lead(after)] for after in follower_throws(trumps)]
    trump_leads = leads_of(trumps)
    wins = [[rows[after] for after in lead.after] for lead in trump_leads if lead.after and lead.wins]
    loses = [[rows[after] for after in lead.after] for lead in trump_leads if lead.after and not lead.wins]
    drawn = [rows[lead.bare] for lead in trump_leads if not lead.after]
    for plain in plains:
        best = 0
        for keys in plain.wins:
            best = max(best, 1 + min([same[key] for key in keys]))
        for after in wins:
            best = max(best, 1 + min([row_after[plain.key] for row_after in after]))
        for bare in drawn:
            best = max(best, 1 + min([bare[key] for key in plain.throws]))
        for trumped, throws in plain.voids:
            if ruffs:
                best = max(best, others - max([row_after[trumped] for row_after in ruffs]))
            else:
                best = max(best, 1 + min([same[key] for key in throws]))
        for keys in plain.loses:
            best = max(best, others - max([turned[key] for key in keys]))
        for after in loses:
            best = max(best, others - max([row_after[plain.swapped_key] for row_after in after]))
        row[plain.key] = best
