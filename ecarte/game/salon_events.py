"""What has happened in a salon beside the game itself: errors mended, called, and let stand.

Frozen, in the past tense, versioned, as the events of `ecarte.game.events`, among which they count. This module knows
cards, seats and remedies only. Sources: Laws 25, 39-43.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from ecarte.game.cards import Card, Suit
from ecarte.game.moves import Goal
from ecarte.game.remedies import Fault, Remedy
from ecarte.game.seats import Seat

__all__ = [
    "CardTakenBack",
    "DealStood",
    "ErrorCalled",
    "HandShown",
    "KingTakenBack",
    "LetStood",
    "SalonEvent",
    "SuitNamed",
    "SuitRequired",
]


@dataclass(frozen=True, slots=True)
class SuitNamed:
    """`seat` named the suit that he was about to lead (Law 41)."""

    version: ClassVar[int] = 1
    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class SuitRequired:
    """`seat` required the suit that the leader had named; `held`: he had one, and took the card led up (Law 41)."""

    version: ClassVar[int] = 1
    seat: Seat
    held: bool


@dataclass(frozen=True, slots=True)
class CardTakenBack:
    """`seat` took up the last card, which he had played; `by`: at whose wish (Laws 39, 40)."""

    version: ClassVar[int] = 1
    seat: Seat
    card: Card
    by: Seat


@dataclass(frozen=True, slots=True)
class KingTakenBack:
    """`seat` declared that he had announced a king which he has not (Law 25)."""

    version: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandShown:
    """`seat` threw down `cards`, all that he held, with a claim that was not certain: the hand goes on (Law 42)."""

    version: ClassVar[int] = 1
    seat: Seat
    goal: Goal
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ErrorCalled:
    """`seat` called his adversary's error, and chose his remedy (Laws 25, 43)."""

    version: ClassVar[int] = 1
    seat: Seat
    fault: Fault
    remedy: Remedy


@dataclass(frozen=True, slots=True)
class LetStood:
    """`seat` has nothing to call in the hand that is over."""

    version: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealStood:
    """Nothing can be called in this deal any more: both let it stand, or the time for it was up."""

    version: ClassVar[int] = 1


SalonEvent: TypeAlias = (
    SuitNamed | SuitRequired | CardTakenBack | KingTakenBack | HandShown | ErrorCalled | LetStood | DealStood
)
"""All of them can be seen by everybody as they are."""
