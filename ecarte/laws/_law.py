"""What the library knows of a law: its number, its chapter, and how a table keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from ecarte.game import DIALECTS, Dialect


@unique
class Keeping(Enum):
    """In which of three ways a table keeps a law."""

    ENFORCED = "enforced"
    """The table allows only what the law allows."""
    OFFERED = "offered"
    """The law gives a player a right. The player uses it by a move."""
    CANNOT_BE_BROKEN = "cannot-be-broken"
    """What the law is about cannot happen at a table where no player touches the pack."""


@unique
class Chapter(Enum):
    """A group of laws: a chapter of the edition of 1886, or several of its chapters together."""

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
    """One of the fifty-five laws.

    Attributes:
        number: a number from 1 to 55.
        chapter: the chapter of the code.
        pages: the pages in the edition of 1886, such as "10-11".
        keeping: how a guided table keeps the law.
        salon: how a salon table keeps the law. None if a salon table keeps it in the same way as a guided table. At a
            salon table players may break laws, and the opponent has the remedies.
    """

    number: int
    chapter: Chapter
    pages: str
    keeping: Keeping
    salon: Keeping | None = None

    @property
    def differs(self) -> tuple[Dialect, ...]:
        """The dialects in whose source this law is different."""
        return tuple(dialect for dialect, preset in DIALECTS.items() if self.number in preset.differs)

    def to_dict(self) -> dict[str, object]:
        """Returns number, chapter and the other fields as plain values for JSON."""
        return {
            "number": self.number,
            "chapter": self.chapter.value,
            "pages": self.pages,
            "keeping": self.keeping.value,
            "salon": None if self.salon is None else self.salon.value,
            "differs": [dialect.value for dialect in self.differs],
        }
