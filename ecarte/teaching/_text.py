"""A sentence in English and in French."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LANGUAGES", "Text"]

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Text:
    """The same thing in English and in French."""

    en: str
    fr: str

    def said_in(self, language: str) -> str:
        """The text in a language of `LANGUAGES`."""
        return self.fr if language == "fr" else self.en

    def to_dict(self) -> dict[str, str]:
        """The text by language."""
        return {"en": self.en, "fr": self.fr}
