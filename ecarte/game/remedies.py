"""The moves of a salon, where players may err: how an error is mended, called, or let stand.

Frozen values without a seat, as those of `ecarte.game.moves`. Whether one of them is open now is for
`ecarte.salon.legality` to say. This module knows suits only. Sources: Laws 25, 39-41, 43; that a deal stands when both
let it stand is this house's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import ClassVar

from ecarte.game.cards import Suit

__all__ = [
    "CallError",
    "Fault",
    "LetStand",
    "NameSuit",
    "Remedy",
    "RequireSuitNamed",
    "TakeBack",
    "TakeKingBack",
]


@unique
class Fault(Enum):
    """What may be called."""

    REVOKE = "revoke"
    """A card that did not follow suit, or did not win the trick, though its player could have done so (Law 43)."""
    KING = "king"
    """The king, announced by somebody who had it not (Law 25)."""


@unique
class Remedy(Enum):
    """What he who was wronged asks for."""

    SCORE = "score"
    """The hand stays as it was played; the offender marks less."""
    AGAIN = "again"
    """The hands are played again from the first lead; the offender marks less."""


@dataclass(frozen=True, slots=True)
class NameSuit:
    """The leader names the suit that he is about to lead (Law 41)."""

    card: ClassVar[None] = None
    suit: Suit


@dataclass(frozen=True, slots=True)
class RequireSuitNamed:
    """Another suit was led than was named: the leader is to play the suit named (Law 41)."""

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last card is taken up again: a reply to mend it (Law 39), or a lead out of turn (Law 40)."""

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TakeKingBack:
    """Who announced a king that he has not says so before he plays a card (Law 25)."""

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class CallError:
    """A player calls his adversary's error and chooses his remedy (Laws 25, 43)."""

    card: ClassVar[None] = None
    fault: Fault
    remedy: Remedy


@dataclass(frozen=True, slots=True)
class LetStand:
    """A player has nothing to call in the hand that is over."""

    card: ClassVar[None] = None
