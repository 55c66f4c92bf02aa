"""The table of hands as dealt: decisions in which search with open hands plays badly, and how to play there instead.

**Definition.** The game is that of `ecarte.ai.cards.hidden`: both players keep the five cards dealt, the elder leads,
and three tricks win. Kings and points already marked do not count. Strategies were computed for every hand of both
roles, for players who see their own cards and the cards played (`research.cards.dealt_build`, by counterfactual regret
minimisation). Search with open hands, in which all opposing hands are equally likely, loses to these strategies in some
decisions. The table has these decisions, each with how often to play which card. A few hands would then win less than
the lower bound that `ecarte.ai.cards.hidden` certifies; these hands play by the strategies of that bound.

**Proof.** The build certifies the strategies: it computes how much the best reply of every hand of the other role wins
against them. `dealt_build --values` checks the table as it is used: it computes how much each hand wins if both sides
play by search with open hands, except where the table has a decision.

**Validity.** No cards were exchanged. The opponent does not hold the king of trumps unannounced: it is the turn-up or
in the player's own hand. The second condition does not apply to the elder's first card, because the dealer could not
announce a king before it.

**Contents** of `dealt.bin`, between the magic number and the SHA-256. They are compressed by zlib and little-endian:

    31,913 x 5         the elder's loss by leading each card, in 500ths of the chance to make the point, rounded; of
                       equivalent cards the lowest has the figure, the others have 255
    2 x 31,913 x 2     the number of decisions of each hand, the elder's hands first (in the order of `hidden.bin`)
    n x 4              the paths of the decisions: a one, then four bits for each card played; 0-4 is the place of an
                       own card, a number from 5 on the gap of a card of the opponent (`DealtHand.gaps`)
    n x 2              the plays: three bits for each place, in sevenths

Each card of a hand has a place. Trumps come first, then the plain suits, the suit with the greater mask first (as in
`hidden.bin`); within a suit the highest card comes first. Cards of the opponent that rank between the same two own
cards share one gap. Gaps count from 0 in the order of the places; gaps without a card are left out.
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
    """A decision of one hand in the table of hands as dealt.

    Attributes:
        path: the cards that both players played before the decision, as one number. In binary it is a one, then four
            bits for each card (`DealtHand.event`).
        plays: how often each card of the hand is played next, in sevenths. Each card has three bits, the first card of
            `DealtHand.cards` the lowest ones.
    """

    path: int
    plays: int


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand of five cards, sorted as in the table of hands as dealt.

    Attributes:
        role: whether its player is the elder or the dealer.
        number: the number of the hand in the table, from 0.
        cards: the five cards in the order of the table. The index of a card is its place.
        gaps: for each card of the pack that is neither in the hand nor the turn-up, the number of its gap. Cards that
            rank between the same two cards of the hand share a gap.
    """

    role: Role
    number: int
    cards: tuple[Card, ...]
    gaps: Mapping[Card, int]

    @classmethod
    def of(cls, hand: int, turn_up: Card, role: Role) -> DealtHand:
        """Makes the value from a hand (a mask): sorts the cards, and finds the number and the gaps."""
        trump = turn_up.suit
        suits = [trump, *sorted((suit for suit in Suit if suit is not trump), key=lambda suit: _greatness(hand, suit))]
        cards: list[Card] = []
        gaps: dict[Card, int] = {}
        gap = -1
        for suit in suits:
            begins_gap = True
            for card in (Card(rank, suit) for rank in Rank):
                if card is turn_up:
                    continue
                if hand & card.bit:
                    cards.append(card)
                    begins_gap = True
                    continue
                gap += begins_gap
                begins_gap = False
                gaps[card] = gap
        return cls(role, number_of(Holding.of(cards_of(hand), turn_up, role)), tuple(cards), gaps)

    def event(self, card: Card) -> int:
        """Returns the number that stands for a played card in `TableDecision.path`.

        For a card of this hand the number is its index in `cards` (0 to 4). For a card of the opponent it is 5 plus the
        number of its gap (`gaps`).
        """
        return self.cards.index(card) if card in self.cards else HAND + self.gaps[card]

    def lowest_alike(self, card: Card, may: int, hidden: int) -> Card:
        """Returns the lowest card of the hand that is worth the same as `card`: no hidden card ranks between the two.

        Args:
            card: a card of the hand.
            may: the cards that may be played now (a mask). The result is one of them, or `card`.
            hidden: the cards that the opponent may hold (a mask).
        """
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
    """The decisions that the table stores, for all hands one after the other.

    Attributes:
        starts: for each hand, the index of its first decision in `paths` and `plays`; at the end, the number of all
            decisions.
        paths: for each decision, the cards played before it, packed as `TableDecision.path`.
        plays: for each decision, how often each card is played next, packed as `TableDecision.plays`.
    """

    starts: tuple[int, ...]
    paths: array[int]
    plays: array[int]

    def card_chances(self, at: int, hand: DealtHand, played: Sequence[Card]) -> Mapping[Card, float] | None:
        """Returns how often each card is played next (0 to 1), or None if the table has no decision at this moment.

        Args:
            at: the index of the hand in `starts`.
            hand: the hand.
            played: the cards played by both players, in order.
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
    """The content of the table of hands as dealt.

    Attributes:
        losses: for each elder's hand, what leading each of its five cards loses compared with the best lead, in 500ths
            of the chance to make the point. Of cards that are worth the same, only the lowest has a loss; the others
            have 255.
        decisions: the stored decisions of both roles.
    """

    losses: bytes
    decisions: Decisions


def plan_of(hand: DealtHand, played: Sequence[Card]) -> Mapping[Card, float] | None:
    """Returns how often the table plays each card next (0 to 1), or None if the table leaves this decision to search
    with open hands.

    Args:
        hand: the hand.
        played: the cards played by both players, in order.
    """
    at = hand.number + (COUNT if hand.role is Role.DEALER else 0)
    return columns().decisions.card_chances(at, hand, played)


def lead_losses(hand: DealtHand) -> Mapping[Card, float]:
    """Returns what the elder loses by leading each card to the first trick, compared with the best lead. A loss is a
    chance to make the point.

    Of cards that are worth the same, only the lowest is included.
    """
    first = HAND * hand.number
    losses = columns().losses[first : first + HAND]
    return {card: loss / LOSS_UNIT for card, loss in zip(hand.cards, losses, strict=True) if loss != ALIKE}


def pack_table(losses: bytes, decisions: Sequence[Sequence[TableDecision]]) -> bytes:
    """Returns the content of the file `dealt.bin`.

    Args:
        losses: for each elder's hand, what leading each of its five cards loses (`Columns.losses`).
        decisions: the decisions of each hand: all elders first, then all dealers.
    """
    return seal(MAGIC + zlib.compress(losses + packed_decisions(decisions), 9))


def packed_decisions(decisions: Sequence[Sequence[TableDecision]]) -> bytes:
    """Packs decisions as bytes: how many each hand has, then all their paths, then all their plays."""
    every = [decision for hand in decisions for decision in hand]
    numbers = pack(f"<{len(decisions)}H", *map(len, decisions))
    paths = pack(f"<{len(every)}I", *[decision.path for decision in every])
    return numbers + paths + pack(f"<{len(every)}H", *[decision.plays for decision in every])


@cache
def columns() -> Columns:
    """Reads `dealt.bin`, which comes with the library. Raises `ValueError` if the file is damaged."""
    content = zlib.decompress(sealed_file("dealt.bin", MAGIC, "hands as dealt")[len(MAGIC) : -HASH_SIZE])
    first = HAND * COUNT
    return Columns(content[:first], read_decisions(content[first:], 2 * COUNT))


def read_decisions(content: bytes, hands: int) -> Decisions:
    """Reads the decisions of `hands` hands from bytes that `packed_decisions` returned."""
    starts = (0, *accumulate(_column("H", content[: 2 * hands])))
    end = 2 * hands + 4 * starts[-1]
    return Decisions(starts, _column("I", content[2 * hands : end]), _column("H", content[end:]))


def _column(kind: str, content: bytes) -> array[int]:
    return array(kind, unpack(f"<{len(content) // calcsize(f'<{kind}')}{kind}", content))
