"""What one player knows when the cards are dealt: his hand, the turn-up, and whether he leads or deals.

Everything in `ecarte.ai` starts from here; nothing here knows the other's cards. A seen card that nobody
can hold any more (the turn-up; later also what he himself threw away) is dead: it only narrows what the adversary
may hold.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, unique

from ecarte.game import Card, HandError, Suit, cards_of, mask_of

__all__ = ["HAND_SIZE", "Holding", "Role"]

HAND_SIZE = 5


@unique
class Role(Enum):
    """Which of the two a player is in this deal. The elder hand leads."""

    ELDER = "elder"
    DEALER = "dealer"

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand of five as its holder sees it. Make it by `of`.

    `hand` is the mask of the five cards; `dead` the mask of the cards that he has seen and nobody holds.
    """

    hand: int
    turn_up: Card
    role: Role
    dead: int

    @classmethod
    def of(
        cls, hand: Collection[Card], turn_up: Card, role: Role = Role.ELDER, discards: Collection[Card] = ()
    ) -> Holding:
        """The holding of these cards.

        Raises `HandError` unless they are five different cards, the turn-up and the discards are none of them,
        and no card is discarded twice.
        """
        known = [*hand, turn_up, *discards]
        if len(hand) != HAND_SIZE:
            raise HandError(f"a hand is {HAND_SIZE} cards, not {len(hand)}")
        for card in hand:
            if known.count(card) > 1:
                where = "the turn-up" if card is turn_up else "discarded" if card in discards else "twice"
                raise HandError(f"{card} is in the hand and {where}" if where != "twice" else f"{card} is there twice")
        if mask_of(known).bit_count() != len(known):
            raise HandError("a card that was discarded is there twice")
        return cls(mask_of(hand), turn_up, role, mask_of((turn_up, *discards)))

    @property
    def trump(self) -> Suit:
        """The suit of the turn-up."""
        return self.turn_up.suit

    @property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The other three suits, in the order of the pack."""
        return tuple(suit for suit in Suit if suit is not self.trump)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards, in the order of the pack."""
        return cards_of(self.hand)

    @property
    def unseen(self) -> int:
        """How many cards he has not seen: 26 before any exchange."""
        return 32 - (self.hand | self.dead).bit_count()
