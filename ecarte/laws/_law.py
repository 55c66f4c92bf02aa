"""The values that describe a law: its number, its chapter, how a table keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from ecarte.game import DIALECTS, Dialect


@unique
class Keeping(Enum):
    """How a table keeps a law."""

    ENFORCED = "enforced"
    """The table does what the law says; nothing else can be done."""
    OFFERED = "offered"
    """The law gives a right, which a player exercises by a move or leaves alone."""
    CANNOT_BE_BROKEN = "cannot-be-broken"
    """What the law provides for cannot happen at a table where no player touches the pack."""


@unique
class Chapter(Enum):
    """A part of the code of 1886; some of its chapters are put together."""

    CUTTING = "cutting"
    DEALING = "dealing"
    KING = "king"
    PROPOSING = "proposing"
    DISCARDING = "discarding"
    PLAYING = "playing"
    CARDS = "cards"
    SCORING = "scoring"
    BYSTANDERS = "bystanders"


@dataclass(frozen=True, slots=True)
class Law:
    """One of the fifty-five.

    `pages`: where it stands in the edition of 1886, "10-11" where it runs over; `keeping`: how a guided table keeps it;
    `salon`: how a salon table does, where players may break laws and their opponents have the remedies, or None where
    that is the same.
    """

    number: int
    chapter: Chapter
    pages: str
    keeping: Keeping
    salon: Keeping | None = None

    @property
    def differs(self) -> tuple[Dialect, ...]:
        """The dialects whose source has this law otherwise."""
        return tuple(dialect for dialect, preset in DIALECTS.items() if self.number in preset.differs)

    def to_dict(self) -> dict[str, object]:
        """The law as plain values that JSON can hold."""
        return {
            "number": self.number,
            "chapter": self.chapter.value,
            "pages": self.pages,
            "keeping": self.keeping.value,
            "salon": None if self.salon is None else self.salon.value,
            "differs": [dialect.value for dialect in self.differs],
        }
