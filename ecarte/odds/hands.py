"""The knowledge of a player when the cards are dealt: the hand, the turn-up, and the role.

A card that the player has seen and that is out of play (the turn-up, own discards) is dead. Dead cards narrow the hands
that the opponent may hold, and matter for nothing else.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, unique

from ecarte.game import Card, HandError, Suit, cards_of, mask_of

HAND_SIZE = 5


@unique
class Role(Enum):
    """The role of a player in a deal. The elder leads."""

    ELDER = "elder"
    DEALER = "dealer"

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Holding:
    """Five cards as their holder sees them. Made by `of`.

    Attributes:
        hand: the five cards (a mask).
        turn_up: the eleventh card.
        role: the role of the holder.
        dead: the cards seen and out of play (a mask).
    """

    hand: int
    turn_up: Card
    role: Role
    dead: int

    @classmethod
    def of(
        cls, hand: Collection[Card], turn_up: Card, role: Role = Role.ELDER, discards: Collection[Card] = ()
    ) -> Holding:
        """Makes the holding of these cards.

        Raises:
            HandError: the hand is not five different cards, or a card of the hand is the turn-up or a discard, or a
                discard is repeated.
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
        """The other three suits, in the order of `Suit`."""
        return tuple(suit for suit in Suit if suit is not self.trump)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards, in the order of `PACK`."""
        return cards_of(self.hand)

    @property
    def unseen(self) -> int:
        """The number of unseen cards: 26 before any exchange."""
        return 32 - (self.hand | self.dead).bit_count()
