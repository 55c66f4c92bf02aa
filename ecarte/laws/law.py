"""What a law is made of: number, chapter, heading, gist, and how a table here keeps it, in two languages.

A frozen value that knows no game. A test stands behind each law; which one is part of the law. Source: the chapters
are those of Cavendish's code of 1886, some of them put together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique

__all__ = ["LANGUAGES", "Chapter", "Keeping", "Law", "Text"]

LANGUAGES = ("en", "fr")
"""The languages in which everything here is said, by their ISO 639-1 codes."""


@dataclass(frozen=True, slots=True)
class Text:
    """The same thing in English and in French."""

    en: str
    fr: str

    def said_in(self, language: str) -> str:
        """The text in a language of `LANGUAGES`. Raises `ValueError` for another."""
        if language not in LANGUAGES:
            raise ValueError(f"the laws are not written in {language!r}")
        return self.fr if language == "fr" else self.en

    def to_dict(self) -> dict[str, str]:
        """The text by language."""
        return {"en": self.en, "fr": self.fr}


@unique
class Keeping(Enum):
    """How a table here keeps a law."""

    ENFORCED = "enforced"
    """The table does what the law says, and nothing else can be done."""
    OFFERED = "offered"
    """It gives a right, which a player exercises by a move of his own or leaves alone."""
    CANNOT_BE_BROKEN = "cannot-be-broken"
    """What it provides for cannot happen at a table where nobody touches the pack."""


@unique
class Chapter(Enum):
    """A part of the code, with its title."""

    CUTTING = "cutting", "Shuffling and cutting", "Mêler et couper"
    DEALING = "dealing", "Dealing", "Donner"
    KING = "king", "Marking the king", "Marquer le roi"
    PROPOSING = "proposing", "Proposing, accepting, refusing", "Proposer, accepter, refuser"
    DISCARDING = "discarding", "Discarding", "Écarter"
    PLAYING = "playing", "Playing", "Jouer"
    CARDS = "cards", "The cards", "Les cartes"
    SCORING = "scoring", "Scoring", "Marquer"
    BYSTANDERS = "bystanders", "Bystanders", "La galerie"

    title: Text

    def __new__(cls, name: str, en: str, fr: str) -> Chapter:
        chapter = object.__new__(cls)
        chapter._value_ = name
        chapter.title = Text(en, fr)
        return chapter


@dataclass(frozen=True, slots=True)
class Law:
    """One of the fifty-five.

    `gist`: what it says, in our own words; `keeping` and `how`: how a guided table keeps it or, where it cannot be
    broken, why not; `differs`: what the short code and the modern description say otherwise, None where they do not;
    `tests`: the ids of the tests that stand behind it, without the brackets of parameters. `salon` and `salon_how`:
    how a salon table keeps it, where players may break laws and their adversaries have the remedies; None where that
    is as at a guided table.
    """

    number: int
    chapter: Chapter
    heading: Text
    gist: Text
    keeping: Keeping
    how: Text
    tests: tuple[str, ...]
    differs: Text | None = None
    salon: Keeping | None = None
    salon_how: Text | None = None

    def to_dict(self) -> dict[str, object]:
        """The law as plain values that JSON can hold."""
        plain: dict[str, object] = {
            "number": self.number,
            "chapter": self.chapter.title.to_dict(),
            "heading": self.heading.to_dict(),
            "gist": self.gist.to_dict(),
            "keeping": self.keeping.value,
            "how": self.how.to_dict(),
            "differs": _plain(self.differs),
            "salon": None if self.salon is None else self.salon.value,
            "salon_how": _plain(self.salon_how),
            "tests": list(self.tests),
        }
        return plain


def _plain(text: Text | None) -> Mapping[str, str] | None:
    return None if text is None else text.to_dict()
