"""What a player knows when the cards are dealt: the hand, the turn-up, and the role.

A card is dead if the player has seen it and it is out of play (the turn-up, own discards). Dead cards narrow the hands
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
    """Whether a player is the elder, who leads, or the dealer."""

    ELDER = "elder"
    DEALER = "dealer"

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Holding:
    """Five cards of a player, with everything else that the player has seen. Make one with `of`.

    Attributes:
        hand: the five cards (a mask).
        turn_up: the eleventh card.
        role: the role of the player.
        dead: the cards that the player has seen and that are out of play (a mask).
    """

    hand: int
    turn_up: Card
    role: Role
    dead: int

    @classmethod
    def of(
        cls, hand: Collection[Card], turn_up: Card, role: Role = Role.ELDER, discards: Collection[Card] = ()
    ) -> Holding:
        """Makes a holding from cards, and checks that they can be one.

        Args:
            hand: the five cards.
            turn_up: the eleventh card.
            role: the role of the player.
            discards: the cards that the player has discarded.

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
        """The trump suit."""
        return self.turn_up.suit

    @property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The three suits that are not trumps, in the order of `Suit`."""
        return tuple(suit for suit in Suit if suit is not self.trump)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards, in the order of `PACK`."""
        return cards_of(self.hand)

    @property
    def unseen(self) -> int:
        """How many cards the player has not seen: 26 before any exchange."""
        return 32 - (self.hand | self.dead).bit_count()
