"""A hand as the book looks at it: how many trumps, and the ranks of each plain suit.

Ranks are numbers, the king 0 and the seven 7, so "as high as a ten" is `rank <= TEN`. Source: Cavendish, p. 55: the
hands are told apart by the number of trumps and not by their value, and by the value and the suits of the plain cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ecarte.game import Card, Rank, Suit, cards_of

__all__ = ["ACE", "EIGHT", "KING", "KNAVE", "NINE", "QUEEN", "SEVEN", "TEN", "PlainSuit", "Shape", "shape_of"]

KING: Final = Rank.KING.index
QUEEN: Final = Rank.QUEEN.index
KNAVE: Final = Rank.KNAVE.index
ACE: Final = Rank.ACE.index
TEN: Final = Rank.TEN.index
NINE: Final = Rank.NINE.index
EIGHT: Final = Rank.EIGHT.index
SEVEN: Final = Rank.SEVEN.index


@dataclass(frozen=True, slots=True)
class PlainSuit:
    """The cards of one plain suit in hand, at least one."""

    suit: Suit
    ranks: tuple[int, ...]

    @property
    def top(self) -> int:
        """The rank of the highest."""
        return self.ranks[0]

    @property
    def highest(self) -> Card:
        """The highest card."""
        return Card(tuple(Rank)[self.ranks[0]], self.suit)

    @property
    def lowest(self) -> Card:
        """The lowest card."""
        return Card(tuple(Rank)[self.ranks[-1]], self.suit)

    def __len__(self) -> int:
        return len(self.ranks)


@dataclass(frozen=True, slots=True)
class Shape:
    """`trumps`: the ranks of the trumps; `plain`: the plain suits held, the longest first, and the higher of two."""

    trump: Suit
    trumps: tuple[int, ...]
    plain: tuple[PlainSuit, ...]

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many cards of each plain suit held."""
        return tuple(len(it.ranks) for it in self.plain)

    @property
    def plain_ranks(self) -> tuple[int, ...]:
        """The ranks of all plain cards, the highest first."""
        return tuple(sorted(rank for it in self.plain for rank in it.ranks))

    @property
    def has_king(self) -> bool:
        """Whether the king of trumps is held."""
        return KING in self.trumps

    @property
    def courts(self) -> int:
        """How many court cards (king, queen, knave) there are, trumps among them."""
        return sum(rank <= KNAVE for rank in (*self.trumps, *self.plain_ranks))

    def trump_card(self, place: int) -> Card:
        """The trump at this place, 0 the highest, -1 the lowest."""
        return Card(tuple(Rank)[self.trumps[place]], self.trump)


@lru_cache(maxsize=1 << 14)
def shape_of(hand: int, trump: Suit) -> Shape:
    """The shape of a hand, a mask of any number of cards."""
    ranks: dict[Suit, list[int]] = {}
    for card in cards_of(hand):
        ranks.setdefault(card.suit, []).append(card.rank.index)
    trumps = tuple(ranks.pop(trump, ()))
    plain = [PlainSuit(suit, tuple(held)) for suit, held in ranks.items()]
    return Shape(trump, trumps, tuple(sorted(plain, key=lambda it: (-len(it.ranks), it.ranks))))
