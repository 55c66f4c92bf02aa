"""The play of hands as dealt: where search with open hands falls short, and what is played instead.

**Definition.** As in `ecarte.ai.cards.hidden`: both keep the five cards dealt, the elder leads, three tricks win, kings
and points marked do not count. Strategies for every hand of both roles, of players who see their own cards and those
played, were computed by counterfactual regret minimisation (`research.cards.dealt_build`). The table has the
decisions in which search with open hands, each opposing hand as likely, loses against them: the cards to play, mixed. A
few hands would make less than the lower ends that `ecarte.ai.cards.hidden` certifies: they play by the strategies of
these.

**What is proved.** The strategies themselves are given a certificate by the build: what the best reply of every hand of
the other role makes against them. The table is checked as it is played, by `dealt_build --values`: what each hand makes
where both sides search with open hands except where the table says otherwise.

**When it holds.** No cards were exchanged, and the king of trumps cannot be in the other's hand unseen: the turn-up or
in the own hand. The elder's first card needs no such condition, for the dealer has announced nothing by then.

**Contents** of `dealt.bin`, after the magic and before the SHA-256 compressed by zlib; little-endian:

    31,913 x 5         what the elder loses by leading each card, in 500ths of the chance to make the point, rounded;
                       of cards that play alike the lowest has the figure, the others 255
    2 x 31,913 x 2     the number of decisions of each hand, the elder's hands first (the order of `hidden.bin`)
    n x 4              their paths: a one, then four bits a card played: 0-4 the place of an own card, from 5 on the gap
                       of one of the other's (`Seat.gap`)
    n x 2              the plays: three bits a place, in sevenths

A hand's cards have places by suit, trumps first, then the plain suits with the greater mask first (as in `hidden.bin`),
the highest card first. Cards of the other between the same two own places are one gap; gaps count from 0 in that order,
those without a card left out.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from struct import calcsize, pack, unpack
from typing import Final, NamedTuple

from ecarte.ai.cards.hidden import COUNT, number_of
from ecarte.ai.sealed import HASH_SIZE, seal, sealed_file
from ecarte.game import Card, Rank, Suit, cards_of
from ecarte.odds import Holding, Role

MAGIC: Final = b"ecarte d"
HAND: Final = 5
SEVENTHS: Final = 7
LOSS_UNIT: Final = 500
ALIKE: Final = 255


class TableDecision(NamedTuple):
    """A path and the plays there, as in the table."""

    path: int
    plays: int


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand of five as the table orders it.

    `cards`: by place; `gaps`: the gap of each other card of the pack but the turn-up; `number`: in the table.
    """

    role: Role
    number: int
    cards: tuple[Card, ...]
    gaps: Mapping[Card, int]

    @classmethod
    def of(cls, hand: int, turn_up: Card, role: Role) -> DealtHand:
        """Orders the five cards of a mask."""
        trump = turn_up.suit
        suits = [trump, *sorted((suit for suit in Suit if suit is not trump), key=lambda suit: _greatness(hand, suit))]
        cards: list[Card] = []
        gaps: dict[Card, int] = {}
        gap = -1
        for suit in suits:
            fresh = True
            for card in (Card(rank, suit) for rank in Rank):
                if card is turn_up:
                    continue
                if hand & card.bit:
                    cards.append(card)
                    fresh = True
                    continue
                gap += fresh
                fresh = False
                gaps[card] = gap
        return cls(role, number_of(Holding.of(cards_of(hand), turn_up, role)), tuple(cards), gaps)

    def event(self, card: Card) -> int:
        """The four bits of a card in a path."""
        return self.cards.index(card) if card in self.cards else HAND + self.gaps[card]

    def lowest_alike(self, card: Card, may: int, hidden: int) -> Card:
        """Of the cards that may be played, the lowest that plays as this one does: `hidden` has none between them."""
        for lower in self.cards[self.cards.index(card) + 1 :]:
            if lower.suit is not card.suit or any(hidden & between.bit for between in _between(card, lower)):
                break
            if may & lower.bit:
                card = lower
        return card


def _greatness(hand: int, suit: Suit) -> int:
    return -(hand >> suit.shift & 0xFF)


def _between(high: Card, low: Card) -> Iterator[Card]:
    return (Card(rank, high.suit) for rank in tuple(Rank)[high.rank.index + 1 : low.rank.index])


class Decisions(NamedTuple):
    """Where the decisions of each hand start, and their end; paths and plays."""

    starts: tuple[int, ...]
    paths: array[int]
    plays: array[int]

    def card_chances(self, at: int, hand: DealtHand, played: Sequence[Card]) -> Mapping[Card, float] | None:
        """The chances of the cards to play after those `played` by both, in order; None: the table is silent.

        Args:
            at: the place of the hand in `starts`.
        """
        path = 1
        for card in played:
            path = path << 4 | hand.event(card)
        for place in range(self.starts[at], self.starts[at + 1]):
            if self.paths[place] == path:
                plays = self.plays[place]
                return {
                    card: share / SEVENTHS for i, card in enumerate(hand.cards) if (share := plays >> 3 * i & SEVENTHS)
                }
        return None


class Columns(NamedTuple):
    """The losses of leads, and the decisions."""

    losses: bytes
    decisions: Decisions


def plan_of(hand: DealtHand, played: Sequence[Card]) -> Mapping[Card, float] | None:
    """The chances of the cards to play after those `played` by both, in order; None: as search with open hands says."""
    at = hand.number + (COUNT if hand.role is Role.DEALER else 0)
    return columns().decisions.card_chances(at, hand, played)


def lead_losses(hand: DealtHand) -> Mapping[Card, float]:
    """What the elder loses by leading each card first, as a chance to make the point.

    Of cards that play alike the lowest only.
    """
    first = HAND * hand.number
    losses = columns().losses[first : first + HAND]
    return {card: loss / LOSS_UNIT for card, loss in zip(hand.cards, losses, strict=True) if loss != ALIKE}


def pack_table(losses: bytes, decisions: Sequence[Sequence[TableDecision]]) -> bytes:
    """The table: the losses of all elders, and the decisions of each hand of both roles."""
    return seal(MAGIC + zlib.compress(losses + packed_decisions(decisions), 9))


def packed_decisions(decisions: Sequence[Sequence[TableDecision]]) -> bytes:
    """The number of decisions of each hand, their paths, their plays."""
    every = [decision for hand in decisions for decision in hand]
    numbers = pack(f"<{len(decisions)}H", *map(len, decisions))
    paths = pack(f"<{len(every)}I", *[decision.path for decision in every])
    return numbers + paths + pack(f"<{len(every)}H", *[decision.plays for decision in every])


@cache
def columns() -> Columns:
    """The table as packaged. Raises `ValueError` if it is damaged."""
    content = zlib.decompress(sealed_file("dealt.bin", MAGIC, "hands as dealt")[len(MAGIC) : -HASH_SIZE])
    first = HAND * COUNT
    return Columns(content[:first], read_decisions(content[first:], 2 * COUNT))


def read_decisions(content: bytes, hands: int) -> Decisions:
    """The decisions of so many hands, from `packed_decisions`."""
    starts = (0, *accumulate(_column("H", content[: 2 * hands])))
    end = 2 * hands + 4 * starts[-1]
    return Decisions(starts, _column("I", content[2 * hands : end]), _column("H", content[end:]))


def _column(kind: str, content: bytes) -> array[int]:
    return array(kind, unpack(f"<{len(content) // calcsize(f'<{kind}')}{kind}", content))
