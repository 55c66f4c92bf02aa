"""The cards of écarté: four suits of eight ranks, and the pack of thirty-two.

Each card exists once, so cards are compared by identity and can be members of sets. Cards have no order: the lead and
the trump decide which of two cards wins (`ecarte.game.tricks`). Inside the core a set of cards is an integer with one
bit for each card (`Card.bit`); `mask_of` and `cards_of` convert.

This module knows no hands, trumps or rules. Source: Cavendish, *The Laws of Écarté*, pp. 30 and 32 (the thirty-two
cards; the ranks from the king down, with the ace below the jack).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, unique
from typing import Final, NoReturn, final

from ecarte.game.errors import CardTextError


class Frozen:
    """A base class whose objects do not change: setting or deleting an attribute raises an error. Constructors of
    subclasses use `object.__setattr__`.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")


@unique
class Suit(Enum):
    """One of the four suits. The value is the letter of the suit in a text."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    index: int
    shift: int
    mask: int

    def __init__(self, letter: str) -> None:
        self.index = len(type(self).__members__)
        self.shift = 8 * self.index
        self.mask = 0xFF << self.shift

    def __str__(self) -> str:
        return str(self.value)


@unique
class Rank(Enum):
    """One of the eight ranks, from the king down. The value is the character of the rank in a text (T: ten)."""

    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    ACE = "A"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"

    index: int
    strength: int

    def __init__(self, character: str) -> None:
        self.index = len(type(self).__members__)
        self.strength = 8 - self.index

    def __str__(self) -> str:
        return str(self.value)


@final
class Card(Frozen):
    """One card of the pack. `Card(Rank.KING, Suit.SPADES)` and `Card.parse("KS")` give the same object.

    Attributes:
        index: a number from 0 (king of spades) to 31 (seven of clubs), suit by suit, each from the king down.
        bit: the card in a mask: `1 << index`.
        higher: the cards of the same suit that rank above this one (a mask).
        shift: the place in a mask where the eight bits of its suit begin: 0, 8, 16 or 24.
    """

    __slots__ = ("bit", "higher", "index", "rank", "shift", "suit", "text")

    rank: Rank
    suit: Suit
    index: int
    bit: int
    shift: int
    higher: int
    text: str

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        if type(rank) is not Rank or type(suit) is not Suit:
            raise TypeError(
                f"a card is made of a Rank and a Suit, or by Card.parse('KS'), not of {rank!r} and {suit!r}"
            )
        return PACK[suit.shift + rank.index]

    @staticmethod
    def parse(text: str) -> Card:
        """Returns the card that `text` names: first the rank, then the suit.

        ``KS``, ``ks`` and ``K♠`` are the king of spades; ``TD`` and ``10D`` are the ten of diamonds.

        Raises:
            CardTextError: `text` names no card.
            TypeError: `text` is no string.
        """
        if not isinstance(text, str):
            raise TypeError(f"a card is written as a text such as 'KS', not {text!r}")
        card = _BY_TEXT.get(text) or _BY_TEXT.get(text.upper().removesuffix(_EMOJI_STYLE))
        if card is None:
            raise CardTextError(text)
        return card

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.parse({self.text!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return (Card, (self.rank, self.suit))

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _make_pack() -> Iterator[Card]:
    write = object.__setattr__
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            index = suit.shift + rank.index
            write(card, "rank", rank)
            write(card, "suit", suit)
            write(card, "index", index)
            write(card, "bit", 1 << index)
            write(card, "shift", suit.shift)
            write(card, "higher", ((1 << rank.index) - 1) << suit.shift)
            write(card, "text", f"{rank}{suit}")
            yield card


PACK: Final[tuple[Card, ...]] = tuple(_make_pack())
"""The thirty-two cards: spades, hearts, diamonds, clubs, each suit from the king down."""

WHOLE_PACK: Final[int] = (1 << len(PACK)) - 1
"""The mask of all thirty-two cards."""

_SYMBOLS: Final = dict(zip(Suit, "♠♥♦♣", strict=True))
_EMOJI_STYLE: Final = "\ufe0f"
"""The character that a keyboard puts after the symbol of a suit, if it is typed as an emoji."""
_BY_TEXT: Final[dict[str, Card]] = {
    rank + suit: card
    for card in PACK
    for rank in ((card.rank.value, "10") if card.rank is Rank.TEN else (card.rank.value,))
    for suit in (card.suit.value, _SYMBOLS[card.suit])
}


def mask_of(cards: Iterable[Card]) -> int:
    """Returns a set of cards as an integer with one bit for each card (`Card.bit`). A card that is named twice counts
    once.
    """
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """Returns the cards of a mask (`mask_of`), in the order of `PACK`."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(PACK[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(cards)


def king_of(suit: Suit) -> Card:
    """Returns the king of a suit."""
    return PACK[suit.shift]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Returns the cards that `text` names, in the order written.

    Args:
        text: cards as `Card.parse` reads them, separated by blanks.

    Raises:
        CardTextError: a word of `text` names no card.
        TypeError: `text` is no string.
    """
    if not isinstance(text, str):
        raise TypeError(f"cards are written as a text such as 'KS 7H', not {text!r}")
    return tuple(Card.parse(word) for word in text.split())
