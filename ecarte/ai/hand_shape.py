"""A hand as the book describes it: how many trumps, and the ranks in each plain suit (Cavendish, p. 55).

A rank is a number: 0 for the king to 7 for the seven. "As high as a ten" is `rank <= TEN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ecarte.game import Card, Rank, Suit, cards_of

KING: Final = Rank.KING.index
QUEEN: Final = Rank.QUEEN.index
JACK: Final = Rank.JACK.index
ACE: Final = Rank.ACE.index
TEN: Final = Rank.TEN.index
NINE: Final = Rank.NINE.index
EIGHT: Final = Rank.EIGHT.index
SEVEN: Final = Rank.SEVEN.index


@dataclass(frozen=True, slots=True)
class PlainSuit:
    """The cards that a hand has in one plain suit, at least one. Ranks are numbers from 0 for a king to 7 for a seven.

    Attributes:
        suit: the suit.
        ranks: the ranks, the highest first.
    """

    suit: Suit
    ranks: tuple[int, ...]

    @property
    def top(self) -> int:
        """The rank of the highest card, from 0 for a king to 7 for a seven."""
        return self.ranks[0]

    @property
    def highest(self) -> Card:
        return Card(tuple(Rank)[self.ranks[0]], self.suit)

    @property
    def lowest(self) -> Card:
        return Card(tuple(Rank)[self.ranks[-1]], self.suit)

    def __len__(self) -> int:
        return len(self.ranks)


@dataclass(frozen=True, slots=True)
class Shape:
    """A hand, sorted into trumps and plain suits. Ranks are numbers from 0 for a king to 7 for a seven.

    Attributes:
        trump: the trump suit.
        trumps: the ranks of the trumps, the highest first.
        plain: the plain suits of the hand, the longest first. Of equal length, the one with the higher ranks is first.
    """

    trump: Suit
    trumps: tuple[int, ...]
    plain: tuple[PlainSuit, ...]

    @property
    def lengths(self) -> tuple[int, ...]:
        """The number of cards in each plain suit of the hand."""
        return tuple(len(suit.ranks) for suit in self.plain)

    @property
    def plain_ranks(self) -> tuple[int, ...]:
        """The ranks of all plain cards, the highest first."""
        return tuple(sorted(rank for suit in self.plain for rank in suit.ranks))

    @property
    def has_king(self) -> bool:
        """True if the hand has the king of trumps."""
        return KING in self.trumps

    @property
    def courts(self) -> int:
        """The number of court cards (king, queen, jack), trumps included."""
        return sum(rank <= JACK for rank in (*self.trumps, *self.plain_ranks))

    def trump_card(self, place: int) -> Card:
        """Returns one trump of the hand by its place: 0 is the highest, -1 the lowest."""
        return Card(tuple(Rank)[self.trumps[place]], self.trump)


@lru_cache(maxsize=1 << 14)
def shape_of(hand: int, trump: Suit) -> Shape:
    """Sorts a hand (a mask of any number of cards) into trumps and plain suits."""
    ranks: dict[Suit, list[int]] = {}
    for card in cards_of(hand):
        ranks.setdefault(card.suit, []).append(card.rank.index)
    trumps = tuple(ranks.pop(trump, ()))
    plain = [PlainSuit(suit, tuple(held)) for suit, held in ranks.items()]
    return Shape(trump, trumps, tuple(sorted(plain, key=lambda suit: (-len(suit.ranks), suit.ranks))))
