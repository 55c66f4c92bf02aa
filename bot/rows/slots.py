"""Slots: each names one message of a table or a tournament, such as the hand of North.

Converts slots to stored texts, and back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SlotKind(StrEnum):
    """What a message shows, such as a challenge or a hand. The value is stored."""

    CHALLENGE = "challenge"
    TABLE = "table"
    HAND = "hand"
    BACKED = "backed"
    HEIR = "heir"
    SIGHT = "sight"
    UNSEEN = "unseen"
    REFUND = "refund"
    PAID = "paid"
    CHAIR = "chair"
    POOL = "pool"
    HOUSE = "house"
    WARNING = "warning"
    LATE = "late"
    NO_PLACE = "noplace"
    VOIDED = "voided"
    LOST = "lost"
    TOURNAMENT = "cup"
    CALL = "call"
    UNKNOWN = ""


_OF_SEATS = frozenset({SlotKind.HAND, SlotKind.WARNING, SlotKind.LATE})
_NUMBERS = (
    dict.fromkeys(SlotKind, ("game", "number", "reader"))
    | dict.fromkeys((SlotKind.UNSEEN, SlotKind.REFUND, SlotKind.PAID, SlotKind.POOL), ("game", "reader"))
    | dict.fromkeys((SlotKind.HOUSE, SlotKind.NO_PLACE, SlotKind.VOIDED, SlotKind.LOST), ("reader",))
)
"""The numbers in the stored text of each kind, in order."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The name of one message of a table or a tournament, by which the bot finds the message again to edit it.

    Attributes:
        game: the number of the game at the table, or of the round in the tournament.
        number: tells apart the messages of the same kind and game: the number of the deal, the decision, the deadline
            or the pairing, or the id of the backer who asks for a hand.
        part: the seat of a hand, `public` for a warning at the table, `end` for a tournament's last message. For a slot
            that this version does not know, its whole text.
        reader: the id of the only person who may read the message; None if all may read it, or if only the player of
            the seat in `part` may.
    """

    kind: SlotKind
    game: int | None = None
    number: int | None = None
    part: str = ""
    reader: int | None = None

    def __str__(self) -> str:
        """Returns the stored text."""
        if self.kind is SlotKind.UNKNOWN:
            return self.part
        parts = (self.kind.value, self.game, self.number, self.part or None, self.reader)
        return ":".join(str(part) for part in parts if part is not None)

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Returns the slot that a stored text names.

        If this version does not know the text, returns an `UNKNOWN` slot whose `part` is the text.
        """
        slot = cls._parse(text)
        return slot if str(slot) == text else cls(SlotKind.UNKNOWN, part=text)

    @classmethod
    def _parse(cls, text: str) -> Slot:
        name, *parts = text.split(":")
        try:
            kind = SlotKind(name)
        except ValueError:
            return cls(SlotKind.UNKNOWN, part=text)
        numbers = dict(zip(_NUMBERS[kind], (int(part) for part in parts if _is_number(part)), strict=False))
        part = next((part for part in parts if not _is_number(part)), "")
        return cls(kind, numbers.get("game"), numbers.get("number"), part, numbers.get("reader"))

    @property
    def is_of_seat(self) -> bool:
        """Whether the slot names a private message to the player of a seat. Such a slot need not have a `reader`."""
        return self.kind in _OF_SEATS and self.part != "public"


def ending_for(reader: int) -> str:
    """Returns how the stored texts of a reader's slots end. Use it to search for these slots."""
    return f":{reader}"


def _is_number(part: str) -> bool:
    return part.removeprefix("-").isdecimal()


@dataclass(frozen=True, slots=True)
class MessageRow:
    """Where a message of a table or a tournament is on Discord, and a digest (hash) of the content that it shows.

    Attributes:
        owner_id: the id of the table or the tournament.
        message_id: the id of the message; 0 if Discord refused the message.
    """

    owner_id: int
    slot: Slot
    channel_id: int
    message_id: int
    state_hash: str
    updated_at: int
